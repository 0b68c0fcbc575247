/* What can be done with a result: link, export, print. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { csv, download, fileName, json, markdown } from "./export.js";

/** Copy text, also where the page is not served securely. @param {string} text @returns {Promise<boolean>} whether it was copied */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "visually-hidden" });
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    focused?.focus({ preventScroll: true });
    return copied;
  }
}

/** Draw the tools of a result. @param {object} found @param {string} link @param {{copied: string}} state @param {(link: string) => void} copy */
export function tools(found, link, { copied }, copy) {
  const { objects } = found.comparison ?? found.standings;
  const save = (ending, type, make) => () => download(fileName(objects, ending), type, make(found, link));
  const button = (label, act) => html`<button type="button" class="plain" @click=${act}>${label}</button>`;
  return html`<footer class="tools" role="group" aria-label=${S.tools.label}>
    ${button(S.tools.link, () => copy(link))} ${button(S.tools.markdown, save("md", "text/markdown", markdown))}
    ${button(S.tools.json, save("json", "application/json", json))} ${button(S.tools.csv, save("csv", "text/csv", csv))}
    ${button(S.tools.print, () => print())}
    <span role="status">${copied ? S.tools[copied] : nothing}</span>
  </footer>`;
}
