/* What was found out, small enough for a conversation. */
import { html } from "../vendor/lit-html.js";
import { bars, headline } from "../view/verdict.js";
import { sides } from "../view/sides.js";
import { standings } from "../view/standings.js";
import { S } from "../strings.js";

/** Draw a comparison or standings. @param {{comparison?: object, standings?: object}} found @param {(cited: object) => void} open */
export function compact({ comparison, standings: several }, open) {
  const label = comparison ? S.verdict.versus(...comparison.objects) : S.order.label(several.objects);
  return html`<section class="card compact" aria-label=${label}>${comparison
    ? html`${headline(comparison)}${bars(comparison)}${sides(comparison, { open, shown: 1 })}`
    : standings(several, () => {})}</section>`;
}
