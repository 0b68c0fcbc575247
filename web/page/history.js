/* Earlier comparisons, kept on this device. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { decided } from "../view/verdict.js";

const MOST = 30;

/** Add what was found to the front; the same question stands once. */
export function remember(entries, found, hash) {
  const { comparison, standings, question } = found;
  const title = question?.text ?? (comparison ?? standings).objects.join(` ${S.form.versus} `);
  const said = comparison ? decided(found) : S.order[standings.orders[0].decision](standings.orders[0]);
  return [{ hash, title, said }, ...entries.filter((entry) => entry.hash !== hash)].slice(0, MOST);
}

/** Draw the list. */
export const history = (entries, clear) =>
  entries.length
    ? html`<details class="history"><summary>${S.history.title} <small>${entries.length}</small></summary>
        <ol>${entries.map(({ hash, title, said }) => html`<li><a href=${hash}>${title}</a> <small>${said}</small></li>`)}</ol>
        <p><small>${S.history.hint}</small> <button type="button" class="plain" @click=${clear}>${S.history.clear}</button></p></details>`
    : nothing;
