/* The verdict: who is ahead on what was asked, how sure that is, and on what it depends. */
import { html, nothing } from "../vendor/lit-html.js";
import { S, begun } from "../strings.js";
import { bar } from "./bars.js";
import { words } from "./blocks.js";

/** Say the decision. @param {{comparison: object}} found */
export const decided = ({ comparison }) => S.verdict[comparison.decision](comparison);

/** Say how sure the decision on two things is, where no answer does. */
export function detail(comparison, isAnswered = false) {
  if (isAnswered) return "";
  if (comparison.decision === "insufficient") return S.verdict.needs(comparison);
  return comparison.winner ? S.verdict.sure(comparison) : "";
}

/** Tell whether an answer begins with the verdict on what was asked, which heads it. */
export const isHeaded = ({ verdict, standings, blocks }) =>
  (verdict?.about === "asked" || standings?.comparisons.some((pair) => pair.asked_verdict)) && blocks?.[0]?.role === "headline";

/** Draw what heads an answer that begins with the verdict on what was asked. */
export const head = ({ blocks, citations }, open) => words(blocks[0].runs, citations, open);

/** The blocks of an answer below its head. */
export function below(found) {
  const [first, ...others] = found.blocks ?? [];
  return isHeaded(found) || (found.standings && first?.role === "headline") ? others : found.blocks;
}

/** Tell whether the verdict on what was asked is about a point that matters: "better for gaming" is about gaming. */
const isOn = (on, { aspect }) => Boolean(aspect && on?.words.endsWith(aspect));

/** What was asked that hardly any source speaks of. */
const silent = ({ shares, asked_verdict: on }) => shares.filter((share) => share.aspect && share.decision === "insufficient" && !isOn(on, share));

/** Tell whether there is a decision, and on nothing that was asked: then that is the headline. */
const isBeside = ({ comparison }) =>
  comparison.decision !== "insufficient" && comparison.asked.length > 0 && !comparison.asked_verdict && silent(comparison).length === comparison.asked.length;

/**
 * Draw the two names, the decision and how sure it is; of what was asked the first sentence of the answer.
 * @param {{comparison: object}} found
 * @param {(citation: object) => void} open
 */
export function headline(found, open) {
  const [first, second] = found.comparison.objects;
  const said = isBeside(found) ? `${S.sides.general}: ${decided(found)}` : detail(found.comparison, found.blocks?.[0]?.role === "headline");
  return html`<header class="headline">
    <p class="compared"><b class="one">${begun(first)}</b> <span>${S.form.versus}</span> <b class="two">${second}</b></p>
    <h2 class="decision">${isHeaded(found) ? head(found, open) : isBeside(found) ? S.verdict.beside(silent(found.comparison), found.comparison.sources) : decided(found)}</h2>
    ${isHeaded(found) || !said ? nothing : html`<p class="detail">${said}</p>`}
  </header>`;
}

/** Say which names were taken for others. @param {{objects: string[], typed: string[]}} found */
export const meant = ({ objects, typed }) =>
  typed.map((name, at) => (name.toLowerCase() === objects[at].toLowerCase() ? nothing : html`<p class="notice" role="note">${S.verdict.meant(name, objects[at])}</p>`));

/** Say what was asked that hardly any source speaks of. */
export function unanswered(comparison) {
  const { sources, objects } = comparison;
  if (isBeside({ comparison })) return nothing;
  return silent(comparison).map((share) => html`<p class="notice" role="note"><b>${S.verdict.asked(share.aspect)}</b> ${S.verdict.few(share, sources)} ${S.verdict.general(objects)}</p>`);
}

/** The names of what the evidence speaks of that say what was asked in other words: "faster" where "slower" was asked. */
export const askedOtherwise = ({ aspects, asked_verdict: on }) =>
  on ? aspects.filter(({ members, contrary }) => [...members, contrary].includes(on.words)).flatMap(({ name, dimension }) => [name, dimension]) : [];

/**
 * Draw the score bars: the whole, what was asked, and what it depends on.
 * @param {object} comparison
 * @param {(name: string) => unknown} control what stands beside the bar of what was asked
 */
export function bars(comparison, control = () => nothing) {
  const { objects, shares, interval, asked_verdict: on } = comparison;
  const use = shares.find((share) => isOn(on, share));
  const depends = comparison.depends.filter(({ aspect }) => !shares.some((share) => share.aspect === aspect));
  return html`<div class="bars">
    ${on?.arguments.length ? bar({ ...on.shares[0], aspect: on.words }, objects, { interval: on.interval, control: use && control(use.aspect) }) : nothing}
    ${shares.filter((share) => share !== use).map((share) => bar(share, objects, share.aspect ? { control: control(share.aspect) } : { interval, all: on ? S.sides.general : S.bar.all }))}
    ${depends.length ? html`<h3>${S.verdict.depends}</h3>` : nothing}
    ${depends.map((share) => bar(share, objects))}
  </div>`;
}
