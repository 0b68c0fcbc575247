/* An answer in words: paragraphs and lists, each [n] a button that opens its source. */
import { html } from "../vendor/lit-html.js";
import { S } from "../strings.js";

const ITEM = /^\s*[-•]\s+/;

function inline(line, byNumber, open) {
  return line.split(/(\[\d{1,3}\])/).map((piece) => {
    const cited = /^\[\d{1,3}\]$/.test(piece) && byNumber.get(Number(piece.slice(1, -1)));
    if (!cited) return piece;
    const label = S.source.cite(cited);
    return html`<button type="button" class="cite" aria-label=${label} title=${label} @click=${() => open(cited)}>${cited.n}</button>`;
  });
}

/** Draw a text. @param {string} text @param {object[]} citations @param {(citation: object) => void} open */
export function words(text, citations, open) {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));
  const blocks = [];
  for (const line of text.split("\n").filter((each) => each.trim())) {
    const drawn = inline(line.replace(ITEM, ""), byNumber, open);
    if (!ITEM.test(line)) blocks.push(drawn);
    else if (blocks.at(-1)?.items) blocks.at(-1).items.push(drawn);
    else blocks.push({ items: [drawn] });
  }
  return blocks.map((block) => (block.items ? html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>` : html`<p>${block}</p>`));
}
