/* Why a comparison scores as it does: source by source, fetched when it is opened. */
import { html, nothing, render } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { post } from "../api.js";
import { publisher } from "./publisher.js";
import { evidence } from "./sides.js";

const SIDES = { FIRST: 0, SECOND: 1 };

function vote(one, explanation, open) {
  const { objects } = explanation;
  const cast = [one.first, one.second].map((size, side) => [size, objects[side]]).filter(([size]) => size >= 0.005);
  const sure = (said) => `${S.why.said(objects[SIDES[said.stance]], said.confidence)}${said.outvoted ? ` · ${S.why.outvoted}` : ""}`;
  return html`<li><p><b>${one.source === one.said[0]?.document ? publisher(one.said[0]) : one.source}</b> · ${cast.map(([size, name]) => S.why.vote(size, name)).join(", ")}</p>
    <ul>${one.said.map((said) => html`<li>${evidence(said, open, { sure: sure(said) })}</li>`)}</ul></li>`;
}

function reasons(explanation, open) {
  const { objects: [first, second], votes, share, left_out: left, without_strongest: without } = explanation;
  const rest = share.sources - votes.length;
  return html`<p>${S.why.sum(first, second, [explanation.first_votes, explanation.second_votes])}</p>
    <ol>${votes.map((one) => vote(one, explanation, open))}</ol>
    ${rest > 0 ? html`<p>${S.why.rest(rest)}</p>` : nothing}
    ${without?.share.sources ? html`<p>${S.why.without(without, first, share.first)}</p>` : nothing}
    <p>${S.why.left(left)}</p>`;
}

async function load(details, request, open) {
  const body = details.querySelector(".votes");
  const key = JSON.stringify(request);
  if (!details.open || details.dataset.loaded === key) return;
  details.dataset.loaded = key;
  render(html`<p>${S.why.loading}</p>`, body);
  try {
    render(reasons(await post("api/v1/explain", request), open), body);
  } catch (error) {
    delete details.dataset.loaded;
    render(html`<p class="failed" role="alert">${S.why.failed(error.message)}</p>`, body);
  }
}

/** Draw what opens to the reasons. @param {object} request of the explanation */
export const why = (request, open) => html`<details class="why" @toggle=${(event) => load(event.currentTarget, request, open)}>
  <summary>${S.why.summary}</summary><div class="votes" aria-live="polite"></div>
</details>`;
