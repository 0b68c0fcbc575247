/* What was found out, small enough for a conversation: the bars, or the order. */
import { html, nothing } from "../vendor/lit-html.js";
import { bars, headline, isHeaded } from "../view/verdict.js";
import { sides } from "../view/sides.js";
import { standings } from "../view/standings.js";
import { S } from "../strings.js";

/** Draw a comparison or standings. @param {{comparison?: object, standings?: object}} found @param {(cited: object) => void} open */
export function summary(found, open) {
  const { comparison, standings: several } = found;
  const label = comparison ? S.verdict.versus(...comparison.objects) : S.order.label(several.objects);
  return html`<section class="summary" aria-label=${label}>${comparison
    ? html`${comparison.differences.length || comparison.asked_verdict ? nothing : headline(found, open)}${bars(comparison)}<details><summary>${S.chat.evidence}</summary>${sides(comparison, { open, shown: 3 })}</details>`
    : standings(several, () => {}, { head: isHeaded(found) ? nothing : undefined })}</section>`;
}
