/* The stages of a comparison as the service finishes them. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";

const STAGES = Object.keys(S.progress.stages);

/** Draw what is done and what is next. @param {{stages: object[], pairs: number}} running @param {() => void} cancel */
export function progress({ stages, pairs }, cancel) {
  const done = stages.filter(({ name }) => name === "verdict").length;
  const pair = stages.slice(done * STAGES.length);
  const all = Math.max(1, pairs) * STAGES.length;
  const item = (name, at) => {
    const [doing, count] = S.progress.stages[name];
    const state = pair[at] ? "done" : at === pair.length ? "now" : "later";
    return html`<li class=${state} aria-current=${state === "now" ? "step" : nothing}>${doing}${pair[at] ? html` <small>${count(pair[at].found)}</small>` : nothing}</li>`;
  };
  return html`<section class="progress" aria-label=${S.progress.title}>
    <div class="progress-head"><h2 role="status">${S.progress.title} ${pairs > 1 ? html`<small>${S.progress.pairs(done, pairs)}</small>` : nothing}</h2>
      <button type="button" class="plain" @click=${cancel}>${S.progress.cancel}</button></div>
    <progress max=${all} .value=${stages.length} aria-label=${S.progress.title}></progress>
    <ol>${STAGES.map(item)}</ol>
  </section>`;
}

/** Say in one line what was done. @param {object[]} stages */
export function summary(stages) {
  const sum = (name) => stages.filter((stage) => stage.name === name).reduce((total, { found }) => total + found, 0);
  const seconds = stages.reduce((total, { took_s: took }) => total + took, 0);
  const counts = ["search", "classify", "verdict"].map((name) => S.progress.stages[name][1](sum(name)));
  return `${counts.join(" → ")} ${S.progress.took(seconds)}`;
}
