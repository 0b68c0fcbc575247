/* A result: the verdict, the answer in words, facts, what to ask next, bars, and the evidence in two columns. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { answer } from "../view/blocks.js";
import { kinds, years } from "../view/publisher.js";
import { askedOtherwise, bars, below, head, headline, isHeaded, meant, unanswered } from "../view/verdict.js";
import { filters, sides } from "../view/sides.js";
import { standings } from "../view/standings.js";
import { why } from "../view/why.js";
import { slider } from "./aspects.js";
import { request } from "./comparing.js";
import { pagesHash } from "./link.js";
import { pointsOf } from "./pages.js";
import { summary } from "./progress.js";
import { tools } from "./tools.js";

const FOLLOW_UPS = 4;

/** Why there is no evidence. */
const unfound = ({ searched }) => (searched.found ? searched.sentence : S.verdict.nothing);

/** What was searched, and what the answer rests on. */
function facts({ searched, arguments: said }) {
  const by = kinds(said);
  const several = by[0]?.[1] > 1 && !said[0].sample;
  return html`<p class="searched">${searched.sentence}</p>${several ? html`<ul class="facts" aria-label=${S.facts.label}><li>${S.facts.kinds(by)}</li></ul>` : nothing}`;
}

/** What this evidence can answer next: what else the names are said of, what it speaks of, another thing, later years. */
function followUps(comparison, { form, beside }, { comparing }) {
  const { objects, asked, aspects, minimum_sources: least, arguments: said, searched } = comparison;
  const known = [...asked.map(({ name }) => name), ...askedOtherwise(comparison)];
  const spoken = aspects.filter(({ first_count: first, second_count: second }) => first + second >= least).map(({ dimension, name }) => dimension || name);
  const about = [...new Set(spoken)].filter((name) => !known.includes(name)).slice(0, FOLLOW_UPS);
  const period = years(said);
  const middle = said.map(({ date }) => date.slice(0, 4)).filter(Boolean).sort().at(-Math.ceil(said.length / 3));
  const offered = [
    ...searched.senses.slice(1, 3).map((noun) => [S.next.sense(objects, noun), () => comparing.compare({ objects: objects.map((name) => `${name} ${noun}`), aspects: asked })]),
    ...about.map((name) => [S.next.about(name), () => comparing.compare({ objects, aspects: [...asked, { name, weight: 1 }] })]),
    ...(beside ? [[S.next.add(beside), () => comparing.compare({ objects: [...objects, beside], aspects: asked })]] : []),
    ...(period && middle > period[0] && !form.since ? [[S.next.since(middle), () => comparing.compare({ objects, aspects: asked, since: middle })]] : []),
  ];
  return offered.length
    ? html`<div class="next" role="group" aria-label=${S.next.label}>${offered.map(([words, act]) => html`<button type="button" class="pill" @click=${act}>${words}</button>`)}</div>`
    : nothing;
}

/** Say what was corrected, and take it back. */
function corrections({ form, undo }, { comparing }) {
  const changed = form.leftOut.length + Object.keys(form.corrections).length;
  if (!comparing || (!undo.length && !changed)) return nothing;
  return html`<p class="reweighed" role="status">${changed ? S.verdict.corrected(form.leftOut.length, Object.keys(form.corrections).length) : S.verdict.reweighed}
    ${undo.length ? html`<button type="button" class="plain" @click=${() => comparing.undo()}>${S.verdict.undo}</button>` : nothing}
    ${changed ? html`<button type="button" class="plain" @click=${() => comparing.restore()}>${S.verdict.restore}</button>` : nothing}</p>`;
}

const weightsOf = ({ form }) => new Map(form.aspects.map(({ name, weight }) => [name.trim(), weight]));

const sliders = (state, { comparing }) => {
  const weights = weightsOf(state);
  return (name) => (comparing && weights.has(name) ? slider(name, weights.get(name), (weight) => comparing.weigh(name, weight)) : nothing);
};

/** Lead from the things, and from what was chosen of them, to whole pages. */
function onward({ objects, asked, aspects = [] }, { index }, chosen = new Set()) {
  const names = [...chosen];
  const points = names.length ? names.join(", ") : pointsOf({ asked, aspects });
  const link = (tab, words) => html`<a href=${pagesHash(tab, { index, objects, points: tab === "themes" ? points : "" })}>${words}</a>`;
  return html`<p class="onward">${S.pages.onward(objects)} ${link("pages", S.tabs.pages[1])} · ${link("themes", names.length ? S.pages.discussing(names) : S.pages.byTheme)}</p>`;
}

function inWords(found, { open }) {
  const blocks = below(found);
  return blocks?.length ? html`<section class="answer" aria-label=${S.answer.title}>${answer(blocks, found.citations, open)}</section>` : nothing;
}

/** Count arguments by stance. */
const tally = (said) => Object.fromEntries(["FIRST", "SECOND"].map((each) => [each, said.filter(({ stance }) => stance === each).length]));

/** Draw bars, what was asked, what matters, and the evidence on two things. */
function evidence(comparison, state, actions) {
  const { open, filter, more, side, comparing } = actions;
  const judges = (words) => comparing && {
    right: (said) => comparing.confirm(said, comparison.objects, words),
    isRight: ({ sentence_id: id, stance }) => state.marks[`${words}:${id}`]?.stance === stance,
    leaveOut: (said) => comparing.leaveOut(said, comparison.objects, words),
  };
  const shown = { open, shown: state.shown, side: state.side, onSide: side, onMore: more };
  const on = comparison.asked_verdict;
  return html`${bars(comparison, sliders(state, actions))} ${corrections(state, actions)} ${comparing ? comparing.feedback.asking() : nothing}
    ${on?.arguments.length
      ? html`<section class="on" aria-label=${S.sides.on(on.words)}><h3>${S.sides.on(on.words)}</h3>
          ${sides({ ...comparison, ...on, counts: tally(on.arguments) }, { ...shown, label: (name) => S.sides.labelOn(on.words, name), judges: judges(on.words) })}</section><h3>${S.sides.general}</h3>`
      : nothing}
    ${filters(comparison, state.chosen, filter)}
    ${sides(comparison, { ...shown, chosen: state.chosen, judges: comparing && { ...judges(""), correct: (said, stance) => comparing.correct(said, stance, comparison.objects) } })}
    ${onward(comparison, state.form, state.chosen)}
    ${comparison.sources ? why({ ...request(state.form), question: undefined, generator: undefined, objects: comparison.objects, aspects: comparison.asked }, open) : nothing}`;
}

function two(found, state, actions) {
  const { comparison } = found;
  if (!comparison.arguments.length) return html`${headline(found, actions.open)}${meant(comparison)}<p class="none">${unfound(comparison)}</p>`;
  return html`${headline(found, actions.open)} ${meant(comparison)} ${unanswered(comparison)} ${actions.comparing ? inWords(found, actions) : nothing} ${facts(comparison)}
    ${actions.comparing ? followUps(comparison, state, actions) : nothing} ${evidence(comparison, state, actions)}`;
}

function many(found, state, actions) {
  const { standings: several } = found;
  const chosen = several.comparisons[state.pair];
  const options = { weights: weightsOf(state), control: sliders(state, actions), answer: html`${meant(several)} ${actions.comparing ? inWords(found, actions) : nothing}`, head: isHeaded(found) ? head(found, actions.open) : undefined };
  return html`${standings(several, actions.pair, options)} ${corrections(state, actions)} ${onward(several, state.form)}
    ${chosen ? html`<section class="chosen" id="pair" tabindex="-1" aria-label=${S.verdict.versus(...chosen.objects)}>
      ${headline({ comparison: chosen })} ${chosen.arguments.length ? evidence(chosen, state, actions) : html`<p class="none">${unfound(chosen)}</p>`}</section>` : nothing}`;
}

/**
 * Draw a result.
 * @param {object} found an answer of the service
 * @param {object} state of the page
 * @param {Record<string, Function>} actions
 * @param {string} hash the address of what is shown
 */
export function result(found, state, actions, hash) {
  const { comparison, standings: several } = found;
  if (!comparison && !several) return html`<div class="missing" role="status">${answer(found.blocks, [], actions.open)}</div>`;
  const label = comparison ? S.verdict.versus(...comparison.objects) : S.order.label(several.objects);
  const link = new URL(hash, location.href).href;
  return html`<article class="result" aria-label=${label}>
    ${comparison ? two(found, state, actions) : many(found, state, actions)}
    ${actions.comparing ? actions.comparing.feedback.useful(found.citations) : nothing}
    ${tools(found, link, state, () => actions.copy(hash))}
    ${found.stages?.length ? html`<p class="how">${summary(found.stages)}</p>` : nothing}
  </article>`;
}
