/* What is asked: a question, or things and points of view by name; and how it is answered. */
import { html } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { aspects } from "./aspects.js";

export const MOST_THINGS = 6;

function choice(label, role, value, change) {
  if (!role) return "";
  return html`<label class="choice">${label}
    <select @change=${(event) => change(event.target.value === role.default ? "" : event.target.value)}>
      ${role.names.map((name) => html`<option value=${name} ?selected=${name === (value || role.default)}>${name === role.default ? S.form.byDefault(name) : name}</option>`)}
    </select></label>`;
}

function options({ state: { form, components }, set }) {
  const put = (part) => set({ form: { ...form, ...part } });
  return html`<details class="options"><summary>${S.form.options}</summary><div>
    <label class="choice"><span><input type="checkbox" .checked=${form.fast} @change=${(event) => put({ fast: event.target.checked })}> ${S.form.fast}</span></label>
    ${choice(S.form.classifier, components?.classifier, form.classifier, (classifier) => put({ classifier }))}
    ${choice(S.form.generator, components?.generator, form.generator, (generator) => put({ generator }))}
  </div></details>`;
}

/**
 * Draw the forms.
 * @param {{state: object, set: Function}} store
 * @param {import("./things.js").Things} things
 * @param {{ask: () => void, compare: () => void, reset: () => void}} actions
 */
export function form(store, things, { ask, compare, reset }) {
  const { form: asked, running, naming } = store.state;
  const names = [...asked.objects, ...asked.aspects.map(({ name }) => name)].filter(Boolean);
  const submit = (act) => (event) => (event.preventDefault(), act());
  return html`<div class="asking card">
    <form class="question" role="search" @submit=${submit(ask)}>
      <input type="text" id="question" aria-label=${S.form.question} placeholder=${S.form.example} maxlength="2000" autocomplete="off" enterkeyhint="search"
        .value=${asked.question} @input=${(event) => store.set({ form: { ...asked, question: event.target.value } })}>
      <button type="submit" class="primary" ?disabled=${Boolean(running)}>${S.form.compare}</button>
    </form>
    <details class="naming" .open=${naming} @toggle=${(event) => store.set({ naming: event.target.open })}>
      <summary>${naming || names.length < 2 ? S.form.divider : S.form.change(names)}</summary>
      <form class="named" @submit=${submit(compare)}>
        ${things.draw(MOST_THINGS)} ${aspects(store)} ${options(store)}
        <div class="buttons"><button type="submit" class="primary" ?disabled=${Boolean(running)}>${S.form.compareThese}</button>
          <button type="button" class="plain" @click=${reset}>${S.form.reset}</button></div>
      </form>
    </details>
  </div>`;
}
