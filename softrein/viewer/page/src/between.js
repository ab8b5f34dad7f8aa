// What to show between two frames. Where the simulation steps about as often as the screen is drawn, the newest
// state; where it steps more slowly (smoke, slow motion), the way from the last state to the newest, so that
// what moves slowly moves smoothly. Something is seen of a new state at once either way.

const SLOW = 22; // ms between states; beyond, they are blended
const LONGEST = 1200; // ms; beyond, the simulation stands

export class Between {
  constructor(dt) {
    this.dt = dt;
    this.gap = 1000 * dt;
  }

  take(frame, now) {
    const { newest } = this;
    if (newest && newest.time === frame.time && newest.step === frame.step) {
      Object.assign(newest, { state: frame.state, reference: frame.reference });
      return;
    }
    const onward = newest && frame.time > newest.time && frame.step >= newest.step;
    if (onward) {
      const gap = Math.min(now - this.arrived, LONGEST);
      this.gap += 0.25 * (gap - this.gap);
    }
    this.last = onward ? this.shown(now) : null;
    this.arrived = now;
    this.newest = { state: frame.state, reference: frame.reference, time: frame.time, step: frame.step };
  }

  share(now) {
    return this.last && this.gap > SLOW ? Math.min((now - this.arrived) / this.gap, 1) : 1;
  }

  /** Whether there is still some way to go to the newest state. */
  moving(now) {
    return this.newest !== undefined && this.drawn !== 1 && this.share(now) > 0;
  }

  shown(now) {
    const { newest, last } = this, share = this.share(now);
    if (share >= 1 || !last) return newest;
    const mix = (from, to) => from.map((value, index) => value + share * (to[index] - value));
    return {
      state: mix(last.state, newest.state), reference: mix(last.reference, newest.reference),
      time: last.time + share * (newest.time - last.time), step: newest.step,
    };
  }

  at(now) {
    this.drawn = this.share(now);
    return this.shown(now);
  }
}
