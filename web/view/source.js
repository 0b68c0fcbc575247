/* A cited sentence where it stands, three sentences around it, and the whole document on request. */
import { html, nothing, render } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { get } from "../api.js";
import { day, publisher, webAddress } from "./publisher.js";

/** @param {string} id of a sentence */
const documentOf = (id) => id.slice(0, id.lastIndexOf("#"));

export class SourceDialog {
  /** @param {ParentNode} host where the dialog is added */
  constructor(host) {
    this.dialog = document.createElement("dialog");
    this.dialog.setAttribute("aria-labelledby", "source-title");
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    host.append(this.dialog);
  }

  /** Open a whole page of the index. @param {object} page of a list of results */
  read(page) {
    this.open({ ...page, sentence: page.snippet, sentence_id: `${page.id}#` }, true);
  }

  /** Open the source of a citation or an argument; its `index` is where it was found. */
  open(cited, whole = false) {
    Object.assign(this, { cited, id: cited.sentence_id, sentences: null, whole, failed: "" });
    this.#draw();
    if (!this.dialog.open) this.dialog.showModal();
    this.#load();
  }

  async #load() {
    const { cited, id, whole } = this;
    const query = new URLSearchParams({ index: cited.index ?? "" });
    const path = whole
      ? `api/v1/documents/${encodeURIComponent(documentOf(id))}?${query}`
      : `api/v1/sentences/${encodeURIComponent(id)}/context?${query}`;
    const still = () => cited === this.cited && id === this.id && whole === this.whole;
    try {
      const { sentences } = await get(path);
      if (still()) Object.assign(this, { sentences, failed: "" });
    } catch (error) {
      if (still()) this.failed = error.message;
    }
    if (!still()) return;
    this.#draw();
    this.dialog.querySelector("mark")?.scrollIntoView({ block: "center" });
  }

  #choose(id) {
    Object.assign(this, { id, whole: false });
    this.#load();
  }

  #draw() {
    const { cited, id, sentences, whole, failed } = this;
    const places = [cited.sentence_id, ...(cited.copies ?? [])];
    const about = [publisher(cited), day(cited.date), cited.sample ? S.source.sample : ""].filter(Boolean).join(" · ");
    const address = webAddress(cited.url);
    const body = sentences ?? [{ id, text: cited.sentence }];
    const draw = (one) => (one.id === id && (sentences || !whole) ? html`<mark>${one.text}</mark> ` : html`<span>${one.text}</span> `);
    render(html`
      <h2 id="source-title">${cited.title || S.source.fallback}</h2>
      <p class="about">${about}</p>
      ${places.length > 1
        ? html`<label class="places-of">${S.source.which} <select @change=${(event) => this.#choose(event.target.value)}>
            ${places.map((place) => html`<option value=${place} ?selected=${place === id}>${documentOf(place)}</option>`)}</select></label>`
        : nothing}
      <div class="context" tabindex="0" role="group" aria-labelledby="source-title"><p>${body.map(draw)}</p>
        ${failed ? html`<p class="failed" role="alert">${S.source.failed(failed)}</p>` : nothing}</div>
      <footer>
        <button type="button" ?hidden=${whole} @click=${() => ((this.whole = true), this.#draw(), this.#load())}>${S.source.whole}</button>
        ${address
          ? html`<a href=${address} target="_blank" rel="noopener noreferrer nofollow">${S.source.original}</a>`
          : nothing}
        <button type="button" class="close" @click=${() => this.dialog.close()}>${S.source.close}</button>
      </footer>`, this.dialog);
  }
}
