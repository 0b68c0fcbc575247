/* Highlights in a sentence: the two things, the words that decided, and points of view. */
import { html } from "../vendor/lit-html.js";

/** Write a name as a pattern for its singular and its plural. */
const forms = (name) => `${(/[^s]s$/i.test(name) && name.length > 3 ? name.slice(0, -1) : name).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?:e?s)?`;

/** Return a pattern for whole names, their plurals too; null without any. @param {string[]} names */
export function namesPattern(names) {
  const known = names.filter(Boolean).sort((one, other) => other.length - one.length);
  return known.length ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.map(forms).join("|")})(?![\\p{L}\\p{N}])`, "giu") : null;
}

/** Offsets from Python count characters, those of a string here count UTF-16 units. @param {[number, number][]} ranges */
function toUnits(text, ranges) {
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return ranges;
  const points = [...text];
  return ranges.map((range) => range.map((offset) => points.slice(0, offset).join("").length));
}

/**
 * Cut a text into pieces with the class of each; where two overlap, the earlier rule wins.
 * @param {string} text
 * @param {[string, [number, number][]][]} rules class and ranges
 */
export function pieces(text, rules) {
  const kind = new Array(text.length).fill("");
  for (const [name, ranges] of rules) {
    for (const [start, end] of ranges) {
      if (kind.slice(start, end).every((taken) => !taken)) kind.fill(name, start, end);
    }
  }
  const found = [];
  for (let start = 0, end; start < text.length; start = end) {
    for (end = start + 1; end < text.length && kind[end] === kind[start]; end++);
    found.push([text.slice(start, end), kind[start]]);
  }
  return found;
}

const ranges = (text, names) => {
  const pattern = namesPattern(names);
  return pattern ? [...text.matchAll(pattern)].map(({ index, 0: name }) => [index, index + name.length]) : [];
};

const draw = ([piece, kind]) => (kind ? html`<mark class=${kind}>${piece}</mark>` : piece);

/** Draw a text with ranges that the service found. @param {[string, [number, number][]][]} rules class and ranges */
export const highlighted = (text, rules) => pieces(text, rules.map(([kind, found]) => [kind, toUnits(text, found)])).map(draw);

/** Return the words that name points of view: those asked for and those found. */
export function aspectWords({ asked = [], aspects = [] }) {
  return [...asked.map(({ name }) => name), ...aspects.flatMap(({ name, members }) => [name, ...(members ?? [])])];
}

/** Draw an argument's sentence with its highlights. */
export function sentence(argument, comparison) {
  const { sentence: text, markers = [] } = argument;
  const [first, second] = comparison.objects;
  const deciding = toUnits(text, markers.map(({ start, end }) => [start, end]));
  const rules = [["one", ranges(text, [first])], ["two", ranges(text, [second])], ["marker", deciding], ["aspect", ranges(text, aspectWords(comparison))]];
  return pieces(text, rules).map(draw);
}
