// Colours and words; numbers and units for people.

const DASHED = 2; // CSS pixels: the width of line that controllers' dashes are for

let looks = {}; // of controllers, by name: words, colour, pale, dark and dash, as the server tells

/** How the scene's controllers are called and drawn. */
export function wear(told) {
  looks = told;
}

export const PUSH = "#009e73";
export const TOUCHED = "#c2187b"; // the force of what a body touches
export const BALL = "#f0b429";
export const HIT = "#0072b2";
export const MISS = "#c24e00";

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export const isDark = () => dark.matches;
export const isStill = () => still.matches;
export const onTheme = (act) => dark.addEventListener("change", act);
// On a dark ground lines are lighter, or they sink into it.
export const lineColour = (name) => (isDark() ? looks[name].dark : looks[name].colour);
export const bodyColour = (name) => looks[name].pale;
export const nameOf = (name) => looks[name].words;
export const dashOf = (name) => looks[name].dash.map((length) => DASHED * length);

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

/** How many there are, in plain digits, by thousands. */
export const count = (value) => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");

function superscript(whole) {
  return [...String(whole)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit])).join("");
}

/** The round number 1, 2 or 5 times a power of ten that is at least `value`. */
export function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value * (1 - 1e-9)) ?? 10);
}
