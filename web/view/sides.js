/* What speaks for each of the two things, in two columns. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { namesPattern, sentence } from "./marks.js";

const STANCES = ["FIRST", "SECOND"];

/** Return whether an argument speaks of one of the chosen points of view. */
export function matches(argument, comparison, chosen) {
  if (!chosen.size) return true;
  if (argument.aspects.some((name) => chosen.has(name))) return true;
  return comparison.aspects.some((aspect) => {
    if (!chosen.has(aspect.name)) return false;
    if ([...aspect.sentences, ...aspect.against].includes(argument.sentence_id)) return true;
    return namesPattern([aspect.name, ...aspect.members])?.test(argument.sentence) ?? false;
  });
}

const about = (argument) =>
  [
    argument.title || argument.source,
    argument.date?.slice(0, 10),
    argument.sample ? S.sides.sample : "",
    argument.sources?.length > 1 ? S.sides.sources(argument.sources.length) : "",
  ].filter(Boolean).join(" · ");

/** Draw a sentence that opens where it stands. */
export const evidence = (argument, comparison, open, note = "") => html`<button type="button" class="evidence" @click=${() => open(argument)}>
  <q>${sentence(argument, comparison)}</q><small>${about(argument)}${note}</small>
</button>`;

function judge(argument, { opinions, onOpinion }) {
  if (!onOpinion) return nothing;
  const mine = opinions[argument.sentence_id];
  const button = (opinion, sign, label) => html`<button type="button" class="judge" aria-pressed=${String(mine === opinion)}
    aria-label=${label} title=${label} @click=${() => onOpinion(argument, mine === opinion ? null : opinion)}>${sign}</button>`;
  return html`<div class="judges">${button("right", "✓", S.sides.right)}${button("wrong", "✗", S.sides.wrong)}</div>`;
}

function side(comparison, index, options) {
  const { open, chosen = new Set(), shown = 5, onMore, opinions = {} } = options;
  const name = comparison.objects[index];
  const all = comparison.arguments.filter(({ stance }) => stance === STANCES[index]);
  const found = all.filter((argument) => matches(argument, comparison, chosen));
  const rest = found.length - shown;
  return html`<section class="side ${index ? "two" : "one"}" aria-label=${S.sides.label(name)}>
    <h3>${S.sides.title(name)} <span class="count">${chosen.size ? found.length : comparison.counts[STANCES[index]]}</span></h3>
    ${found.length
      ? html`<ol>${found.slice(0, shown).map((argument) => html`<li class=${opinions[argument.sentence_id] === "wrong" ? "out" : ""}>
          ${evidence(argument, comparison, open)}${judge(argument, options)}</li>`)}</ol>`
      : html`<p class="none">${S.sides.nothing}</p>`}
    ${rest > 0 && onMore ? html`<button type="button" class="plain more" @click=${onMore}>${S.sides.more(Math.min(rest, 10))}</button>` : nothing}
  </section>`;
}

/**
 * Draw both sides.
 * @param {object} comparison
 * @param {{open: Function, chosen?: Set<string>, shown?: number, onMore?: Function, opinions?: object, onOpinion?: Function}} options
 */
export const sides = (comparison, options) => html`<div class="sides">${[0, 1].map((index) => side(comparison, index, options))}</div>`;

/** Draw the points of view found in the evidence; choosing some shows only their sentences. */
export function filters(comparison, chosen, toggle) {
  const { aspects, asked, objects } = comparison;
  if (!aspects.length && !asked.length) return nothing;
  const chip = (name, kind, title, count) => html`<button type="button" class="chip ${kind}" title=${title}
    aria-pressed=${String(chosen.has(name))} @click=${() => toggle(name)}>${name}${count > 1 ? html` <small>${count}</small>` : nothing}</button>`;
  const mined = (index) => aspects.filter(({ object }) => object === objects[index]).map((aspect) => {
    const counts = [aspect.first_count, aspect.second_count];
    return chip(aspect.name, index ? "two" : "one", S.filter.speaks(aspect, counts[index], counts[1 - index]), counts[index]);
  });
  return html`<section class="filters" aria-label=${S.filter.title}>
    <h3>${S.filter.title} <small>${S.filter.hint}</small></h3>
    <div class="chips">
      <div role="group" aria-label=${S.sides.title(objects[0])}>${mined(0)}</div>
      ${asked.length ? html`<div role="group" aria-label=${S.form.aspects}>${asked.map(({ name }) => chip(name, "", "", 0))}</div>` : nothing}
      <div role="group" aria-label=${S.sides.title(objects[1])}>${mined(1)}</div>
      ${chosen.size ? html`<button type="button" class="plain" @click=${() => toggle(null)}>${S.filter.clear}</button>` : nothing}
    </div>
  </section>`;
}
