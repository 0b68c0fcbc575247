/* The ways to look for an answer: what each asks of the service, and how it shows what was found. */
import { html, nothing } from "../vendor/lit-html.js";
import { get, post } from "../api.js";
import { answer } from "../view/blocks.js";
import { halves } from "../view/bars.js";
import { percent } from "../strings.js";
import { S } from "./strings.js";

const SHOWN = 20;
const WEIGHT = 5;

const where = ({ title, source }) => html`<small>${title || source}</small>`;

/** CAM's columns hold the sentences of each thing by its own score. */
function columns({ object1, object2 }) {
  const sides = [object1, object2];
  const [first, second] = sides.map(({ totalPoints }) => totalPoints);
  const all = first + second || 1;
  const label = sides.map(({ name, totalPoints }) => `${name} ${percent(totalPoints / all)}`).join(", ");
  return html`<p>${label}</p>${halves(first / all, second / all, label)}
    <div class="columns">${sides.map(({ name, sentences }) => html`<section><h2>${name}</h2>
      ${sentences.length ? html`<ol>${sentences.slice(0, SHOWN).map(({ text }) => html`<li>${text}</li>`)}</ol>` : S.nothing}</section>`)}</div>`;
}

/** Name → how it asks, given what was typed into its fields, and how it draws the reply. */
export const WAYS = {
  ours: {
    ask: ([question]) => post("api/v1/ask", { question, length: "full" }),
    draw: ({ blocks, citations }, open) => answer(blocks, citations, open),
  },
  cam: {
    ask: ([objectA, objectB, aspect]) => get(`cam?${new URLSearchParams({ objectA, objectB, ...(aspect ? { aspect1: aspect, weight1: WEIGHT } : {}) })}`),
    draw: columns,
  },
  keywords: {
    ask: ([q]) => get(`api/v1/search?${new URLSearchParams({ q, k: 50 })}`),
    draw: ({ hits }) => (hits.length ? html`<ol>${hits.map((hit) => html`<li>${hit.sentence} ${where(hit)}</li>`)}</ol>` : S.nothing),
  },
};

/** Draw the fields of a way. @param {string} name @param {boolean} busy @param {() => void} typing @param {(words: string[]) => void} ask */
export function search(name, busy, typing, ask) {
  const submit = (event) => {
    event.preventDefault();
    ask([...event.target.querySelectorAll("input")].map(({ value }) => value.trim()));
  };
  return html`<form class="search" @submit=${submit} @input=${typing}>
    ${S.fields[name].map((label, index) => html`<label>${label} <input type="text" maxlength="200" autocomplete="off" ?required=${index < 2}></label>`)}
    <button type="submit" class="primary" ?disabled=${busy}>${S.search}</button>
    ${busy ? html`<span role="status">${S.searching}</span>` : nothing}</form>`;
}
