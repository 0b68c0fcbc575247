/* The question as it was read: each word can be made a thing, something that matters or neither, and compared again. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";

const NEXT = { none: "object", object: "aspect", aspect: "none", predicate: "object" };
const TAIL = "?!,;";

/** Cut a question into words, each with its label and the span it stands in. @param {object} question of the API */
export function tokens(question) {
  const words = [];
  let start = 0;
  for (const word of question.text.split(" ")) {
    const characters = Array.from(word);
    let length = characters.length;
    while (length && TAIL.includes(characters[length - 1])) length -= 1;
    const [text, tail] = [characters.slice(0, length).join(""), characters.slice(length).join("")];
    const begin = start;
    const at = question.spans.findIndex((span) => span.start < begin + length && begin < span.end);
    if (word) words.push({ text, tail, label: at < 0 ? "none" : question.spans[at].label, group: at < 0 ? `word ${begin}` : `span ${at}` });
    start += characters.length + 1;
  }
  return words;
}

/** Return the names with a label: neighbours of one span, or changed alike, are one name. */
export function named(words, label) {
  const names = [];
  let before = null;
  for (const word of words) {
    const joins = before?.label === label && !before.tail && (before.group === word.group || (before.changed && word.changed));
    if (word.label === label && word.text) {
      if (joins) names[names.length - 1] += ` ${word.text}`;
      else names.push(word.text);
    }
    before = word;
  }
  return names;
}

/**
 * Draw the words.
 * @param {object[]} words
 * @param {(words: object[]) => void} change
 * @param {(() => void) | null} again null when nothing was changed
 */
export function question(words, change, again) {
  const turn = (index) => change(words.with(index, { ...words[index], label: NEXT[words[index].label], changed: true }));
  return html`<section class="read" aria-label=${S.question.title}><h2>${S.question.title}</h2>
    <p class="words">${words.map(({ text, tail, label }, index) => html`<button type="button" class="word ${label}"
      aria-label=${S.question.word(text, S.question.labels[label])} title=${S.question.labels[label]} @click=${() => turn(index)}>${text}</button>${tail} `)}</p>
    <p class="hint"><span class="word object">${S.question.labels.object}</span> <span class="word aspect">${S.question.labels.aspect}</span>
      ${S.question.hint} ${again ? html`<button type="button" class="primary small" @click=${again}>${S.question.again}</button>` : nothing}</p>
  </section>`;
}
