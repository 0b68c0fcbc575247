/* A result as Markdown, JSON or CSV, as it is shown: the answer, how sure it is, what was asked, and the weights. */
import { S } from "../strings.js";
import { publisher, webAddress } from "../view/publisher.js";
import { decided, detail } from "../view/verdict.js";

const SPECIAL = new Set("\\`*_{}[]<>#|~");
const FORMULA = new Set(["=", "+", "-", "@", "\t", "\r"]);

/** Return text in one line in which nothing is markup. */
function plain(text) {
  const line = text.split("\n").join(" ").split("\r").join(" ");
  return Array.from(line, (each) => (SPECIAL.has(each) ? `\\${each}` : each)).join("");
}

const cites = (numbers) => numbers.map((each) => `\\[${each}\\]`).join("");

const RUNS = {
  words: ({ text }) => plain(text),
  quote: ({ text, number }) => `“${plain(text)}”${number ? ` ${cites([number])}` : ""}`,
  statement: ({ text, numbers }) => `${plain(text)} ${cites(numbers)}`,
  reference: ({ numbers }) => cites(numbers),
};
const runs = (list) => list.map((run) => RUNS[run.kind](run)).join("");
const row = (cells) => `| ${cells.map(runs).join(" | ")} |`;

function block(each) {
  if (each.kind === "table") return [row(each.header), `|${"---|".repeat(each.header.length)}`, ...each.rows.map(row)].join("\n");
  if (each.kind === "list") return each.items.map((item) => `- ${runs(item)}`).join("\n");
  return runs(each.runs);
}

function where(cited) {
  const words = plain([cited.title || publisher(cited), cited.date?.slice(0, 10), cited.sample ? S.sides.sample : ""].filter(Boolean).join(", "));
  const address = webAddress(cited.url);
  return address ? `[${words}](<${address}>)` : words;
}

function pair(comparison) {
  const [first, second] = comparison.objects.map(plain);
  const on = comparison.asked_verdict;
  const asked = on ? [{ ...on.shares[0], aspect: on.words }] : [];
  const rows = [...asked, ...comparison.shares].map((share) => `| ${plain(share.aspect || S.bar.all)} | ${share.first_sources} | ${share.second_sources} | ${S.bar.basis(share)} |`);
  const side = (said, stance, name) => [
    `### ${S.sides.title(name)}`, "",
    ...said.filter((one) => one.stance === stance).slice(0, 10).map((one) => `- “${plain(one.sentence)}” (${where(one)})`), "",
  ];
  const sides = (said) => [...side(said, "FIRST", first), ...side(said, "SECOND", second)];
  return [
    `## ${first} ${S.form.versus} ${second}: ${plain(decided({ comparison }))}`, "", detail(comparison), "",
    `| | ${first} | ${second} | |`, "|---|---|---|---|", ...rows, "",
    ...(on ? [`## ${S.sides.on(plain(on.words))}`, "", ...sides(on.arguments), `## ${S.sides.general}`, ""] : []), ...sides(comparison.arguments),
  ];
}

/** @param {object} found an answer with a comparison or standings @param {string} link */
export function markdown({ comparison, standings, question, blocks, citations }, link) {
  const { objects, asked } = comparison ?? standings;
  const title = question?.text ?? objects.join(` ${S.form.versus} `);
  const body = comparison
    ? pair(comparison)
    : [...standings.orders[0].places.map((place) => `${place.rank ?? "–"}. ${plain(place.object)}: ${S.order.place(place)}`), "", ...standings.comparisons.flatMap(pair)];
  return [
    `# ${plain(title)}`, "",
    ...(blocks ?? []).flatMap((each) => [block(each), ""]),
    ...(citations ?? []).map((cited) => `${cited.number}. “${plain(cited.sentence)}” (${where(cited)})`), "",
    ...(asked.length ? [S.tools.weights(asked.map(({ name, weight }) => `${plain(name)} ${weight}`)), ""] : []),
    ...body, S.tools.made(new Date().toISOString().slice(0, 10)), "", `<${link}>`, "",
  ].join("\n");
}

/** @param {object} found @param {string} link */
export function json({ stages: _, ...found }, link) {
  return JSON.stringify({ ...found, link, date: new Date().toISOString().slice(0, 10) }, null, 2);
}

/** Quote a value so that no spreadsheet takes it for a formula. */
export function field(value) {
  const text = String(value);
  return `"${(FORMULA.has(text[0]) ? `'${text}` : text).split('"').join('""')}"`;
}

/** @param {object} found */
export function csv({ answer, comparison, standings }, link) {
  const { asked } = comparison ?? standings;
  const weights = asked.map(({ name, weight }) => `${name} ${weight}`).join("; ");
  const about = [answer ?? "", weights, new Date().toISOString().slice(0, 10), link];
  const columns = ["first", "second", "about", "decision", "decision_confidence", "stance", "confidence", "aspects", "sentence", "title", "source", "published", "url", "sentence_id", "answer", "weights", "date", "link"];
  const outcomes = (comparison ? [comparison] : standings.comparisons).flatMap((one) => (one.asked_verdict ? [{ ...one, ...one.asked_verdict }, one] : [one]));
  const rows = outcomes.flatMap((one) =>
    one.arguments.map((said) => [...one.objects, one.words ?? "", one.decision, one.confidence.toFixed(4), said.stance, said.confidence.toFixed(4), said.aspects.join("; "),
      said.sentence, said.title, said.source, said.date, said.url, said.sentence_id, ...about]));
  return [columns, ...rows].map((line) => line.map(field).join(",")).join("\r\n") + "\r\n";
}

/** Hand a text to the person as a file. */
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A name for a file. @param {string[]} objects */
export function fileName(objects, ending) {
  const words = [...new Intl.Segmenter("en", { granularity: "word" }).segment(objects.join(" ").toLowerCase())];
  return `${words.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment).join("-").slice(0, 60)}.${ending}`;
}
