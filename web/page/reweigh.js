/* A comparison under other weights, or without sentences that somebody found misread, from the arguments in hand. */
import { weigh } from "./votes.js";

const bonus = (argument, weights) => 1 + argument.aspects.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);

/** Return whether all arguments are in hand, so that weighing them anew says what the service would say. */
export const isWhole = ({ counts, arguments: all }) => counts.FIRST + counts.SECOND + counts.EQUAL === all.length;

/** Return the weights a comparison was asked with. @returns {Map<string, number>} */
export const askedWeights = ({ asked }) => new Map(asked.map(({ name, weight }) => [name, weight]));

/**
 * Weigh a comparison anew: weight = that of the sentence before × (1 + weights of the points of view it names).
 * @param {object} comparison as the service sent it
 * @param {Map<string, number>} weights of the asked points of view
 * @param {Set<string>} out ids of sentences that shall not count
 * @returns {object} the comparison itself when nothing changed but that each share has its interval
 */
export function reweigh(comparison, weights, out = new Set()) {
  const before = askedWeights(comparison);
  const scored = comparison.arguments
    .map((argument) => ({ ...argument, weight: (argument.weight / bonus(argument, before)) * bonus(argument, weights) }))
    .sort((one, other) => other.weight - one.weight);
  const counted = scored.filter(({ sentence_id: id }) => !out.has(id));
  const shares = comparison.shares.map((share) => {
    const about = share.aspect ? counted.filter(({ aspects }) => aspects.includes(share.aspect)) : counted;
    return { aspect: share.aspect, ...weigh(about, comparison.minimum_sources) };
  });
  const same = [...before].every(([name, weight]) => (weights.get(name) ?? 0) === weight);
  if (same && counted.length === scored.length) {
    const [whole, ...views] = comparison.shares;
    return { ...comparison, shares: [whole, ...views.map((view, at) => ({ ...view, interval: shares[at + 1].interval }))] };
  }
  const [whole] = shares;
  const winner = { first: comparison.objects[0], second: comparison.objects[1] }[whole.decision] ?? null;
  const mined = comparison.depends.filter(({ aspect }) => !before.has(aspect));
  const differs = ({ decision }) => ["first", "second"].includes(decision) && decision !== whole.decision;
  return {
    ...comparison,
    arguments: scored,
    shares,
    winner,
    decision: whole.decision,
    confidence: whole.confidence,
    interval: whole.interval,
    sources: whole.sources,
    depends: [...shares.slice(1), ...mined].filter(differs),
    reweighed: true,
  };
}
