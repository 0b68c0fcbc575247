/* The page: holds the state and draws what the address says. */
import { html, nothing, render } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { get, post } from "../api.js";
import { SourceDialog } from "../view/source.js";
import { Comparing, EMPTY, VIEW, home, request } from "./comparing.js";
import { examples, welcome } from "./first.js";
import { consented } from "./feedback.js";
import { form } from "./form.js";
import { history } from "./history.js";
import { fromHash, onIndex, pagesHash, toHash } from "./link.js";
import { NOTHING_ASKED, Pages } from "./pages.js";
import { progress } from "./progress.js";
import { result } from "./result.js";
import { keep, kept, makeStore } from "./store.js";
import { NO_TEXTS, Texts } from "./texts.js";
import { Objects } from "./objects.js";
import { copyText } from "./tools.js";

const store = makeStore({
  tab: "compare", form: EMPTY, naming: false, components: null, corpus: null, suggest: null, running: null, words: null, changed: false,
  hash: "#compare", found: null, failed: "", weighing: false, undo: [], marks: {}, consent: consented(), beside: "", said: null, earlier: kept("history", []),
  pages: NOTHING_ASKED, themes: NOTHING_ASKED, texts: NO_TEXTS, ...VIEW,
}, draw);
const { state, set } = store;
const things = new Objects(store);
const texts = new Texts(store, () => learn());
const source = new SourceDialog(document.body);
const comparing = new Comparing(store, () => {
  uncover();
  lookBeside();
});

/** Move the focus to the result, unless somebody is choosing a tab, and scroll only when its beginning is out of sight. */
function uncover() {
  if (document.activeElement.role === "tab") return;
  const shown = document.getElementById("result");
  shown.focus({ preventScroll: true });
  if (shown.getBoundingClientRect().top > innerHeight / 2) shown.scrollIntoView();
}

/** Look for a thing that could be added to what is compared. */
async function lookBeside() {
  const { objects } = state.found.comparison ?? state.found.standings;
  set({ beside: "" });
  const query = new URLSearchParams({ index: state.form.index, beside: objects[0], k: 8 });
  const { names } = await get(`api/v1/suggest?${query}`).catch(() => ({ names: [] }));
  const known = objects.map((name) => name.toLowerCase());
  set({ beside: names.find(({ name, sentences }) => sentences > 1 && !known.includes(name.toLowerCase()))?.name ?? "" });
}

/** Show the first page. */
function clear() {
  comparing.cancel();
  const { index } = state.form;
  set({ hash: home({ index }), form: { ...EMPTY, index }, pages: NOTHING_ASKED, themes: NOTHING_ASKED, naming: false, running: null, found: null, failed: "", words: null, undo: [], ...VIEW });
  queueMicrotask(() => document.getElementById("question")?.focus());
}

function reset() {
  window.history.pushState(null, "", home(state.form));
  clear();
}

/** What somebody can do with a result. */
const actions = {
  comparing,
  open: (cited) => source.open({ ...cited, index: state.form.index }),
  filter(name) {
    const chosen = new Set(name === null ? [] : state.chosen);
    if (name !== null && !chosen.delete(name)) chosen.add(name);
    set({ chosen });
  },
  more: () => set({ shown: state.shown + 10 }),
  side: (side) => set({ side }),
  pair(index) {
    set({ pair: index, shown: 5, chosen: new Set() });
    queueMicrotask(() => document.getElementById("pair").focus());
  },
  async copy(hash) {
    const copied = await copyText(new URL(hash, location.href).href);
    set({ copied: copied ? "copied" : "notCopied" });
  },
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

function shown() {
  if (state.running) return progress(state.running, () => comparing.cancel());
  const failed = state.failed ? html`<p class="notice failed" role="alert">${state.failed}
    ${state.hash === home(state.form) ? nothing : html`<button type="button" class="plain" @click=${() => comparing.run(state.form)}>${S.failed.again}</button>`}</p>` : nothing;
  return html`${failed}${state.found ? result(state.found, state, actions, state.hash) : nothing}`;
}

/** Whether nothing is asked yet. */
const isFirst = () => state.tab === "compare" && !state.running && !state.found && !state.failed;

function compare() {
  const first = isFirst();
  return html`${first ? welcome(state.corpus) : nothing}
    ${form(store, things, comparing, reset)}
    ${first ? examples(state.corpus, state.form.index) : nothing}
    ${first && state.corpus?.uploads ? texts.draw(state.corpus.uploads, state.corpus.index === state.corpus.uploads) : nothing}
    <div id="result" tabindex="-1" role="region" aria-label=${S.result} aria-busy=${String(state.weighing)}>${shown()}</div>
    ${history(state.earlier, () => (keep("history", []), set({ earlier: [] })))}`;
}

/** Go to the result, which on a phone is below the conversation. */
function jump() {
  const found = document.getElementById("result");
  found.focus({ preventScroll: true });
  found.scrollIntoView();
}

/** Return where what was found in the conversation is compared on the page. */
function addressOf({ comparison, standings, index }) {
  const { objects, asked } = comparison ?? standings;
  return toHash({ index, objects, aspects: asked });
}

function talk() {
  const hear = ({ target }) => {
    set({ said: target.found, ...VIEW, chosen: new Set() });
    if (state.tab === "chat") window.history.replaceState(null, "", VIEWS.chat.address);
  };
  const move = ({ target: { index } }) => (location.hash = onIndex(location.hash, index));
  const { said, form: { index } } = state;
  return html`<div class="talk"><whichever-chat inline index=${index} @whichever-comparison=${hear} @whichever-index=${move}></whichever-chat>
    ${said ? html`<button type="button" class="jump" @click=${jump}>${S.chat.jump}</button>` : nothing}
    <div id="result" role="region" aria-label=${S.result} tabindex="-1">${said
      ? result(said, { ...state, form: { ...EMPTY, index: said.index }, undo: [], beside: "" },
          { ...actions, comparing: null, open: (cited) => source.open({ ...cited, index: said.index }) }, addressOf(said))
      : html`<p class="empty">${S.chat.empty}</p>`}</div></div>`;
}

/** Show the comparison of a conversation that an address names. */
async function followTalk(asked) {
  import("../widget.js");
  if (!asked) return;
  const found = await post("api/v1/compare", request(asked)).catch(() => null);
  if (found) set({ said: { [found.orders ? "standings" : "comparison"]: found, index: asked.index }, ...VIEW, chosen: new Set() });
}

/** Run the comparison of an address, unless it is the one that is shown. */
function followComparison(asked, hash) {
  if (asked ? hash === state.hash : state.hash === home(state.form)) return;
  if (!asked) return clear();
  const objects = asked.objects.length > 1 ? asked.objects : ["", ""];
  set({ form: { ...EMPTY, ...asked, objects } });
  return comparing.run(asked);
}

/** What the comparison that is shown is about. */
const compared = () => (state.found?.comparison ?? state.found?.standings)?.objects.join(` ${S.form.versus} `);

const parts = { things, source, arrived: () => queueMicrotask(uncover) };
/** The tabs in their order: how each is drawn and titled, where it leads, and what an address asks of it. */
const VIEWS = {
  compare: { draw: compare, follow: followComparison, get title() { return compared(); }, get address() { return state.hash; } },
  pages: new Pages(store, "pages", parts),
  themes: new Pages(store, "themes", parts),
  chat: {
    draw: talk, follow: followTalk, title: S.tabs.chat[0],
    get address() { return state.said ? addressOf(state.said).replace("compare", "chat") : pagesHash("chat", { index: state.form.index }); },
  },
};

function draw() {
  render(html`${tabs()}${indices()}`, document.getElementById("tabs"));
  const panel = document.getElementById("panel");
  const { title } = VIEWS[state.tab];
  document.title = title ? `${title} · Whichever` : S.title;
  panel.setAttribute("aria-labelledby", `tab-${state.tab}`);
  const heading = isFirst() ? nothing : html`<h1 class="visually-hidden">${title || S.title}</h1>`;
  render(html`${heading}${VIEWS[state.tab].draw()}`, panel);
}

/** Search another index from now on. */
function search(index) {
  set({ form: { ...state.form, index }, corpus: null });
  learn();
}

/** Let a person choose among the indices, where there are several. */
function indices() {
  const { corpus, form: { index } } = state;
  if (!(corpus?.indices.length > 1)) return nothing;
  const [first] = corpus.indices;
  const change = ({ target: { value } }) => (location.hash = onIndex(location.hash, value === first ? "" : value));
  return html`<label class="searched">${S.form.index} <select @change=${change}>
    ${corpus.indices.map((name) => html`<option ?selected=${name === (index || first)}>${name}</option>`)}</select></label>`;
}

/** Take the place of the form that came with the page, with what was typed in it meanwhile. */
function takeOver() {
  const typed = document.getElementById("question").value;
  for (const id of ["tabs", "panel"]) document.getElementById(id).replaceChildren();
  document.getElementById("panel").setAttribute("role", "tabpanel");
  if (typed) set({ form: { ...state.form, question: typed } });
}

/** Show what the address says. */
function follow() {
  const { tab, index, form: asked } = fromHash(location.hash);
  if (index !== state.form.index) search(index);
  const known = Object.hasOwn(VIEWS, tab) ? tab : "compare";
  set({ tab: known });
  VIEWS[known].follow(asked, location.hash);
}

/** Learn what the index holds, which is looked at when it is first asked for: ask again after longer and longer, never while a question runs. */
async function learn(pause = 500) {
  const { index } = state.form;
  const again = (ms) => setTimeout(() => index === state.form.index && learn(ms), pause);
  if (state.running || (state.found && state.corpus)) return again(pause);
  const corpus = await get(`api/v1/corpus?${new URLSearchParams({ index })}`).catch((error) => error);
  if (index !== state.form.index) return;
  if (corpus.refused) return set({ failed: corpus.message });
  if (corpus.indices) set({ corpus });
  if (!corpus.examples?.length) again(Math.min(2 * pause, 60000));
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  jump();
});
addEventListener("popstate", follow);
addEventListener("hashchange", follow);
takeOver();
follow();
if (state.tab === "compare" && !state.running) queueMicrotask(() => document.getElementById("question").focus({ preventScroll: true }));
learn();
get("api/v1/components").then(({ components }) => set({ components }), () => {});
