/* Pages grouped by theme: themes on the left, their rows on the right, and what matters leads to them. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { rows } from "./pages.js";

/** Return which themes are shown, with their rows: all, or what discusses something that matters. */
export function themesAbout({ clusters, discussing }, point) {
  const about = discussing.find(({ aspect }) => aspect === point);
  if (!about) return clusters.map(({ pairs }, number) => ({ number, pairs }));
  return about.clusters.map((number) => ({ number, pairs: clusters[number].pairs.filter((row) => about.pairs.includes(row)) }));
}

function points({ discussing }, chosen, choose) {
  const chip = ({ aspect, pairs }) => html`<button type="button" class="chip" aria-pressed=${String(aspect === chosen)} ?disabled=${!pairs.length}
    @click=${() => choose(aspect === chosen ? "" : aspect)}>${aspect} <small>${pairs.length}</small></button>`;
  return discussing.length
    ? html`<section class="filters" aria-label=${S.themes.points}><h3>${S.themes.points} <small>${S.themes.hint}</small></h3>
        <div class="chips"><div>${discussing.map(chip)}</div></div></section>`
    : nothing;
}

const specific = (phrases, name) => html`<p class="specific"><span class="visually-hidden">${S.themes.specific(name)}: </span>
  ${phrases.length ? phrases.join(" · ") : S.themes.unspecific}</p>`;

/**
 * Draw themes.
 * @param {object} found of the API
 * @param {{theme: number, point: string}} chosen
 * @param {{open: Function, shown: number, onMore: Function, onTheme: (number: number) => void, onPoint: (point: string) => void}} options
 */
export function themes(found, { theme, point }, options) {
  const shown = themesAbout(found, point);
  const now = shown.find(({ number }) => number === theme) ?? shown[0];
  const { specific: own, phrases: [name = S.themes.number(now.number + 1)] } = found.clusters[now.number];
  const item = ({ number, pairs }) => {
    const { size, phrases: [first = S.themes.number(number + 1), ...others] } = found.clusters[number];
    return html`<li><button type="button" class="theme" aria-current=${String(number === now.number)} @click=${() => options.onTheme(number)}>
      <b>${first}</b><span>${others.join(" · ")}</span><small>${S.themes.size(pairs.length, size)}</small></button></li>`;
  };
  return html`${points(found, point, options.onPoint)}
    <div class="themes"><nav aria-label=${S.themes.list}><ol>${shown.map(item)}</ol></nav>
      <section aria-label=${name}>${rows(found, now.pairs, { ...options, above: (index) => specific(own[index], found.objects[index]) })}</section></div>`;
}
