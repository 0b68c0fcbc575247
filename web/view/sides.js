/* What speaks for each of the two things, in two columns; on a phone one at a time. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { marked } from "./marks.js";
import { day, publisher, webAddress } from "./publisher.js";

const STANCES = ["FIRST", "SECOND"];

/** How many sources speak for each of two things. */
const sourcesFor = ({ shares: [whole] }) => [whole.first_sources, whole.second_sources];

/** Return whether an argument speaks of one of what was chosen. */
export function matches(argument, comparison, chosen) {
  if (!chosen.size || argument.aspects.some((name) => chosen.has(name))) return true;
  const about = ({ name, sentences, against }) => chosen.has(name) && [...sentences, ...against].includes(argument.sentence_id);
  return comparison.aspects.some(about);
}

/** Draw a publisher, who can be visited where the address is known. */
function from(said) {
  const address = webAddress(said.url);
  const name = publisher(said);
  return address ? html`<a href=${address} target="_blank" rel="noopener noreferrer nofollow">${name}</a>` : html`<span>${name}</span>`;
}

/** Draw a sentence with who published it, when, how surely it is read, and what can be done with it. */
export function evidence(said, open, { sure = S.sides.sure(said.confidence), judge = nothing } = {}) {
  return html`<p class="said" lang=${said.language || nothing}>${marked(said.sentence, said.marks)}</p>
    <div class="meta"><span>${from(said)}</span>
      ${said.date ? html`<time datetime=${said.date}>${day(said.date)}</time>` : nothing}
      ${said.sample ? html`<span>${S.sides.sample}</span>` : nothing}
      ${said.sources?.length > 1 ? html`<span>${S.sides.sources(said.sources.length)}</span>` : nothing}
      <span>${sure}</span>
      <span class="acts"><button type="button" class="act" @click=${() => open(said)}>${S.sides.context}</button>${judge}</span></div>`;
}

function judge(said, other, { right, isRight, leaveOut, correct }) {
  const opposite = STANCES.find((stance) => stance !== said.stance);
  return html`<button type="button" class="act" title=${S.feedback.right} aria-label=${S.feedback.right} aria-pressed=${String(isRight(said))} @click=${() => right(said)}>✓</button>
    ${correct ? html`<button type="button" class="act" title=${S.sides.opposite(other)} @click=${() => correct(said, opposite)}>${S.sides.turn(other)}</button>` : nothing}
    <button type="button" class="act" title=${S.sides.wrong} aria-label=${S.sides.wrong} @click=${() => leaveOut(said)}>✗ ${S.sides.misread}</button>`;
}

function side(comparison, index, { open, chosen = new Set(), shown = 5, onMore, judges, side: current, label = S.sides.label }) {
  const { objects } = comparison;
  const all = comparison.arguments.filter(({ stance }) => stance === STANCES[index]);
  const found = all.filter((argument) => matches(argument, comparison, chosen));
  const rest = found.length - shown;
  const draw = (said) => html`<li>${evidence(said, open, judges ? { judge: judge(said, objects[1 - index], judges) } : {})}</li>`;
  return html`<section class="side ${index ? "two" : "one"} ${index === current ? "current" : ""}" aria-label=${label(objects[index])}>
    <h3>${S.sides.title(objects[index])} <span class="count">${chosen.size ? S.form.sentences(found.length) : S.sides.rests(sourcesFor(comparison)[index], comparison.counts[STANCES[index]])}</span></h3>
    ${found.length ? html`<ol>${found.slice(0, shown).map(draw)}</ol>` : html`<p class="none">${S.sides.nothing}</p>`}
    ${rest > 0 && onMore ? html`<button type="button" class="plain more" @click=${onMore}>${S.sides.more(Math.min(rest, 10))}</button>` : nothing}
  </section>`;
}

/**
 * Draw both sides.
 * @param {object} comparison
 * @param {{open: Function, chosen?: Set<string>, shown?: number, side?: number, onSide?: (side: number) => void, onMore?: Function,
 *   judges?: {right: Function, isRight: Function, leaveOut: Function, correct?: Function}, label?: (name: string) => string}} options `side` is the one that a phone shows; one with evidence when undefined
 */
export function sides(comparison, options) {
  const [first, second] = sourcesFor(comparison);
  const { side: current = second > 0 && !first ? 1 : 0, onSide } = options;
  const choice = (name, index) => html`<button type="button" aria-pressed=${String(index === current)} class=${index ? "two" : "one"} @click=${() => onSide(index)}>${S.sides.title(name)}</button>`;
  return html`<div class="sides">
    ${onSide ? html`<div class="switch" role="group" aria-label=${S.sides.choose}>${comparison.objects.map(choice)}</div>` : nothing}
    ${[0, 1].map((index) => side(comparison, index, { ...options, side: current }))}</div>`;
}

/** Move along the buttons of a toolbar by arrow keys: it is one stop of the tabulator. */
function along(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll("button")];
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  all.forEach((each) => (each.tabIndex = each === next ? 0 : -1));
  next.focus();
  event.preventDefault();
}

/** Draw what matters in the evidence; choosing some shows only their sentences. */
export function filters(comparison, chosen, toggle) {
  const { aspects, asked, objects } = comparison;
  if (!aspects.length && !asked.length) return nothing;
  const mined = (index) => aspects.filter(({ object }) => object === objects[index]).map((aspect) => {
    const counts = [aspect.first_count, aspect.second_count];
    return { name: aspect.name, words: aspect.dimension || aspect.name, kind: index ? "two" : "one", title: S.filter.speaks(aspect, counts[index], counts[1 - index]), count: counts[index] };
  });
  const others = (index) => mined(index).filter(({ words }) => !asked.some(({ name }) => name === words));
  const all = [...others(0), ...asked.map(({ name }) => ({ name, words: name, kind: "", title: "", count: 0 })), ...others(1)];
  const chip = ({ name, words, kind, title, count }, at) => html`<button type="button" class="chip ${kind}" title=${title} tabindex=${at ? -1 : 0}
    aria-pressed=${String(chosen.has(name))} @click=${() => toggle(name)}>${words}${count > 1 ? html` <small>${count}</small>` : nothing}</button>`;
  return html`<section class="filters" aria-label=${S.filter.title}>
    <h3>${S.filter.title} <small>${S.filter.hint}</small></h3>
    <div class="chips" role="toolbar" aria-label=${S.filter.title} @keydown=${along}>${all.map(chip)}</div>
    ${chosen.size ? html`<button type="button" class="plain" @click=${() => toggle(null)}>${S.filter.clear}</button>` : nothing}
  </section>`;
}
