/* A bar that divides between two things, with the interval of its border. Drawn as SVG: it prints, and needs no style. */
import { html, nothing, svg } from "../vendor/lit-html.js";
import { S, percent } from "../strings.js";

const pc = (share) => `${(100 * share).toFixed(2)}%`;

const whisker = ([low, high]) => svg`
  <rect class="halo" x=${pc(low)} y="7" width=${pc(high - low)} height="6"></rect>
  <rect class="interval" x=${pc(low)} y="9" width=${pc(high - low)} height="2"></rect>
  <rect class="interval" x=${pc(low)} y="5" width="2" height="10"></rect>
  <rect class="interval" x=${pc(high)} y="5" width="2" height="10" transform="translate(-2)"></rect>`;

/**
 * Draw a share.
 * @param {object} share as in the API
 * @param {string[]} objects the two names
 * @param {{interval?: [number, number], control?: unknown}} options a whisker; what stands beside the bar
 */
export function bar(share, objects, { interval, control = nothing } = {}) {
  const known = share.first + share.second > 0;
  const spread = known && interval ? `; ${objects[0]} ${S.bar.interval(interval)}` : "";
  const label = known ? S.bar.label(objects[0], objects[1], share) + spread : S.bar.none;
  return html`<div class="share ${share.aspect ? "" : "whole"} ${share.decision === "insufficient" ? "few" : ""}">
    <div class="share-head">
      <b class="one">${known ? percent(share.first) : "–"}</b>
      <span>${share.aspect || S.bar.all}</span>
      <b class="two">${known ? percent(share.second) : "–"}</b>
    </div>
    <svg class="bar" role="img" aria-label=${label} height="20" width="100%">
      <rect class="track" y="5" width="100%" height="10" rx="5"></rect>
      ${known
        ? svg`<rect class="one" y="5" width=${pc(share.first)} height="10"></rect>
          <rect class="two" x=${pc(share.first)} y="5" width=${pc(share.second)} height="10"></rect>
          <rect class="gap" x=${pc(share.first)} y="4" width="3" height="12" transform="translate(-1.5)"></rect>`
        : nothing}
      ${known && interval ? whisker(interval) : nothing}
      <rect class="half" x="50%" y="0" width="1" height="20"></rect>
    </svg>
    <div class="share-foot"><small>${S.bar.basis(share)}</small>${control}</div>
  </div>`;
}

/** Draw one value from 0 to 1. */
export const meter = (value) => html`<svg class="bar" aria-hidden="true" height="8" width="100%">
  <rect class="track" width="100%" height="8" rx="4"></rect><rect class="value" width=${pc(value)} height="8" rx="4"></rect>
</svg>`;
