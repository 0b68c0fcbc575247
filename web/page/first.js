/* The first page: what this is, what it has read, and comparisons of it that are one tap away. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { toHash } from "./link.js";

/** Say what was read. @param {object | null} corpus of the API; null while it is not known */
export const welcome = (corpus) => html`<header class="welcome"><h1>${S.first.title}</h1>
  <p class="lead">${corpus?.ready ? S.first.corpus(corpus) : ""} ${S.first.promise}</p></header>`;

const example = (index, { objects, decision, winner, sources }) => html`<li><a href=${toHash({ index, objects })}>
  <b>${S.first.ask(objects)}</b> <small>${S.first.outcome({ sources, decision, winner })}</small></a></li>`;

/** Draw the comparisons of a corpus. @param {object | null} corpus @param {string} index of it, as it stands in addresses */
export const examples = (corpus, index) =>
  corpus?.examples.length
    ? html`<nav class="examples" aria-label=${S.first.examples}><ul>${corpus.examples.map((one) => example(index, one))}</ul></nav>`
    : nothing;
