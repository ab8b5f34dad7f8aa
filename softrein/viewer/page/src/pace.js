// Frames a second, and fewer pixels where there are too few of them.

const WINDOW = 1000; // ms over which frames are counted
const SLOW = 0.88; // of the screen's own rate, below which pixels are saved
const LEAST = 0.5; // pixels a CSS pixel
const GAIN = 1.1; // so many times more frames, or fewer pixels are not worth it
const REST = 20; // windows until it is tried again
const PATIENCE = 2; // slow windows in a row before something is done

export class Pace {
  constructor(renderer) {
    this.renderer = renderer;
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    this.stamps = [];
    this.slow = 0;
    this.changed = false;
  }

  /** Let the canvas cover a part of the stage. */
  resize({ left, top, width, height }) {
    this.changed = false;
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height);
    Object.assign(this.renderer.domElement.style, { left: `${left}px`, top: `${top}px` });
  }

  /** Count a frame at `now` ms; the frames of the last second. */
  measure(now) {
    const { stamps } = this;
    stamps.push(now);
    while (stamps.length > 2 && now - stamps[0] > WINDOW) stamps.shift();
    const fps = (1000 * (stamps.length - 1)) / Math.max(now - stamps[0], 1);
    if (now - (this.judged ?? (this.judged = now)) > WINDOW) {
      this.judged = now;
      this.judge(fps);
    }
    return fps;
  }

  /** Fewer pixels where there are too few frames; as many as before where that did not help. */
  judge(fps) {
    if (this.trial && fps < this.trial.fps * GAIN) {
      this.ratio = this.trial.ratio;
      this.changed = true;
      this.rest = REST;
    }
    this.trial = null;
    this.rest = Math.max(0, (this.rest ?? 0) - 1);
    this.slow = fps < SLOW * 60 && !document.hidden ? this.slow + 1 : 0;
    if (this.slow < PATIENCE || this.ratio <= LEAST || this.rest) return;
    this.slow = 0;
    this.trial = { fps, ratio: this.ratio };
    this.ratio = Math.max(LEAST, this.ratio * 0.8);
    this.changed = true;
  }
}
