/* A bar of the sources for either of two things, with what they come to when they are weighed. Drawn as SVG: it prints, and needs no style. */
import { html, nothing, svg } from "../vendor/lit-html.js";
import { S } from "../strings.js";

const pc = (share) => `${(100 * share).toFixed(2)}%`;

const whisker = (share, [low, high]) => svg`
  <rect class="halo" x=${pc(low)} y="7" width=${pc(high - low)} height="6"></rect>
  <rect class="interval" x=${pc(low)} y="9" width=${pc(high - low)} height="2"></rect>
  <rect class="interval" x=${pc(low)} y="5" width="2" height="10"></rect>
  <rect class="interval" x=${pc(high)} y="5" width="2" height="10" transform="translate(-2)"></rect>
  <circle class="interval" cx=${pc(share)} cy="10" r="4"></circle>`;

/** Draw two parts of a whole that need not fill it. @param {number} one @param {number} two shares of 1 @param {string} label @param {unknown} over what is drawn over them */
export const halves = (one, two, label, over = nothing) => html`<svg class="bar" role="img" aria-label=${label} height="20" width="100%">
  <rect class="track" y="5" width="100%" height="10" rx="5"></rect>
  <rect class="one" y="5" width=${pc(one)} height="10"></rect>
  <rect class="two" x=${pc(1 - two)} y="5" width=${pc(two)} height="10"></rect>
  ${one + two < 1 ? nothing : svg`<rect class="gap" x=${pc(one)} y="4" width="3" height="12" transform="translate(-1.5)"></rect>`}
  ${over}
  <rect class="half" x="50%" y="0" width="1" height="20"></rect>
</svg>`;

/**
 * Draw how many sources speak for whom.
 * @param {object} share as in the API
 * @param {string[]} objects the two names
 * @param {{interval?: [number, number], control?: unknown, all?: string}} options of the weighed share; what stands beside the bar; how the whole is called
 */
export function bar(share, objects, { interval, control = nothing, all = S.bar.all } = {}) {
  const { sources, first_sources: first, second_sources: second } = share;
  const most = sources || 1;
  const weighed = sources > 0 && share.decision !== "insufficient" && interval;
  return html`<div class="share ${share.aspect ? "" : "whole"} ${share.decision === "insufficient" ? "few" : ""}">
    <div class="share-head">
      <b class="one">${S.bar.sources(first)}</b>
      <span>${share.aspect || all}</span>
      <b class="two">${S.bar.sources(second)}</b>
    </div>
    ${halves(first / most, second / most, S.bar.label(objects, share), weighed ? whisker(share.first, interval) : nothing)}
    <div class="share-foot"><small>${S.bar.basis(share)}${weighed ? ` · ${S.bar.weighed(objects, share, interval)}` : ""}</small>${control}</div>
  </div>`;
}

/** Draw one value from 0 to 1. */
export const meter = (value) => html`<svg class="bar" aria-hidden="true" height="8" width="100%">
  <rect class="track" width="100%" height="8" rx="4"></rect><rect class="value" width=${pc(value)} height="8" rx="4"></rect>
</svg>`;
