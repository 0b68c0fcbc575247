/* More than two things: their order, each against each, and the sum by the user's own weights. */
import { html, nothing } from "../vendor/lit-html.js";
import { S, percent } from "../strings.js";
import { meter } from "./bars.js";

const placeItem = (place) => html`<li>
  <div class="place"><b>${place.rank ?? "–"}</b> <span>${place.object}</span></div>
  ${place.rank === null ? nothing : meter(place.best)}
  <small>${S.order.place(place)}</small>
</li>`;

const ranked = ({ places }) => html`<ol class="places">${places.map(placeItem)}</ol>`;

/** Draw the order on what was asked, where enough speaks of it. */
function onAsked({ asked_order: order, comparisons }) {
  if (!order || order.decision === "insufficient") return nothing;
  const { asked_verdict: asked } = comparisons.find((pair) => pair.asked_verdict);
  return html`<header class="headline"><h3>${S.sides.on(asked.words)}</h3></header>${ranked(order)}`;
}

function cell(standings, row, column, choose) {
  const index = standings.comparisons.findIndex(({ objects }) => objects.includes(row) && objects.includes(column));
  const pair = standings.comparisons[index];
  if (row === column || !pair) return html`<td class="self">·</td>`;
  const [{ sources, first_sources: first, second_sources: second }] = pair.shares;
  const share = S.order.of(pair.objects[0] === row ? first : second, sources);
  const known = pair.decision !== "insufficient";
  const label = S.order.cell(row, column, known ? share : null, pair.winner);
  const kind = pair.winner === null ? "" : pair.winner === row ? "wins" : "loses";
  return html`<td><button type="button" class="pair ${kind}" aria-label=${label} title=${label} @click=${() => choose(index)}>
    ${known ? share : S.order.few}${kind === "wins" ? " ▲" : ""}</button></td>`;
}

/** Draw what each thing gets against each other one; choosing a pair tells which. */
export const matrix = (standings, names, choose) => html`<div class="matrix" tabindex="0" role="group" aria-label=${S.order.pairs}><p>${S.order.matrix}</p><table>
  <thead><tr><td></td>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
  <tbody>${names.map((row) => html`<tr><th scope="row">${row}</th>${names.map((column) => cell(standings, row, column, choose))}</tr>`)}</tbody>
</table></div>`;

/**
 * Order things by the weighted mean of their shares on each point of view.
 * @param {object} standings
 * @param {Map<string, number>} weights
 * @returns {{object: string, shares: (number | null)[], sum: number}[]} best first
 */
export function ownOrder(standings, weights) {
  const views = standings.orders.slice(1);
  const rows = standings.orders[0].places.map(({ object }) => {
    const shares = views.map(({ places }) => {
      const place = places.find((each) => each.object === object);
      return place && place.rank !== null ? place.share : null;
    });
    const known = views.map(({ aspect }, at) => [weights.get(aspect) ?? 1, shares[at]]).filter(([, share]) => share !== null);
    const total = known.reduce((sum, [weight]) => sum + weight, 0);
    return { object, shares, sum: total ? known.reduce((sum, [weight, share]) => sum + weight * share, 0) / total : 0 };
  });
  return rows.sort((one, other) => other.sum - one.sum);
}

const own = (standings, weights, control) => {
  const views = standings.orders.slice(1);
  if (!views.length) return nothing;
  return html`<div class="matrix" tabindex="0" role="group" aria-label=${S.order.own}><p><b>${S.order.own}.</b> ${S.order.ownHint}</p><table>
    <thead><tr><td></td><th scope="col">${S.order.sum}</th>${views.map(({ aspect }) => html`<th scope="col">${aspect} ${control(aspect)}</th>`)}</tr></thead>
    <tbody>${ownOrder(standings, weights).map(({ object, shares, sum }) => html`<tr><th scope="row">${object}</th><td><b>${sum ? percent(sum) : "–"}</b></td>
      ${shares.map((share) => html`<td>${share === null ? "–" : percent(share)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
};

/**
 * Draw the order of several things.
 * @param {object} found
 * @param {(index: number) => void} choose a pair
 * @param {{weights?: Map<string, number>, control?: (name: string) => unknown, answer?: unknown}} options of the user's own
 *   sum; the answer in words; what heads it, where that is more than the order
 */
export function standings(found, choose, { weights = new Map(), control = () => nothing, answer = nothing, head } = {}) {
  const [whole, ...views] = found.orders;
  const names = whole.places.map(({ object }) => object);
  const details = [
    ...(["winner", "equal"].includes(whole.decision) ? [S.verdict.sure(whole)] : []),
    ...(found.cycle.length ? [S.order.cycle(found.cycle)] : []),
    ...views.map((view) => `${view.aspect}: ${view.winner ?? S.order[view.decision](view).toLowerCase()}`),
  ];
  const detail = html`<p class="detail">${details.join(" · ")}</p>`;
  return html`<header class="headline">
      <p class="compared">${found.objects.join(" · ")}</p>
      ${head === nothing ? nothing : html`<h2 class="decision">${head ?? S.order[whole.decision](whole)}</h2>`}
      ${head ? nothing : detail}
    </header>
    ${answer} ${onAsked(found)} ${head ? html`<header class="headline"><h3>${S.order.general(whole)}</h3>${detail}</header>` : nothing}
    ${ranked(whole)}
    ${own(found, weights, control)} ${matrix(found, names, choose)}`;
}
