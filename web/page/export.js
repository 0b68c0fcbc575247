/* A result as Markdown, JSON or CSV. */
import { S, percent } from "../strings.js";

const cited = (text) => text.replace(/([\\`*_{}[\]<>#|~])/g, "\\$1").replace(/\s+/g, " ");

function pairLines(comparison) {
  const rows = comparison.shares.map((share) => `| ${cited(share.aspect || S.bar.all)} | ${percent(share.first)} | ${percent(share.second)} | ${S.bar.basis(share)} |`);
  const [first, second] = comparison.objects.map(cited);
  const side = (stance, name) => [
    `### ${S.sides.title(name)}`,
    "",
    ...comparison.arguments.filter((one) => one.stance === stance).slice(0, 10).map((one) => {
      const where = cited([one.title || one.source, one.date?.slice(0, 10), one.sample ? S.sides.sample : ""].filter(Boolean).join(", "));
      return `- “${cited(one.sentence)}” (${/^https?:\/\/\S+$/i.test(one.url) ? `[${where}](<${one.url}>)` : where})`;
    }),
    "",
  ];
  return [
    `## ${first} ${S.form.versus} ${second}: ${cited(S.verdict[comparison.decision](comparison))}`, "",
    S.verdict.range(first, comparison.interval), "",
    `| | ${first} | ${second} | |`, "|---|---|---|---|", ...rows, "",
    ...side("FIRST", first), ...side("SECOND", second),
  ];
}

/** @param {object} found an answer with a comparison or standings @param {string} link */
export function markdown({ comparison, standings, question }, link) {
  const title = question?.text ?? (comparison ?? standings).objects.join(` ${S.form.versus} `);
  const body = comparison
    ? pairLines(comparison)
    : [
        ...standings.orders[0].places.map((place) => `${place.rank ?? "–"}. ${cited(place.object)}: ${S.order.place(place)}`), "",
        ...standings.comparisons.flatMap(pairLines),
      ];
  return [`# ${cited(title)}`, "", ...body, `<${link}>`, ""].join("\n");
}

/** Quote a value so that no spreadsheet takes it for a formula. */
const field = (value) => `"${String(value).replace(/^([=+\-@\t\r])/, "'$1").replaceAll('"', '""')}"`;

/** @param {object} found */
export function csv({ comparison, standings }) {
  const columns = ["first", "second", "stance", "score", "confidence", "aspects", "sentence", "title", "source", "date", "url", "sentence_id"];
  const rows = (comparison ? [comparison] : standings.comparisons).flatMap(({ objects, arguments: all }) =>
    all.map((one) => [...objects, one.stance, one.score.toFixed(4), one.confidence.toFixed(4), one.aspects.join("; "), one.sentence, one.title, one.source, one.date, one.url, one.sentence_id]));
  return [columns, ...rows].map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";
}

/** Hand a text to the person as a file. */
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A name for a file. @param {string[]} objects */
export const fileName = (objects, ending) => `${objects.join("-").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60)}.${ending}`;
