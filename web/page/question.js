/* The question as it was read: each word can be made a thing, a point of view or neither, and the comparison run again. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";

const NEXT = { none: "object", object: "aspect", aspect: "none", predicate: "object" };

/** Cut a question into words, each with its label and the span it stands in. @param {object} question of the API */
export function tokens(question) {
  const points = [...question.text];
  const units = (offset) => points.slice(0, offset).join("").length;
  const spans = question.spans.map((span) => ({ ...span, start: units(span.start), end: units(span.end) }));
  return [...question.text.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
    const [, text, tail] = /^(.*?)([?!,;]*)$/su.exec(word);
    const at = spans.findIndex(({ start, end }) => start < index + text.length && index < end);
    return [{ text, tail, label: at < 0 ? "none" : spans[at].label, group: at < 0 ? `word ${index}` : `span ${at}` }];
  });
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
  return html`<section class="read" aria-label=${S.question.title}>
    <p class="words">${words.map(({ text, tail, label }, index) => html`<button type="button" class="word ${label}"
      aria-label=${S.question.word(text, S.question.labels[label])} title=${S.question.labels[label]} @click=${() => turn(index)}>${text}</button>${tail} `)}</p>
    <p class="hint"><span class="key object">${S.question.labels.object}</span> <span class="key aspect">${S.question.labels.aspect}</span>
      ${S.question.hint} ${again ? html`<button type="button" class="primary small" @click=${again}>${S.question.again}</button>` : nothing}</p>
  </section>`;
}
