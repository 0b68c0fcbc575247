/* What can be done with a result: link, export, print, and an opinion that stays on this device. */
import { html } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { csv, download, fileName, markdown } from "./export.js";

/** Draw the tools of a result. */
export function tools(found, state, actions) {
  const { objects } = found.comparison ?? found.standings;
  const save = (ending, type, make) => () => download(fileName(objects, ending), type, make());
  const button = (label, act) => html`<button type="button" class="plain" @click=${act}>${label}</button>`;
  const { stages: _, ...answer } = found;
  return html`<footer class="tools" aria-label=${S.tools.label}>
    <div>${button(state.copied ? S.tools.copied : S.tools.link, actions.copy)}
      ${button(S.tools.markdown, save("md", "text/markdown", () => markdown(found, location.href)))}
      ${button(S.tools.json, save("json", "application/json", () => JSON.stringify({ ...answer, opinions: state.opinions }, null, 2)))}
      ${button(S.tools.csv, save("csv", "text/csv", () => csv(found)))}
      ${button(S.tools.print, () => print())}</div>
    <div role="status">${state.useful === null
      ? html`<span>${S.tools.useful}</span> ${button(S.tools.yes, () => actions.useful(true))} ${button(S.tools.no, () => actions.useful(false))}`
      : S.tools.thanks}</div>
  </footer>`;
}
