// Colours and words, those of softrein/look.py; numbers and units for people.

export const COLOURS = {
  lqr: "#0072b2", pd: "#b3478c", p: "#d98e04", none: "#c24e00", spd: "#332288", timed: "#145c33",
};
export const BODIES = {
  lqr: "#4a9bd1", none: "#ea8a4d", pd: "#cf7fb2", p: "#e8b04b", spd: "#6f5cc4", timed: "#7fb8a4",
};
// On a dark ground lines take the lighter colours of bodies, or they sink into it.
export const DARK_COLOURS = { ...BODIES, lqr: "#5cb0e8", spd: "#a99ae0" };
export const NAMES = {
  lqr: "LQR", pd: "PD", p: "P", none: "no control", spd: "stable PD", timed: "timed PD",
};
export const DASHES = { lqr: [], pd: [7, 4], p: [9, 3, 2, 3], none: [2, 3], spd: [12, 4], timed: [3, 2] };
export const PUSH = "#009e73";
export const BALL = "#f0b429";
export const HIT = "#0072b2";
export const MISS = "#c24e00";

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export const isDark = () => dark.matches;
export const isStill = () => still.matches;
export const onTheme = (act) => dark.addEventListener("change", act);
export const lineColour = (name) => (isDark() ? DARK_COLOURS : COLOURS)[name] ?? "#8a94a1";
export const bodyColour = (name) => BODIES[name] ?? "#a3adb9";
export const nameOf = (name) => NAMES[name] ?? name;

/** A custom property of the style sheet, such as "--stage". */
export const styled = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A colour "#rrggbb" as three linear components, which is what light is reckoned in; as clay.js takes them. */
export function linear(colour) {
  return [1, 3, 5].map((start) => (parseInt(colour.slice(start, start + 2), 16) / 255) ** 2);
}

const ROUND_OFF = 1e-12; // no deviation or effort that means anything is smaller

/** A number with so many significant digits, in plain notation where that stays short. */
export function number(value, digits = 2) {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) < ROUND_OFF) return "0";
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e6) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    return `${mantissa}·10${superscript(Number(exponent))}`;
  }
  const decimals = Math.max(digits - 1 - Math.floor(Math.log10(size)), 0);
  const text = value.toFixed(decimals);
  return decimals ? text : text.replace(/\B(?=(\d{3})+$)/g, ",");
}

function superscript(whole) {
  return [...String(whole)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit])).join("");
}

/** The round number 1, 2 or 5 times a power of ten that is at least `value`. */
export function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value * (1 - 1e-9)) ?? 10);
}
