/* Marks in a text: what the service says that stretches of it name. */
import { html } from "../vendor/lit-html.js";

/**
 * Draw a text with marks. Offsets count characters as the service does, not UTF-16 units.
 * @param {string} text
 * @param {[number, number, string][]} marks ascending, disjoint
 */
export function marked(text, marks = []) {
  if (!marks.length) return text;
  const characters = Array.from(text);
  const piece = (start, end) => characters.slice(start, end).join("");
  const drawn = [];
  let at = 0;
  for (const [start, end, label] of marks) {
    drawn.push(piece(at, start), html`<mark class=${label}>${piece(start, end)}</mark>`);
    at = end;
  }
  return [...drawn, piece(at)];
}
