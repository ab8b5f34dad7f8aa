// The part of the stage that is drawn on. A processor that draws pays for every pixel of a canvas at every frame,
// painted or not: there the canvas covers only what there is to see, and the stage's plain ground is left as it is.

const MARGIN = 28; // CSS pixels around what is to be seen
const GRID = 32; // CSS pixels: sizes are multiples, so that they seldom change
const SPACIOUS = 0.7; // of the part's area: what fits into so little
const PATIENT = 4000; // ms long makes the part smaller

export class Part {
  /** `whole`: always all of the stage. */
  constructor(whole) {
    Object.assign(this, { whole, left: 0, top: 0, width: 0, height: 0, since: 0 });
  }

  /** The stage has another size, in CSS pixels. */
  resize(width, height) {
    this.stage = { left: 0, top: 0, width, height };
    Object.assign(this, this.stage);
    this.since = -Infinity;
  }

  /** Make room for `seen` {left, top, right, bottom}, at `now` ms; whether the part has changed. */
  hold(seen, now) {
    if (this.whole) return false;
    const fits = this.cut(seen);
    const holds = fits.left >= this.left && fits.top >= this.top
      && fits.left + fits.width <= this.left + this.width && fits.top + fits.height <= this.top + this.height;
    const spacious = fits.width * fits.height < SPACIOUS * this.width * this.height;
    if (!spacious) this.since = now;
    if (holds && now - this.since < PATIENT) return false;
    Object.assign(this, holds ? fits : this.cut(around(seen, this)));
    this.since = now;
    return true;
  }

  /** The part of the stage, on the grid, around what is seen. */
  cut({ left, top, right, bottom }) {
    const { width, height } = this.stage;
    const low = (value, most) => Math.min(Math.max(Math.floor((value - MARGIN) / GRID) * GRID, 0), most - GRID);
    const high = (value, most) => Math.min(Math.max(Math.ceil((value + MARGIN) / GRID) * GRID, GRID), most);
    const [x, y] = [low(left, width), low(top, height)];
    return { left: x, top: y, width: Math.max(high(right, width) - x, GRID), height: Math.max(high(bottom, height) - y, GRID) };
  }

  /** For each side 1 where the stage goes on beyond: left, right, bottom, top. */
  get inside() {
    const { stage } = this;
    return [
      this.left > 0, this.left + this.width < stage.width, this.top + this.height < stage.height, this.top > 0,
    ].map(Number);
  }
}

/** What is seen, and the part that there was, less its margin. */
function around(seen, part) {
  return {
    left: Math.min(seen.left, part.left + MARGIN), top: Math.min(seen.top, part.top + MARGIN),
    right: Math.max(seen.right, part.left + part.width - MARGIN),
    bottom: Math.max(seen.bottom, part.top + part.height - MARGIN),
  };
}
