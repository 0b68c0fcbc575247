/* The result: verdict first, then bars, points of view, both sides, reasons, and what can be done with it. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { bars, headline } from "../view/verdict.js";
import { filters, sides } from "../view/sides.js";
import { standings } from "../view/standings.js";
import { why } from "../view/why.js";
import { words } from "../view/answer.js";
import { slider } from "./aspects.js";
import { pagesHash } from "./link.js";
import { pointsOf } from "./pages.js";
import { isWhole, reweigh } from "./reweigh.js";
import { summary } from "./progress.js";
import { tools } from "./tools.js";

/** Return the weights that are set now. @returns {Map<string, number>} */
export const weightsOf = ({ form }) => new Map(form.aspects.map(({ name, weight }) => [name.trim(), weight]));

/** @type {WeakMap<object, {key: string, now: object}>} what a comparison was last weighed to */
const last = new WeakMap();

/** Return a comparison as the sliders and the opinions of the person make it. */
function weighed(comparison, state) {
  if (!isWhole(comparison)) return comparison;
  const weights = weightsOf(state);
  const wrong = Object.keys(state.opinions).filter((id) => state.opinions[id] === "wrong");
  const key = JSON.stringify([[...weights], wrong]);
  if (last.get(comparison)?.key !== key) last.set(comparison, { key, now: reweigh(comparison, weights, new Set(wrong)) });
  return last.get(comparison).now;
}

const reasons = (comparison, { form, fast }) => ({
  objects: comparison.objects,
  aspects: comparison.asked,
  ...(fast ? { fast } : {}),
  ...(form.classifier ? { classifier: form.classifier } : {}),
});

const sliders = (weights, actions) => (name) =>
  weights.has(name) ? slider(name, weights.get(name), (weight) => actions.weigh(name, weight)) : nothing;

/** Lead from the things, and from the chosen points of view, to whole pages. */
function onward({ objects, asked, aspects = [] }, chosen = new Set()) {
  const names = [...chosen];
  const points = names.length ? names.join(", ") : pointsOf({ asked, aspects });
  const link = (tab, words) => html`<a href=${pagesHash(tab, { objects, points: tab === "themes" ? points : "" })}>${words}</a>`;
  return html`<p class="onward">${S.pages.onward(objects)} ${link("pages", S.tabs.pages[1])} · ${link("themes", names.length ? S.pages.discussing(names) : S.pages.byTheme)}</p>`;
}

function pair(comparison, state, actions) {
  const now = weighed(comparison, state);
  const weights = weightsOf(state);
  const control = isWhole(comparison) ? sliders(weights, actions) : undefined;
  if (!comparison.arguments.length) return html`${headline(now)}<p class="none">${S.verdict.nothing}</p>`;
  const opinions = isWhole(comparison) ? { opinions: state.opinions, onOpinion: actions.judge } : {};
  return html`${headline(now)}
    ${now.reweighed ? html`<p class="reweighed" role="status">${S.verdict.reweighed} <button type="button" class="plain" @click=${() => actions.restore(comparison)}>${S.verdict.restore}</button></p>` : nothing}
    ${bars(now, control)} ${filters(now, state.chosen, actions.filter)}
    ${sides(now, { open: actions.open, chosen: state.chosen, shown: state.shown, onMore: actions.more, ...opinions })}
    <p class="legend" aria-hidden="true"><mark class="one">${comparison.objects[0]}</mark> <mark class="two">${comparison.objects[1]}</mark>
      <mark class="marker">${S.sides.legend.marker}</mark> <mark class="aspect">${S.sides.legend.aspect}</mark></p>
    ${onward(comparison, state.chosen)}
    ${comparison.sources ? why(reasons(comparison, state), actions.open) : nothing}`;
}

function many(found, state, actions) {
  const chosen = found.comparisons[state.pair];
  const weights = weightsOf(state);
  return html`${standings(found, actions.pair, { weights, control: sliders(weights, actions) })} ${onward(found)}
    ${chosen ? html`<section class="chosen" id="pair" tabindex="-1" aria-label=${S.verdict.versus(...chosen.objects)}>${pair(chosen, state, actions)}</section>` : nothing}`;
}

/**
 * Draw a result.
 * @param {object} found an answer of the service
 * @param {object} state of the page
 * @param {Record<string, Function>} actions
 */
export function result(found, state, actions) {
  const { comparison, standings: several } = found;
  const text = found.answer ? html`<section class="words-of" aria-label=${S.answer}><h3>${S.answer}</h3>${words(found.answer, found.citations, actions.open)}</section>` : nothing;
  if (!comparison && !several) return html`<div class="card missing" role="status">${words(found.answer, [], actions.open)}</div>`;
  const label = comparison ? S.verdict.versus(...comparison.objects) : S.order.label(several.objects);
  return html`<article class="card result" aria-label=${label}>
    ${found.stages ? html`<p class="how">${summary(found.stages)}</p>` : nothing}
    ${(comparison ?? several).notice ? html`<p class="notice">${(comparison ?? several).notice}</p>` : nothing}
    ${comparison ? pair(comparison, state, actions) : many(several, state, actions)}
    ${text} ${tools(found, state, actions)}
  </article>`;
}
