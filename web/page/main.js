/* The page: holds the state, runs comparisons, and draws. */
import { html, nothing, render } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { get, stream } from "../api.js";
import { SourceDialog } from "../view/source.js";
import { form } from "./form.js";
import { history, remember } from "./history.js";
import { fromHash, toHash } from "./link.js";
import { NOTHING_ASKED, Pages } from "./pages.js";
import { progress } from "./progress.js";
import { named, question, tokens } from "./question.js";
import { result } from "./result.js";
import { keep, kept, makeStore } from "./store.js";
import { Things } from "./things.js";

const EMPTY = { question: "", objects: ["", ""], aspects: [], fast: false, classifier: "", generator: "", about: "", points: "" };
const VIEW = { chosen: new Set(), shown: 5, pair: 0, useful: null, copied: false };

const store = makeStore({
  tab: "compare", form: EMPTY, naming: true, components: null, suggest: null, running: null, words: null, changed: false,
  hash: "#compare", found: null, failed: "", said: null, earlier: kept("history", []), opinions: kept("opinions", {}), ...VIEW,
  pages: NOTHING_ASKED, themes: NOTHING_ASKED,
}, draw);
const { state, set } = store;
const things = new Things(store);
const source = new SourceDialog(document.body);
const open = (cited) => source.open(cited);

/** Return what is sent: a question as it is, or the named things. */
function request({ question: text, objects, aspects, fast, classifier, generator }) {
  const points = aspects.map(({ name, weight }) => ({ name: name.trim(), weight })).filter(({ name }) => name);
  return {
    ...(text ? { question: text } : { objects: objects.map((name) => name.trim()).filter(Boolean) }),
    ...(points.length ? { aspects: points } : {}),
    ...(fast ? { fast } : {}),
    ...(classifier ? { classifier } : {}),
    ...(generator ? { generator } : {}),
  };
}

/** Take over what the service understood. */
function understood(read) {
  const objects = read.objects.length > 1 ? read.objects.slice(0, 6) : state.form.objects;
  set({ words: tokens(read), changed: false, form: { ...state.form, objects } });
}

/** Run a comparison and show it. @param {object} asked a form */
async function run(asked) {
  state.running?.controller.abort();
  const running = { controller: new AbortController(), stages: [], pairs: 1 };
  const hash = toHash(asked);
  if (location.hash !== hash) window.history.pushState(null, "", hash);
  set({ hash, running, naming: false, found: null, failed: "", words: asked.question ? state.words : null, suggest: null, ...VIEW, chosen: new Set() });
  const hear = ({ name, data }) => {
    if (name === "question") understood(data);
    if (name === "stage") running.stages.push(data);
    const count = state.form.objects.filter(Boolean).length;
    running.pairs = Math.max(1, (count * (count - 1)) / 2);
    set({ running: { ...running } });
  };
  try {
    const found = { ...(await stream(request(asked), running.controller.signal, hear)), stages: running.stages };
    if (state.running?.controller !== running.controller) return;
    arrived(found, hash);
  } catch (error) {
    if (state.running?.controller !== running.controller) return;
    set({ hash: "#compare", running: null, failed: error.name === "AbortError" ? S.progress.cancelled : error.message });
  }
}

/** Move the focus to the result, unless somebody is choosing a tab, and scroll only when its beginning is out of sight. */
function uncover() {
  if (document.activeElement.role === "tab") return;
  const shown = document.getElementById("result");
  shown.focus({ preventScroll: true });
  if (shown.getBoundingClientRect().top > innerHeight / 2) (document.querySelector(".read") ?? shown).scrollIntoView();
}

function arrived(found, hash) {
  const seen = found.comparison ?? found.standings;
  set({ running: null, found });
  if (!seen) return;
  const earlier = remember(state.earlier, found, hash);
  keep("history", earlier);
  set({ earlier, form: { ...state.form, aspects: seen.asked } });
  if (state.tab === "compare") queueMicrotask(uncover);
}

const actions = {
  ask: () => state.form.question.trim() ? run({ ...state.form, question: state.form.question.trim(), aspects: [] }) : actions.compare(),
  compare() {
    const asked = { ...state.form, question: "", objects: state.form.objects.map((name) => name.trim()).filter(Boolean) };
    if (asked.objects.length < 2) return set({ failed: S.form.tooFew });
    set({ words: null, form: { ...state.form, question: "" } });
    return run(asked);
  },
  corrected() {
    const objects = named(state.words, "object");
    const aspects = named(state.words, "aspect").map((name) => ({ name, weight: 1 }));
    const padded = [...objects, "", ""].slice(0, Math.max(2, objects.length));
    set({ form: { ...state.form, objects: padded, aspects } });
    if (objects.length < 2) return set({ failed: S.form.tooFew });
    return run({ ...state.form, question: "", objects, aspects });
  },
  reset() {
    state.running?.controller.abort();
    window.history.pushState(null, "", "#compare");
    set({ hash: "#compare", form: EMPTY, pages: NOTHING_ASKED, themes: NOTHING_ASKED, naming: true, running: null, found: null, failed: "", words: null, ...VIEW });
    document.getElementById("question").focus();
  },
  cancel: () => state.running?.controller.abort(),
  weigh(name, weight) {
    set({ form: { ...state.form, aspects: state.form.aspects.map((each) => (each.name.trim() === name ? { ...each, weight } : each)) } });
  },
  restore(comparison) {
    const opinions = Object.fromEntries(Object.entries(state.opinions).filter(([id]) => !comparison.arguments.some((one) => one.sentence_id === id)));
    keep("opinions", opinions);
    set({ opinions, form: { ...state.form, aspects: comparison.asked } });
  },
  judge({ sentence_id: id }, opinion) {
    const { [id]: _, ...others } = state.opinions;
    const opinions = opinion ? { ...others, [id]: opinion } : others;
    keep("opinions", opinions);
    set({ opinions });
  },
  filter(name) {
    const chosen = new Set(name === null ? [] : state.chosen);
    if (name !== null && !chosen.delete(name)) chosen.add(name);
    set({ chosen });
  },
  more: () => set({ shown: state.shown + 10 }),
  pair(index) {
    set({ pair: index, shown: 5, chosen: new Set() });
    queueMicrotask(() => document.getElementById("pair").focus());
  },
  async copy() {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    set({ copied: true });
  },
  useful(useful) {
    keep("feedback", [...kept("feedback", []), { hash: location.hash, useful }].slice(-200));
    set({ useful });
  },
  open,
};

const choose = (tab) => {
  window.history.pushState(null, "", VIEWS[tab].address);
  follow();
};

/** A tab's name; on a phone its first word is enough. */
const label = ([name, rest]) => html`${name}${rest ? html` <span class="wide">${rest}</span>` : nothing}`;

function tabs() {
  const names = Object.keys(VIEWS);
  const key = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    choose(names[(names.indexOf(state.tab) + step + names.length) % names.length]);
    queueMicrotask(() => document.querySelector('[role="tab"][aria-selected="true"]').focus());
  };
  return html`<div class="tabs" role="tablist" @keydown=${key}>${names.map((name) => html`<button type="button" role="tab" id="tab-${name}"
    aria-selected=${String(state.tab === name)} aria-controls="panel" tabindex=${state.tab === name ? 0 : -1} @click=${() => choose(name)}>${label(S.tabs[name])}</button>`)}</div>`;
}

function comparing() {
  const again = state.changed ? actions.corrected : null;
  return html`${form(store, things, actions)}
    ${state.words ? question(state.words, (words) => set({ words, changed: true }), again) : nothing}
    <div id="result" tabindex="-1" role="region" aria-label=${S.result}>
      ${state.running ? progress(state.running, actions.cancel) : nothing}
      ${state.failed ? html`<p class="card failed" role="alert">${state.failed}</p>` : nothing}
      ${state.found ? result(state.found, state, actions) : nothing}
    </div>
    ${history(state.earlier, () => (keep("history", []), set({ earlier: [] })))}`;
}

/** Go to the result, which on a phone is below the conversation. */
function jump() {
  const shown = document.getElementById("result");
  shown.focus({ preventScroll: true });
  shown.scrollIntoView();
}

function talking() {
  return html`<div class="talk"><whichever-chat inline @whichever-comparison=${({ target }) => set({ said: target.found, ...VIEW, chosen: new Set() })}></whichever-chat>
    ${state.said ? html`<button type="button" class="jump" @click=${jump}>${S.chat.jump}</button>` : nothing}
    <div id="result" role="region" aria-label=${S.result} tabindex="-1">${state.said
      ? result({ ...state.said, answer: "", citations: [] }, { ...state, form: { ...EMPTY, aspects: [] } }, actions)
      : html`<p class="card empty">${S.chat.empty}</p>`}</div></div>`;
}

/** Run the comparison of an address, unless it is the one that is shown. */
function followComparison(asked, hash) {
  if (!asked || hash === state.hash) return;
  const objects = asked.objects.length > 1 ? asked.objects : ["", ""];
  set({ form: { ...EMPTY, ...asked, objects } });
  run(asked);
}

/** What the comparison that is shown is about. */
const compared = () => (state.found?.comparison ?? state.found?.standings)?.objects.join(` ${S.form.versus} `);

const parts = { things, source, arrived: () => queueMicrotask(uncover) };
/** The tabs in their order: how each is drawn and titled, where it leads, and what an address asks of it. */
const VIEWS = {
  compare: { draw: comparing, follow: followComparison, get title() { return compared(); }, get address() { return state.hash; } },
  pages: new Pages(store, "pages", parts),
  themes: new Pages(store, "themes", parts),
  chat: { draw: talking, follow: () => import("../widget.js"), title: S.tabs.chat[0], address: "#chat" },
};

function draw() {
  render(tabs(), document.getElementById("tabs"));
  const panel = document.getElementById("panel");
  const { title } = VIEWS[state.tab];
  document.title = title ? `${title} · Whichever` : S.title;
  panel.setAttribute("aria-labelledby", `tab-${state.tab}`);
  render(VIEWS[state.tab].draw(), panel);
}

/** Show what the address says. */
function follow() {
  const { tab, form: asked } = fromHash(location.hash);
  const known = Object.hasOwn(VIEWS, tab) ? tab : "compare";
  set({ tab: known });
  VIEWS[known].follow(asked, location.hash);
}

addEventListener("popstate", follow);
addEventListener("hashchange", follow);
follow();
get("api/v1/components").then(({ components }) => set({ components }), () => {});
