/* Runs comparisons: asks the service, lets it weigh again, and keeps the address what is shown. */
import { S } from "../strings.js";
import { post, stream } from "../api.js";
import { Feedback } from "./feedback.js";
import { remember } from "./history.js";
import { toHash } from "./link.js";
import { named, tokens } from "./question.js";
import { keep } from "./store.js";

/** A form in which nothing is asked. */
export const EMPTY = {
  index: "", question: "", objects: ["", ""], aspects: [], since: "", until: "", publisher: "", language: "", fast: false, classifier: "", generator: "",
  leftOut: [], corrections: {}, about: "", points: "",
};
/** How a result is looked at, to begin with. */
export const VIEW = { chosen: new Set(), shown: 5, side: undefined, pair: 0, copied: "" };
const WAIT_MS = 120;

/** The address at which nothing is asked of an index. */
export const home = ({ index }) => toHash({ index });

const names = ({ objects }) => objects.map((name) => name.trim()).filter(Boolean);
const points = ({ aspects }) => aspects.map(({ name, weight }) => ({ name: name.trim(), weight })).filter(({ name }) => name);
const corrected = ({ leftOut, corrections }) => leftOut.length > 0 || Object.keys(corrections).length > 0;

function filled(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value && (!Array.isArray(value) || value.length)));
}

/** What every request says of a form: a question as it is, or the named things. */
function asked(form) {
  const { index, question, since, until, publisher, language, generator } = form;
  return filled({ index, ...(question ? { question } : { objects: names(form) }), aspects: points(form), since, until, publisher, language, generator });
}

/** Return what a comparison is asked with. */
export const request = (form) => ({ ...asked(form), ...filled({ fast: form.fast, classifier: form.classifier }) });

const reweighing = (form) => ({ ...request(form), left_out: form.leftOut, corrections: form.corrections });

export class Comparing {
  #timer = 0;
  #weighing = null;

  /** @param {{state: object, set: Function}} store @param {() => void} arrived moves the focus to what was found */
  constructor(store, arrived) {
    Object.assign(this, { store, arrived, feedback: new Feedback(store) });
  }

  get #form() {
    return this.store.state.form;
  }

  /** Show the address of a form. @param {"pushState" | "replaceState"} how */
  #address(form, how = "pushState") {
    const hash = toHash({ ...form, objects: names(form) });
    if (location.hash !== hash) history[how](null, "", hash);
    this.store.set({ hash });
    return hash;
  }

  /** Take over what the service understood. */
  #understood(read) {
    const objects = read.objects.length > 1 ? read.objects.slice(0, 6) : this.#form.objects;
    this.store.set({ words: tokens(read), changed: false, form: { ...this.#form, objects } });
  }

  /** Run a comparison and show it. @param {object} form */
  async run(form) {
    const { state, set } = this.store;
    this.cancel();
    const running = { controller: new AbortController(), stages: [], pairs: 1 };
    const hash = this.#address(form);
    set({ running, naming: false, found: null, failed: "", undo: [], marks: {}, words: form.question ? state.words : null, suggest: null, ...VIEW, chosen: new Set() });
    const hear = ({ name, data }) => {
      if (name === "question") this.#understood(data);
      if (name === "stage") running.stages.push(data);
      const count = names(this.#form).length;
      running.pairs = Math.max(1, (count * (count - 1)) / 2);
      set({ running: { ...running } });
    };
    const current = () => state.running?.controller === running.controller;
    try {
      let found = await stream(request(form), running.controller.signal, hear);
      if (corrected(form) && current()) found = await post("api/v1/reweigh", reweighing(form), running.controller.signal);
      if (current()) this.#found({ ...found, stages: running.stages }, hash);
    } catch (error) {
      if (!current()) return;
      const cancelled = error.name === "AbortError";
      if (cancelled) history.replaceState(null, "", home(form));
      set({ hash: cancelled ? home(form) : hash, running: null, failed: cancelled ? S.progress.cancelled : error.message });
    }
  }

  #found(found, hash) {
    const { state, set } = this.store;
    const seen = found.comparison ?? found.standings;
    set({ running: null, found });
    if (!seen) return;
    const earlier = remember(state.earlier, found, hash);
    keep("history", earlier);
    set({ earlier, form: { ...this.#form, aspects: seen.asked } });
    if (state.tab === "compare") queueMicrotask(this.arrived);
  }

  /** Let the service weigh again what was found, by another form. */
  async #reweigh(form) {
    const { state, set } = this.store;
    this.#weighing?.abort();
    const weighing = (this.#weighing = new AbortController());
    set({ form, weighing: true });
    try {
      const found = await post("api/v1/reweigh", reweighing(form), weighing.signal);
      if (weighing !== this.#weighing) return;
      set({ found: { ...found, stages: state.found?.stages }, failed: "", weighing: false });
      this.#address(form, "replaceState");
    } catch (error) {
      if (weighing === this.#weighing && error.name !== "AbortError") set({ failed: error.message, weighing: false });
    }
  }

  /** Change how the evidence is weighed; one step of undo takes it back. */
  #change(form) {
    const { state, set } = this.store;
    set({ undo: [...state.undo, this.#form].slice(-50) });
    return this.#reweigh(form);
  }

  weigh(name, weight) {
    const form = { ...this.#form, aspects: this.#form.aspects.map((each) => (each.name.trim() === name ? { ...each, weight } : each)) };
    const first = !this.#timer;
    if (first) this.store.set({ undo: [...this.store.state.undo, this.#form].slice(-50) });
    this.store.set({ form });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#reweigh(this.#form);
    }, WAIT_MS);
  }

  /** Say of a sentence that it is read rightly, or no more so. */
  confirm({ sentence_id: id, stance }, objects, words) {
    const key = `${words}:${id}`;
    if (this.store.state.marks[key]?.stance === stance) return this.feedback.takeBack(key);
    return this.#judge(id, stance, objects, words);
  }

  #judge(id, stance, objects, words) {
    this.feedback.say(`${words}:${id}`, { sentences: [id], objects, words, stance });
  }

  leaveOut({ sentence_id: id }, objects, words) {
    this.#judge(id, "NONE", objects, words);
    return this.#change({ ...this.#form, leftOut: [...this.#form.leftOut.filter((each) => each !== id), id] });
  }

  correct({ sentence_id: id }, stance, objects) {
    this.#judge(id, stance, objects, "");
    return this.#change({ ...this.#form, corrections: { ...this.#form.corrections, [id]: stance } });
  }

  undo() {
    const { state, set } = this.store;
    const before = state.undo.at(-1);
    if (!before) return undefined;
    set({ undo: state.undo.slice(0, -1) });
    this.#takeBack(before);
    return this.#reweigh(before);
  }

  /** Take back what was said of the sentences that a form does not correct any more. */
  #takeBack(form) {
    const now = [...this.#form.leftOut, ...Object.keys(this.#form.corrections)];
    const gone = now.filter((id) => !form.leftOut.includes(id) && !(id in form.corrections));
    for (const key of Object.keys(this.store.state.marks)) if (gone.some((id) => key.endsWith(`:${id}`))) this.feedback.takeBack(key);
  }

  /** Weigh as if nothing had been corrected. */
  restore() {
    const form = { ...this.#form, leftOut: [], corrections: {} };
    this.#takeBack(form);
    return this.#change(form);
  }

  ask(question = this.#form.question.trim()) {
    if (!question) return this.compare();
    const form = { ...this.#form, question, aspects: [], leftOut: [], corrections: {} };
    this.store.set({ form });
    return this.run(form);
  }

  /** Compare the named things. @param {object} changes to the form */
  compare(changes = {}) {
    const form = { ...this.#form, question: "", leftOut: [], corrections: {}, ...changes };
    form.objects = names(form);
    if (form.objects.length < 2) return this.store.set({ failed: S.form.tooFew, found: null });
    this.store.set({ words: null, form });
    return this.run(form);
  }

  /** Compare what the corrected words name. */
  compareWords() {
    const { words } = this.store.state;
    const objects = named(words, "object");
    if (objects.length < 2) return this.store.set({ failed: S.form.tooFew });
    return this.compare({ objects, aspects: named(words, "aspect").map((name) => ({ name, weight: 1 })) });
  }

  cancel() {
    this.store.state.running?.controller.abort();
  }
}
