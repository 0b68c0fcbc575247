/* Votes and verdict in the browser, by the rules of engine/verdict: one source, one vote; sources are resampled. */

const LEVEL = 0.9;
const RESAMPLES = 2000;
const TEMPERATURE = 3;
const SEED = 20201;
const ROW = { FIRST: 0, SECOND: 1, EQUAL: 2 };

/** Return a generator of numbers in (0, 1), the same each time: mulberry32. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 4294967296;
  };
}

/**
 * Count the votes: for each source what it gives the first, the second, and by calling them equal.
 * @param {{stance: string, weight: number, sources: string[]}[]} said with a stance and a weight
 * @returns {[number, number, number][]} one row per source; the first two columns sum to the number of sources
 */
export function countVotes(said) {
  const bySource = new Map();
  for (const { stance, weight, sources } of said) {
    for (const source of sources) {
      if (!bySource.has(source)) bySource.set(source, { sums: [0, 0, 0], best: [0, 0, 0] });
      const { sums, best } = bySource.get(source);
      const row = ROW[stance];
      const points = weight / Math.sqrt(sources.length);
      sums[row] += points;
      best[row] = Math.max(best[row], points);
    }
  }
  const votes = [...bySource.values()].map(({ sums, best }) => {
    const [first, second, equal] = sums.map((sum) => sum / (sums[0] + sums[1] + sums[2]));
    return [Math.max(best[0], best[2]) * (first + equal / 2), Math.max(best[1], best[2]) * (second + equal / 2), best[2] * equal];
  });
  const total = votes.reduce((sum, [first, second]) => sum + first + second, 0);
  return votes.map((row) => row.map((points) => (points * votes.length) / total));
}

function resample(votes) {
  const uniform = random(SEED);
  const exponential = () => -Math.log(uniform());
  const draws = [];
  for (let draw = 0; draw < RESAMPLES / 2; draw++) {
    const prior = [exponential(), exponential()];
    const sums = [0, 0, 0];
    for (const row of votes) {
      const weight = exponential();
      for (let side = 0; side < 3; side++) sums[side] += weight * row[side];
    }
    draws.push([sums[0] + prior[0], sums[1] + prior[1], sums[2]], [sums[0] + prior[1], sums[1] + prior[0], sums[2]]);
  }
  return draws;
}

const lowest = (values) => values.sort((one, other) => one - other)[Math.floor(((1 - LEVEL) / 2) * values.length)];
const rate = (draws, test) => draws.filter(test).length / draws.length;

function sureness(first, second, sources) {
  const tempered = [first, second].map((each) => (RESAMPLES * each + 0.5) ** (1 / (1 + TEMPERATURE / sources)));
  return Math.max(...tempered) / (tempered[0] + tempered[1]);
}

/**
 * Weigh arguments up.
 * @param {{stance: string, weight: number, sources: string[]}[]} all
 * @param {number} least fewer sources than this: insufficient
 * @returns {{first: number, second: number, arguments: number, sources: number, interval: [number, number],
 *   decision: string, confidence: number}}
 */
export function weigh(all, least) {
  const said = all.filter(({ stance, weight }) => weight > 0 && stance in ROW);
  const votes = countVotes(said);
  const sources = votes.length;
  const none = { first: 0, second: 0, arguments: 0, sources: 0, interval: [0, 1], decision: "insufficient", confidence: 0 };
  if (!sources) return none;
  const first = votes.reduce((sum, row) => sum + row[0], 0) / sources;
  const draws = resample(votes);
  const interval = [
    Math.min(first, lowest(draws.map(([one, two]) => one / (one + two)))),
    1 - Math.min(1 - first, lowest(draws.map(([one, two]) => two / (one + two)))),
  ];
  const equal = rate(draws, ([one, two, even]) => even > (one + two) / 2);
  const sure = sureness(rate(draws, ([one, two]) => one > two), rate(draws, ([one, two]) => two > one), sources);
  const outcome = () => {
    if (sources < least) return ["insufficient", 0];
    if (equal > 0.5) return ["equal", equal];
    if (interval[0] > 0.5) return ["first", sure];
    return [interval[1] < 0.5 ? "second" : "undecided", sure];
  };
  const [decision, confidence] = outcome();
  return { first, second: 1 - first, arguments: said.length, sources, interval, decision, confidence };
}
