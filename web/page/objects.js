/* The names to compare: fields that complete what is typed from the names in the index. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { get } from "../api.js";

const WAIT_MS = 120;
const SHOWN = 8;

/** Holds the suggestions of the field that has the focus. */
export class Objects {
  #timer = 0;
  #asked = null;

  /** @param {{state: object, set: Function}} store with form and suggest */
  constructor(store) {
    this.store = store;
  }

  /** Ask for completions of a field. */
  #ask(index) {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    this.#timer = setTimeout(async () => {
      const { objects } = this.store.state.form;
      const beside = objects.find((name, at) => name && at !== index) ?? "";
      if (!objects[index] && !beside) return this.close();
      this.#asked = new AbortController();
      const query = new URLSearchParams({ index: this.store.state.form.index, q: objects[index].slice(0, 100), beside: beside.slice(0, 100), k: SHOWN });
      try {
        const { names } = await get(`api/v1/suggest?${query}`, this.#asked.signal);
        const fresh = names.filter(({ name }) => !objects.includes(name));
        this.store.set({ suggest: { index, names: fresh, active: -1 } });
      } catch {
        this.close(); // it only helps: without it names are typed out
      }
    }, WAIT_MS);
  }

  close() {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    this.store.set({ suggest: null });
  }

  #change(index, name) {
    const objects = this.store.state.form.objects.with(index, name);
    this.store.set({ form: { ...this.store.state.form, objects } });
  }

  #choose(index, name) {
    this.#change(index, name);
    this.close();
  }

  #remove(index) {
    const objects = this.store.state.form.objects.filter((_, at) => at !== index);
    this.store.set({ form: { ...this.store.state.form, objects }, suggest: null });
  }

  #key(event, index) {
    const { suggest } = this.store.state;
    if (suggest?.index !== index || !suggest.names.length) return;
    const count = suggest.names.length;
    const moves = { ArrowDown: suggest.active + 1, ArrowUp: suggest.active < 0 ? count - 1 : suggest.active - 1 };
    if (event.key in moves) {
      event.preventDefault();
      this.store.set({ suggest: { ...suggest, active: (moves[event.key] + count) % count } });
    } else if (event.key === "Enter" && suggest.active >= 0) {
      event.preventDefault();
      this.#choose(index, suggest.names[suggest.active].name);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    }
  }

  #list(index) {
    const { names, active } = this.store.state.suggest;
    const option = ({ name, sentences }, at) => html`<li role="option" id="suggestion-${at}" aria-selected=${String(at === active)}
      @mousedown=${(event) => event.preventDefault()} @click=${() => this.#choose(index, name)}>
      <span>${name}</span> <small>${S.form.sentences(sentences)}</small></li>`;
    return html`<ul role="listbox" id="suggestions" aria-label=${S.form.suggestions}>${names.map(option)}</ul>`;
  }

  #field(name, index, count) {
    const { suggest } = this.store.state;
    const open = suggest?.index === index && suggest.names.length > 0;
    return html`<div class="thing">
      <input role="combobox" aria-autocomplete="list" aria-expanded=${String(open)} aria-controls=${open ? "suggestions" : nothing}
        aria-activedescendant=${open && suggest.active >= 0 ? `suggestion-${suggest.active}` : nothing}
        aria-label=${S.form.thing(index + 1)} placeholder=${S.form.thing(index + 1)} maxlength="100" autocomplete="off" spellcheck="false" .value=${name}
        @input=${(event) => (this.#change(index, event.target.value), this.#ask(index))}
        @focus=${() => this.#ask(index)} @blur=${() => this.close()} @keydown=${(event) => this.#key(event, index)}>
      ${count > 2 ? html`<button type="button" class="remove" aria-label=${S.form.remove(name)} @click=${() => this.#remove(index)}>✕</button>` : nothing}
      ${open ? this.#list(index) : nothing}
    </div>`;
  }

  /** Draw the fields. @param {number} most */
  draw(most) {
    const { form } = this.store.state;
    const fields = form.objects.map((name, index) => [
      index ? html`<span class="versus">${S.form.versus}</span>` : nothing,
      this.#field(name, index, form.objects.length),
    ]);
    const add = () => this.store.set({ form: { ...form, objects: [...form.objects, ""] } });
    return html`<fieldset class="things"><legend>${S.form.things}</legend>${fields}
      ${form.objects.length < most ? html`<button type="button" class="plain" @click=${add}>+ ${S.form.add}</button>` : nothing}</fieldset>`;
  }
}
