// Frames a second, and fewer pixels where there are too few of them.

const WINDOW = 1000; // ms over which frames are counted
const SLOW = 0.88; // of the screen's own rate, below which pixels are saved
const GOOD = 0.95; // and above which one may try more of them again
const NOTCH = 0.7; // from one number of pixels along a side to the next
const LEAST = 0.5; // pixels a CSS pixel
const MOST = 2;
const GAIN = 1.06; // so many times more frames, or fewer pixels are not worth it
const REST = 20; // windows until it is tried again
const PATIENCE = 2; // slow windows in a row before something is done
const TRUST = 10; // good ones before there are more pixels; doubled each time that this was too many
const LONGEST_TRUST = 160;

export class Pace {
  constructor(renderer) {
    Object.assign(this, { renderer, stamps: [], pictures: [], share: 1, slow: 0, good: 0, trust: TRUST, changed: false });
  }

  /** Pixels a CSS pixel. */
  get ratio() {
    const most = Math.min(devicePixelRatio || 1, MOST);
    return Math.max(most * this.share, Math.min(LEAST, most));
  }

  /** Let the canvas cover a part of the stage. */
  resize({ left, top, width, height }) {
    this.changed = false;
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height);
    Object.assign(this.renderer.domElement.style, { left: `${left}px`, top: `${top}px` });
  }

  /** A picture has been drawn at `now` ms. */
  draw(now) {
    this.pictures.push(now);
  }

  /** Pictures drawn within the last second. */
  drawn(now) {
    const { pictures } = this;
    while (pictures.length && now - pictures[0] >= WINDOW) pictures.shift();
    return pictures.length;
  }

  /** Count a frame of the screen at `now` ms. */
  measure(now) {
    const { stamps } = this;
    stamps.push(now);
    while (stamps.length > 2 && now - stamps[0] > WINDOW) stamps.shift();
    if (now - (this.judged ?? (this.judged = now)) <= WINDOW) return;
    this.judged = now;
    this.judge((1000 * (stamps.length - 1)) / Math.max(now - stamps[0], 1));
  }

  /** Fewer pixels where there are too few frames; as many as before where that did not help, or is long past. */
  judge(fps) {
    if (this.trial && fps < this.trial.fps * GAIN) {
      this.put(this.trial.share);
      this.rest = REST;
    }
    this.trial = null;
    this.rest = Math.max(0, (this.rest ?? 0) - 1);
    this.slow = fps < SLOW * 60 && !document.hidden ? this.slow + 1 : 0;
    this.good = fps > GOOD * 60 && !document.hidden ? this.good + 1 : 0;
    if (this.good >= this.trust && this.share < 1) {
      this.good = 0;
      this.raised = true;
      this.put(Math.min(1, this.share / NOTCH));
    }
    if (this.slow < PATIENCE || this.ratio <= LEAST || this.rest) return;
    this.slow = 0;
    if (this.raised) this.trust = Math.min(2 * this.trust, LONGEST_TRUST);
    this.raised = false;
    this.trial = { fps, share: this.share };
    this.put(this.share * NOTCH);
  }

  put(share) {
    this.share = share;
    this.changed = true;
  }
}
