/* What matters to the user: a row each, with a slider from 1 to 5. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";

const MOST = 10;

/** Draw a slider. @param {string} name @param {number} weight @param {(weight: number) => void} change */
export const slider = (name, weight, change) => html`<label class="slider">
  <input type="range" min="1" max="5" step="1" .value=${String(weight)} aria-label=${S.form.weight(name)} aria-valuetext="${weight}, ${S.form.weights[weight]}"
    @input=${(event) => change(Number(event.target.value))}><output aria-hidden="true">${weight}</output>
</label>`;

/** Draw the rows. @param {{state: object, set: Function}} store */
export function aspects({ state: { form }, set }) {
  const put = (rows) => set({ form: { ...form, aspects: rows } });
  const change = (index, part) => put(form.aspects.with(index, { ...form.aspects[index], ...part }));
  const row = ({ name, weight }, index) => html`<div class="aspect-row">
    <input aria-label=${S.form.aspect} placeholder=${S.form.aspectExample} maxlength="100" .value=${name} @input=${(event) => change(index, { name: event.target.value })}>
    ${slider(name, weight, (value) => change(index, { weight: value }))}
    <button type="button" class="remove" aria-label=${S.form.remove(name)} @click=${() => put(form.aspects.filter((_, at) => at !== index))}>✕</button>
  </div>`;
  const add = () => put([...form.aspects, { name: "", weight: 1 }]);
  return html`<fieldset class="aspects"><legend>${S.form.aspects}</legend>${form.aspects.map(row)}
    ${form.aspects.length < MOST ? html`<button type="button" class="plain" @click=${add}>+ ${S.form.addAspect}</button>` : nothing}</fieldset>`;
}
