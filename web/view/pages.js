/* Whole pages side by side: a column for each thing, a row for what is best read together. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { marked } from "./marks.js";
import { day, publisher, webAddress } from "./publisher.js";

/** The class of a column: two are told apart by colour too. */
const colour = (index, count) => (count === 2 ? ["one", "two"][index] : "any");

/** Join neighbours that are one page, and say of a page that comes again where it was first. */
function cells(pages) {
  const found = [];
  pages.forEach((page, index) => {
    const before = found.at(-1);
    if (page && before?.page?.id === page.id) return before.columns.push(index);
    const again = page ? found.find((one) => one.page?.id === page.id) : null;
    return found.push({ page, columns: [index], again: again ? again.columns[0] : null });
  });
  return found;
}

function title(page, words, open) {
  const address = webAddress(page.url);
  return address
    ? html`<a href=${address} target="_blank" rel="noopener noreferrer nofollow">${words}</a>`
    : html`<button type="button" @click=${() => open(page)}>${words}</button>`;
}

const foreign = ({ language }) => (!language || language.split("-")[0] === "en" ? "" : language);

function drawn({ page, columns, again }, { pages, objects, open }) {
  const [first] = columns;
  const names = columns.map((index) => objects[index]);
  if (!page) return html`<div class="cell missing"><p>${S.pages.none(names[0])}</p></div>`;
  const marks = columns.filter((index) => pages[index].snippet === page.snippet)
    .flatMap((index) => pages[index].highlights.map(([start, end]) => [start, end, colour(index, objects.length)]))
    .sort(([one], [other]) => one - other);
  const snippet = marked(page.snippet, marks.filter(([start], at) => !at || start >= marks[at - 1][1]));
  const isTitle = page.snippet === page.title;
  const about = [publisher(page), day(page.date), foreign(page), page.sample ? S.sides.sample : ""].filter(Boolean).join(" · ");
  return html`<div class="cell span-${columns.length}">
    <p class="for ${columns.length > 1 ? "together" : colour(first, objects.length)}">${columns.length > 1 ? S.pages.together(names) : S.pages.column(names[0])}</p>
    <h4>${title(page, isTitle ? snippet : page.title || S.pages.untitled, open)}</h4>
    ${again === null ? html`${isTitle || !page.snippet ? nothing : html`<p class="snippet" lang=${page.language || nothing}>${snippet}</p>`}<small>${about}</small>` : html`<small>${S.pages.same(objects[again])}</small>`}
  </div>`;
}

/**
 * Draw rows of pages.
 * @param {object} found of the API
 * @param {number[]} numbers of the rows
 * @param {{open: (page: object) => void, shown: number, onMore: () => void, above?: (index: number) => unknown}} options
 *   what stands above a column, and how many rows are shown
 */
export function rows({ objects, pairs }, numbers, { open, shown, onMore, above = () => nothing }) {
  const rest = numbers.length - shown;
  const head = (name, index) => html`<div class=${colour(index, objects.length)}><h3>${name}</h3>${above(index)}</div>`;
  const row = ({ pages }) => html`<li>${cells(pages).map((cell) => drawn(cell, { pages, objects, open }))}</li>`;
  return html`<div class="rows of-${objects.length}">
    <div class="heads">${objects.map(head)}</div>
    <ol>${numbers.slice(0, shown).map((number) => row(pairs[number]))}</ol>
    ${rest > 0 ? html`<button type="button" class="plain more" @click=${onMore}>${S.sides.more(Math.min(rest, 10))}</button>` : nothing}
  </div>`;
}
