/* Draws the blocks of an answer: paragraphs, lists and tables of words, quotes, statements and references. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { publisher, webAddress } from "./publisher.js";
import { marked } from "./marks.js";

/**
 * @typedef {{kind: "words", text: string, label: string | null} | {kind: "quote", text: string, number: number,
 *   marks: [number, number, string][]} | {kind: "statement", text: string, numbers: number[]} |
 *   {kind: "reference", numbers: number[]}} Run
 * @typedef {{kind: "paragraph", role: string, runs: Run[]} | {kind: "list", items: Run[][]} |
 *   {kind: "table", header: Run[][], rows: Run[][][]}} Block
 */

/** Draw the number of a citation: it opens the source in place, and leads to the original where there is one. */
function number(cited, open) {
  const label = S.source.cite(cited.number, cited.title || publisher(cited));
  const address = webAddress(cited.url);
  const click = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(cited);
  };
  return address
    ? html`<a class="cite" href=${address} target="_blank" rel="noopener noreferrer nofollow" aria-label=${label} title=${label} @click=${click}>${cited.number}</a>`
    : html`<button type="button" class="cite" aria-label=${label} title=${label} @click=${click}>${cited.number}</button>`;
}

class Drawing {
  /** @param {object[]} citations @param {(citation: object) => void} open */
  constructor(citations, open) {
    this.byNumber = new Map(citations.map((cited) => [cited.number, cited]));
    this.open = open;
  }

  #numbers(numbers) {
    const known = numbers.map((each) => this.byNumber.get(each)).filter(Boolean);
    return known.length ? html`<span class="cites">${known.map((cited) => number(cited, this.open))}</span>` : nothing;
  }

  #run(run) {
    switch (run.kind) {
      case "quote":
        return html`<q>${marked(run.text, run.marks)}</q>${this.#numbers([run.number])}`;
      case "statement":
        return html`${run.text}${this.#numbers(run.numbers)}`;
      case "reference":
        return this.#numbers(run.numbers);
      default:
        return run.label ? html`<span class="named ${run.label}">${run.text}</span>` : run.text;
    }
  }

  runs(runs) {
    const isBeforeNumbers = (at) => runs[at].kind === "words" && runs[at + 1]?.kind === "reference";
    return runs.map((run, at) => this.#run(isBeforeNumbers(at) ? { ...run, text: run.text.trimEnd() } : run));
  }

  #table({ header, rows }) {
    const cell = (runs, index) => (index ? html`<td>${this.runs(runs)}</td>` : html`<th scope="row">${this.runs(runs)}</th>`);
    return html`<div class="table" tabindex="0" role="group" aria-label=${S.answer.table}><table>
      <thead><tr>${header.map((runs, index) => (index || runs.length ? html`<th scope="col">${this.runs(runs)}</th>` : html`<td></td>`))}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>`;
  }

  block(block) {
    if (block.kind === "table") return this.#table(block);
    if (block.kind === "list") return html`<ul>${block.items.map((item) => html`<li>${this.runs(item)}</li>`)}</ul>`;
    return html`<p class=${block.role}>${this.runs(block.runs)}</p>`;
  }
}

/** Draw an answer. @param {Block[]} blocks @param {object[]} citations @param {(citation: object) => void} open */
export function answer(blocks, citations, open) {
  const drawing = new Drawing(citations, open);
  return blocks.map((block) => drawing.block(block));
}

/** Draw the runs of one block, as a heading may hold them. @param {Run[]} runs @param {object[]} citations @param {(citation: object) => void} open */
export const words = (runs, citations, open) => new Drawing(citations, open).runs(runs);

/** Our own words as blocks. @param {string} text */
export const ownWords = (text) => [{ kind: "paragraph", role: "body", runs: [{ kind: "words", text, label: null }] }];
