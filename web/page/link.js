/* Permalinks: the tab and what was asked, in the part of the address that no server sees. */

/** @typedef {{index: string, question: string, objects: string[], aspects: {name: string, weight: number}[], since: string, until: string,
 *   publisher: string, language: string, fast: boolean, classifier: string, generator: string, leftOut: string[], corrections: Record<string, string>,
 *   about: string, points: string}} Form */

const MAX = 10;
const MAX_CORRECTIONS = 200;
const STANCES = ["FIRST", "SECOND", "EQUAL", "NONE"];

/** Write what was asked, and how it was weighed. @param {Partial<Form>} form @returns {string} with # */
export function toHash({ index, question = "", objects = [], aspects = [], since, until, publisher, language, fast, classifier, generator, leftOut = [], corrections = {} }) {
  const query = new URLSearchParams();
  if (question) query.set("q", question);
  else for (const name of objects) query.append("o", name);
  for (const { name, weight } of aspects) query.append("a", `${weight}:${name}`);
  const single = { i: index, since, until, by: publisher, l: language, fast: fast ? "1" : "", c: classifier, g: generator };
  for (const [key, value] of Object.entries(single)) if (value) query.set(key, value);
  for (const id of leftOut) query.append("x", id);
  for (const [id, stance] of Object.entries(corrections)) query.append("s", `${stance}:${id}`);
  return address("compare", query);
}

const address = (tab, query) => (query.size ? `#${tab}?${query}` : `#${tab}`);

/** Write which pages were asked for. @param {string} tab @param {Partial<Form>} form @returns {string} with # */
export function pagesHash(tab, { index, objects = [], about, points }) {
  const query = new URLSearchParams(objects.map((name) => ["o", name]));
  if (index) query.set("i", index);
  if (about) query.set("about", about);
  if (points) query.set("p", points);
  return address(tab, query);
}

/** Write the same on another index, without what only holds for one. @param {string} hash @param {string} index */
export function onIndex(hash, index) {
  const [tab, text] = parts(hash);
  const query = new URLSearchParams(text);
  for (const key of ["i", "by", "l", "x", "s"]) query.delete(key);
  if (index) query.set("i", index);
  return address(tab || "compare", query);
}

/** Cut an address into the tab and what is asked of it. @returns {[string, string]} */
function parts(hash) {
  const whole = hash.startsWith("#") ? hash.slice(1) : hash;
  const at = whole.indexOf("?");
  return at < 0 ? [whole, ""] : [whole.slice(0, at), whole.slice(at + 1)];
}

/** Cut text at the first colon. @returns {[string, string]} */
function cut(text) {
  const at = text.indexOf(":");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Read an address; unknown and strange parts are left out. @param {string} hash @returns {{tab: string, index: string, form: Form | null}} */
export function fromHash(hash) {
  const [tab, asked] = parts(hash);
  const query = new URLSearchParams(asked);
  const text = (name) => query.get(name) ?? "";
  const aspects = query.getAll("a").slice(0, MAX).map(cut)
    .filter(([weight, name]) => ["1", "2", "3", "4", "5"].includes(weight) && name && name.length <= 100)
    .map(([weight, name]) => ({ name, weight: Number(weight) }));
  const corrections = query.getAll("s").slice(0, MAX_CORRECTIONS).map(cut).filter(([stance, id]) => STANCES.includes(stance) && id);
  const objects = query.getAll("o").slice(0, MAX);
  const form = {
    index: text("i"), question: text("q"), objects, aspects, since: text("since"), until: text("until"), publisher: text("by"), language: text("l"), fast: query.has("fast"),
    classifier: text("c"), generator: text("g"), leftOut: query.getAll("x").slice(0, MAX_CORRECTIONS),
    corrections: Object.fromEntries(corrections.map(([stance, id]) => [id, stance])), about: text("about"), points: text("p"),
  };
  return { tab: tab || "compare", index: form.index, form: form.question || objects.length > 1 ? form : null };
}
