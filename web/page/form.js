/* What is asked: a question; folded below it the same by name, with what matters, and how it is answered. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { aspects } from "./aspects.js";
import { question } from "./question.js";

export const MOST_THINGS = 6;

function choice(label, role, value, change) {
  if (!role) return "";
  return html`<label class="choice">${label}
    <select @change=${(event) => change(event.target.value === role.default ? "" : event.target.value)}>
      ${role.names.map((name) => html`<option value=${name} ?selected=${name === (value || role.default)}>${name === role.default ? S.form.byDefault(name) : name}</option>`)}
    </select></label>`;
}

function options({ state: { form, components, corpus }, set }) {
  const put = (part) => set({ form: { ...form, ...part } });
  const year = (name) => html`<label class="choice">${S.form[name]} <input type="number" min="1900" max="2100" placeholder=${S.form.anyYear}
    .value=${form[name]} @input=${(event) => put({ [name]: event.target.value })}></label>`;
  const publishers = corpus?.publishers.filter(({ documents }) => documents > 1).map(({ name }) => name) ?? [];
  if (form.publisher && !publishers.includes(form.publisher)) publishers.push(form.publisher);
  const by = html`<label class="choice">${S.form.publisher}
    <select @change=${(event) => put({ publisher: event.target.value })}>
      ${["", ...publishers].map((name) => html`<option value=${name} ?selected=${name === form.publisher}>${name || S.form.anyPublisher}</option>`)}
    </select></label>`;
  const languages = corpus?.languages ?? [];
  const spoken = html`<label class="choice">${S.form.language}
    <select @change=${(event) => put({ language: event.target.value })}>
      ${[...new Set(["", ...languages, form.language])].map((name) => html`<option value=${name} ?selected=${name === form.language}>${name ? S.form.languageOf(name) : S.form.anyLanguage}</option>`)}
    </select></label>`;
  return html`<details class="options"><summary>${S.form.options}</summary><div>
    ${year("since")} ${year("until")} ${publishers.length ? by : ""} ${languages.length > 1 || form.language ? spoken : ""}
    ${choice(S.form.classifier, components?.classifier, form.classifier, (classifier) => put({ classifier }))}
    ${choice(S.form.generator, components?.generator, form.generator, (generator) => put({ generator }))}
    <label class="choice"><span><input type="checkbox" .checked=${form.fast} @change=${(event) => put({ fast: event.target.checked })}> ${S.form.fast}</span></label>
  </div></details>`;
}

/**
 * Draw the forms.
 * @param {{state: object, set: Function}} store
 * @param {import("./objects.js").Objects} things
 * @param {import("./comparing.js").Comparing} comparing
 * @param {() => void} reset
 */
export function form(store, things, comparing, reset) {
  const { form: asked, running, naming, words, changed } = store.state;
  const names = [...asked.objects, ...asked.aspects.map(({ name }) => name)].filter(Boolean);
  const submit = (act) => (event) => (event.preventDefault(), act());
  return html`<div class="asking">
    <form class="question" role="search" @submit=${submit(() => comparing.ask())}>
      <input type="text" id="question" aria-label=${S.form.question} placeholder=${S.form.example} maxlength="2000" autocomplete="off" enterkeyhint="search"
        .value=${asked.question} @input=${(event) => store.set({ form: { ...asked, question: event.target.value } })}>
      <button type="submit" class="primary" ?disabled=${Boolean(running)}>${S.form.compare}</button>
    </form>
    <details class="naming" .open=${naming} @toggle=${(event) => store.set({ naming: event.target.open })}>
      <summary>${names.length < 2 ? S.form.divider : S.form.change(names)}</summary>
      <div class="folded">
        ${words ? question(words, (each) => store.set({ words: each, changed: true }), changed ? () => comparing.compareWords() : null) : nothing}
        <form class="by-name" @submit=${submit(() => comparing.compare())}>
          ${things.draw(MOST_THINGS)} ${aspects(store)} ${options(store)}
          <div class="buttons"><button type="submit" class="primary" ?disabled=${Boolean(running)}>${S.form.compareThese}</button>
            <button type="button" class="plain" @click=${reset}>${S.form.reset}</button></div>
        </form>
      </div>
    </details>
  </div>`;
}
