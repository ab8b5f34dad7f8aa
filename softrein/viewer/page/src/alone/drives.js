// Cables and chambers: what drives them, and hands that hold one, as softrein/viewer/shown/drives.py has it.

export class Drives {
  constructor(scene, model) {
    Object.assign(this, { model, shown: scene.muscles, each: scene.alone.muscles, held: new Map() });
  }

  /** A hand holds one at so much, in SI units: its control has no other value. */
  hold(which, value) {
    const { low, high } = this.shown[which], { control, size } = this.each[which], at = Math.min(Math.max(value, low), high);
    this.held.set(which, at);
    this.model.limits.fill(at / size, 2 * control, 2 * control + 2);
  }

  letGo(which) {
    const { control } = this.each[which], { limits, shipped } = this.model;
    this.held.delete(which);
    limits.set(shipped.subarray(2 * control, 2 * control + 2), 2 * control);
  }

  letAllGo() {
    for (const which of [...this.held.keys()]) this.letGo(which);
  }

  /** For a frame. */
  told() {
    const { exports, body } = this.model, driven = this.model.numbers(exports.model_driven_of(body), this.each.length);
    return this.each.map((_, k) => ({ value: this.held.get(k) ?? driven[k], held: this.held.has(k) }));
  }
}
