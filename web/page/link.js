/* Permalinks: the tab and what was asked, in the part of the address that no server sees. */

/** @typedef {{question: string, objects: string[], aspects: {name: string, weight: number}[], fast: boolean,
 *   classifier: string, generator: string, about: string, points: string}} Form */

const MAX = 10;

/** Write what was asked. @param {Form} form @returns {string} with # */
export function toHash({ question, objects, aspects, fast, classifier, generator }) {
  const query = new URLSearchParams();
  if (question) query.set("q", question);
  else for (const name of objects) query.append("o", name);
  for (const { name, weight } of aspects) query.append("a", `${weight}:${name}`);
  if (fast) query.set("fast", "1");
  if (classifier) query.set("c", classifier);
  if (generator) query.set("g", generator);
  return `#compare?${query}`;
}

/** Write which pages were asked for. @param {string} tab @param {Partial<Form>} form @returns {string} with # */
export function pagesHash(tab, { objects, about, points }) {
  const query = new URLSearchParams(objects.map((name) => ["o", name]));
  if (about) query.set("about", about);
  if (points) query.set("p", points);
  return `#${tab}?${query}`;
}

/** Read an address; unknown and strange parts are left out. @param {string} hash @returns {{tab: string, form: Form | null}} */
export function fromHash(hash) {
  const [tab, rest = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const query = new URLSearchParams(rest);
  const aspects = query.getAll("a").slice(0, MAX).flatMap((text) => {
    const [, weight, name] = /^([1-5]):(.{1,100})$/s.exec(text) ?? [];
    return name ? [{ name, weight: Number(weight) }] : [];
  });
  const question = query.get("q") ?? "";
  const objects = query.getAll("o").slice(0, MAX);
  const text = (name) => query.get(name) ?? "";
  const form = { question, objects, aspects, fast: query.has("fast"), classifier: text("c"), generator: text("g"), about: text("about"), points: text("p") };
  return { tab: tab || "compare", form: question || objects.length > 1 ? form : null };
}
