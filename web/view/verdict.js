/* The verdict on two things: who is ahead, how sure that is, and on what it depends. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { bar } from "./bars.js";

function detail(comparison) {
  if (comparison.decision === "insufficient") return S.verdict.needs(comparison);
  const range = S.verdict.range(comparison.objects[0], comparison.interval);
  return comparison.winner ? `${S.verdict.sure(comparison)} · ${range}` : range;
}

/** Draw the two names, the decision and how sure it is. */
export function headline(comparison) {
  const [first, second] = comparison.objects;
  return html`<header class="headline">
    <h2><span class="one">${first}</span> <span class="versus">${S.form.versus}</span> <span class="two">${second}</span></h2>
    <p class="decision ${comparison.decision}">${S.verdict[comparison.decision](comparison)}</p>
    <p class="detail">${detail(comparison)}</p>
  </header>`;
}

/**
 * Draw the score bars: the whole, the asked points of view, and those it depends on.
 * @param {object} comparison
 * @param {(name: string) => unknown} control what stands beside the bar of an asked point of view
 */
export function bars(comparison, control = () => nothing) {
  const { objects, shares, interval } = comparison;
  const asked = shares.map(({ aspect }) => aspect);
  const depends = comparison.depends.filter(({ aspect }) => !asked.includes(aspect));
  return html`<div class="bars">
    ${shares.map((share) => bar(share, objects, share.aspect ? { interval: share.interval, control: control(share.aspect) } : { interval }))}
    ${depends.length ? html`<h3 class="depends">${S.verdict.depends}</h3>` : nothing}
    ${depends.map((share) => bar({ ...share, sources: 0 }, objects))}
  </div>`;
}
