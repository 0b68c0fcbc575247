/* Texts of people: files are sent and become part of an index; those that are in it are listed and can be taken out. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { texts, upload } from "../api.js";
import { toHash } from "./link.js";

const KEY = "whichever.key";

/** What is known before anything is sent; `held` are the texts that are there, as far as they were asked for. */
export const NO_TEXTS = { open: false, held: null, sending: null, said: [], failed: "" };

/** The key as it is remembered while this window is open. */
const key = () => sessionStorage.getItem(KEY) ?? "";

export class Texts {
  /** @param {{state: object, set: Function}} store @param {() => void} changed is told when the index holds something else */
  constructor(store, changed) {
    Object.assign(this, { store, changed });
  }

  #put(changes) {
    this.store.set({ texts: { ...this.store.state.texts, ...changes } });
  }

  /** Do something with the texts, and list them anew. @param {() => Promise<void>} act */
  async #and(act) {
    this.#put({ failed: "" });
    await act().catch((error) => this.#put({ failed: error.message }));
    const held = await texts("GET", key()).then(({ texts: all }) => all, () => null);
    this.#put({ held, sending: null });
  }

  #add(event) {
    event.preventDefault();
    const { key: given, files } = event.target.elements;
    sessionStorage.setItem(KEY, given.value.trim());
    const chosen = [...files.files];
    this.#put({ said: [] });
    return this.#and(async () => {
      for (const file of chosen) {
        this.#put({ sending: { name: file.name, words: S.texts.sending, share: 0 } });
        const added = await upload(file, key(), (words, share) => this.#put({ sending: { name: file.name, words: S.texts[words], share } }));
        this.#put({ said: [...this.store.state.texts.said, added] });
        this.changed();
      }
      event.target.reset();
    });
  }

  #remove(name) {
    return this.#and(async () => {
      await texts("DELETE", key(), name);
      this.#put({ said: [] });
      this.changed();
    });
  }

  #toggle({ target: { open } }) {
    this.#put({ open });
    if (open && key() && !this.store.state.texts.held) this.#and(async () => {});
  }

  #progress({ name, words, share }) {
    const told = words(name, share);
    return html`<p class="sending"><span role="status">${told}</span> <progress max="1" .value=${share} aria-label=${told}></progress></p>`;
  }

  #held(held) {
    return html`<ul class="held" aria-label=${S.texts.held}>${held.map(({ name, sentences }) => html`<li>${name} <small>${S.form.sentences(sentences)}</small>
      <button type="button" class="plain" aria-label=${S.form.remove(name)} @click=${() => this.#remove(name)}>${S.texts.remove}</button></li>`)}</ul>`;
  }

  /** Draw what adds texts to an index, and what was added. @param {string} index its name @param {boolean} searched whether it is searched now */
  draw(index, searched) {
    const { open, held, sending, said, failed } = this.store.state.texts;
    return html`<details class="texts" .open=${open} @toggle=${(event) => this.#toggle(event)}>
      <summary>${S.texts.title(index)}</summary>
      <form class="folded" @submit=${(event) => this.#add(event)}>
        <label class="field">${S.texts.key} <input type="password" name="key" autocomplete="off" required .value=${key()}></label>
        <label class="field">${S.texts.files} <input type="file" name="files" multiple required></label>
        <button type="submit" class="primary" ?disabled=${Boolean(sending)}>${S.texts.add}</button>
      </form>
      ${sending ? this.#progress(sending) : nothing}
      ${failed ? html`<p class="notice failed" role="alert">${failed}</p>` : nothing}
      ${said.length
        ? html`<div class="notice" role="status">${said.map((one) => html`<p>${S.texts.added(one)}</p>`)}
            ${searched ? nothing : html`<p><a href=${toHash({ index })}>${S.texts.ask(index)}</a></p>`}</div>`
        : nothing}
      ${held?.length ? this.#held(held) : nothing}
      <p class="hint">${S.texts.hint}</p>
    </details>`;
  }
}
