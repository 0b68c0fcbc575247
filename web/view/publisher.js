/* Who published a text, when, and where it can be opened. */
import { S } from "../strings.js";

/** Return an address of the web, or nothing for what is none: no other scheme is ever followed. @param {string} url */
export function webAddress(url) {
  if (!url || !URL.canParse(url)) return "";
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : "";
}

/** Return the name of a publisher: the host of the address, else the source as the index calls it, if that is not the text's own key. */
export function publisher({ url, source, document: key }) {
  const address = webAddress(url);
  if (!address && source === key) return S.source.unnamed(key.split("-").at(-1));
  const host = address ? new URL(address).hostname : source.split("/")[0];
  return host.startsWith("www.") ? host.slice(4) : host;
}

/** Return the day of a date. @param {string} [date] of ISO 8601 */
export const day = (date) => (date ?? "").slice(0, 10);

/** Return the first and the last year of dated texts; null when none is dated. @param {{date: string}[]} texts */
export function years(texts) {
  const known = texts.map(({ date }) => (date ?? "").slice(0, 4)).filter(Boolean).sort();
  return known.length ? [known[0], known.at(-1)] : null;
}

/** Count sources by publisher, the most first. @param {{sources: string[]}[]} texts @returns {[string, number][]} */
export function kinds(texts) {
  const names = new Set(texts.flatMap(({ sources }) => sources));
  const keys = new Set(texts.map(({ document: key }) => key));
  const counts = new Map();
  for (const name of names) {
    const kind = keys.has(name) ? S.source.unnamed("") : name.split("/")[0];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}
