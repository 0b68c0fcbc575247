/* The tabs of whole pages: what is asked, how it is fetched, and what came of it. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { post } from "../api.js";
import { rows } from "../view/pages.js";
import { themes } from "../view/themes.js";
import { MOST_THINGS } from "./form.js";
import { fromHash, pagesHash } from "./link.js";

const PATHS = { pages: "api/v1/pages/pairs", themes: "api/v1/pages/clusters" };
const MOST_POINTS = 10;
/** What is shown at first: -1 is the first theme that there is. */
const VIEW = { shown: 10, theme: -1, point: "" };

/** What a tab of pages knows. */
export const NOTHING_ASKED = { hash: "", found: null, failed: "", running: null, naming: true, ...VIEW };

const split = (points) => [...new Set(points.split(",").map((name) => name.trim()).filter(Boolean))].slice(0, MOST_POINTS);

/** Return what matters in a verdict, asked for or found, as they are written in a field. */
export const pointsOf = ({ asked = [], aspects = [] }) => split([...asked, ...aspects].map(({ name }) => name).join(",")).join(", ");

export class Pages {
  /**
   * @param {{state: object, set: Function}} store
   * @param {"pages" | "themes"} tab
   * @param {{things: import("./objects.js").Objects, source: import("../view/source.js").SourceDialog, arrived: () => void}} parts
   */
  constructor(store, tab, parts) {
    Object.assign(this, { store, tab, ...parts });
  }

  get #now() {
    return this.store.state[this.tab];
  }

  #put(changes) {
    this.store.set({ [this.tab]: { ...this.#now, ...changes } });
  }

  /** Where the tab leads: to pages about the things that are named. */
  get address() {
    const { form, found } = this.store.state;
    const { index } = form;
    const objects = form.objects.map((name) => name.trim()).filter(Boolean);
    if (objects.length < 2) return pagesHash(this.tab, { index });
    const verdict = found?.comparison ?? {};
    const mined = verdict.objects?.join() === objects.join() ? pointsOf(verdict) : "";
    const points = this.tab === "themes" ? form.points || mined : "";
    return pagesHash(this.tab, { index, objects, about: form.about.trim(), points });
  }

  /** What the pages that are shown are about. */
  get title() {
    const { found } = this.#now;
    return found ? `${found.objects.join(` ${S.form.versus} `)}: ${S.pages.title[this.tab]}` : "";
  }

  /** Show what an address says. @param {import("./link.js").Form | null} asked @param {string} hash */
  follow(asked, hash) {
    if (!asked || asked.objects.length < 2 || hash === this.#now.hash) return;
    const { objects, about, points } = asked;
    const { form } = this.store.state;
    this.store.set({ form: { ...form, objects, about, points: this.tab === "themes" ? points : form.points } });
    this.#run(asked, hash);
  }

  async #run({ index, objects, about, points }, hash) {
    this.#now.running?.abort();
    const running = new AbortController();
    this.#put({ hash, running, failed: "", naming: false });
    const aspects = split(points);
    const body = { index, objects, aspect: about, ...(this.tab === "themes" ? { aspects } : {}) };
    try {
      const found = await post(PATHS[this.tab], body, running.signal);
      if (this.#now.running !== running) return;
      const alone = found.discussing?.length === 1 && found.discussing[0].pairs.length ? aspects[0] : "";
      this.#put({ running: null, found, naming: !found.pairs.length, ...VIEW, point: alone });
      if (this.store.state.tab === this.tab) this.arrived();
    } catch (error) {
      if (this.#now.running !== running) return;
      this.#put({ hash: "", running: null, found: null, naming: true, failed: error.name === "AbortError" ? S.pages.cancelled : error.message });
    }
  }

  #ask(event) {
    event.preventDefault();
    const { address } = this;
    if (!fromHash(address).form) return this.#put({ failed: S.form.tooFew, found: null, hash: "" });
    if (address !== location.hash) window.history.pushState(null, "", address);
    return this.follow(fromHash(address).form, address);
  }

  #form() {
    const { form } = this.store.state;
    const { naming, running } = this.#now;
    const named = [...form.objects, form.about].filter(Boolean);
    const field = (name, label, example) => html`<label class="field">${label}
      <input type="text" name=${name} maxlength=${name === "about" ? 100 : 1000} autocomplete="off" placeholder=${example} .value=${form[name]}
        @input=${(event) => this.store.set({ form: { ...form, [name]: event.target.value } })}></label>`;
    return html`<div class="asking"><details class="naming" .open=${naming} @toggle=${(event) => this.#put({ naming: event.target.open })}>
      <summary>${naming || named.length < 2 ? S.pages.divider : S.form.change(named)}</summary><form class="by-name" @submit=${(event) => this.#ask(event)}>
      ${this.things.draw(MOST_THINGS)}
      <div class="fields">${field("about", S.pages.about, S.pages.aboutExample)}
        ${this.tab === "themes" ? field("points", S.pages.points, S.form.aspectExample) : nothing}
        <button type="submit" class="primary" ?disabled=${Boolean(running)}>${S.pages.find[this.tab]}</button></div>
    </form></details></div>`;
  }

  #loading() {
    return html`<section class="looking" aria-label=${S.pages.looking[this.tab]}>
      <div class="progress-head"><h2 role="status">${S.pages.looking[this.tab]}</h2>
        <button type="button" class="plain" @click=${() => this.#now.running.abort()}>${S.progress.cancel}</button></div>
      <progress aria-label=${S.pages.looking[this.tab]}></progress></section>`;
  }

  #found({ found, shown, theme, point }) {
    const { objects, pairs } = found;
    const counts = objects.map((name, index) => [name, found.found[index]]);
    const missing = counts.filter(([, count]) => !count).map(([name]) => name);
    const said = found.notice ? html`<p class="notice">${found.notice}</p>` : nothing;
    if (!pairs.length) return html`<div class="missing" role="status"><p>${S.pages.nothing(missing.length ? missing : objects)}</p>${said}</div>`;
    const options = {
      open: (page) => this.source.read({ ...page, index: this.store.state.form.index }),
      shown,
      onMore: () => this.#put({ shown: shown + 10 }),
      onTheme: (number) => this.#put({ theme: number, shown: VIEW.shown }),
      onPoint: (chosen) => this.#put({ ...VIEW, point: chosen }),
    };
    return html`<article class="result" aria-label=${S.pages.label(objects)}>
      <h2 class="visually-hidden">${S.pages.label(objects)}</h2><p class="how">${S.pages.rows(pairs.length, counts)}</p>
      ${said}
      ${this.tab === "themes" ? themes(found, { theme, point }, options) : rows(found, pairs.map((_, number) => number), options)}</article>`;
  }

  draw() {
    const now = this.#now;
    return html`${this.#form()}<div id="result" tabindex="-1" role="region" aria-label=${S.result}>
      ${now.running ? this.#loading() : now.failed ? html`<p class="notice failed" role="alert">${now.failed}</p>` : now.found ? this.#found(now) : nothing}</div>`;
  }
}
