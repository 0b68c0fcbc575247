/* What a person says of sentences and answers, sent only once she agrees, and taken back with it. */
import { html, nothing } from "../vendor/lit-html.js";
import { S } from "../strings.js";
import { post, remove } from "../api.js";
import { keep, kept } from "./store.js";

export class Feedback {
  #sent = new Map();

  /** @param {{state: object, set: Function}} store its `marks` are what was said of this result, by the ids of sentences */
  constructor(store) {
    this.store = store;
  }

  /** Note a judgement, and send it or ask whether it may be sent. @param {string} key @param {object} judgement */
  say(key, judgement) {
    const { state, set } = this.store;
    set({ marks: { ...state.marks, [key]: judgement } });
    if (state.consent === "yes") this.#send(key, judgement);
  }

  /** Take back what was said. @param {string} key */
  async takeBack(key) {
    const { [key]: _, ...marks } = this.store.state.marks;
    this.store.set({ marks });
    const sent = this.#sent.get(key);
    this.#sent.delete(key);
    const id = await sent;
    if (id) await remove(`api/v1/feedback/${id}`).catch(() => {});
  }

  #send(key, judgement) {
    const before = this.#sent.get(key);
    const { index } = this.store.state.form;
    const send = async () => {
      const id = await before;
      if (id) await remove(`api/v1/feedback/${id}`);
      return (await post("api/v1/feedback", { consent: true, index, ...judgement })).id;
    };
    this.#sent.set(key, send().catch(() => ""));
  }

  #agree(consent) {
    keep("consent", consent);
    this.store.set({ consent });
    if (consent === "yes") for (const [key, judgement] of Object.entries(this.store.state.marks)) this.#send(key, judgement);
  }

  /** Draw what asks for consent, once something was said. */
  asking() {
    const { marks, consent } = this.store.state;
    if (consent || !Object.keys(marks).length) return nothing;
    const button = (words, answer) => html`<button type="button" class="plain" @click=${() => this.#agree(answer)}>${words}</button>`;
    return html`<p class="notice consent" role="status">${S.feedback.ask} ${button(S.feedback.yes, "yes")} ${button(S.feedback.no, "no")}</p>`;
  }

  /** Draw the question whether an answer is useful. @param {object[]} citations of the answer */
  useful(citations) {
    if (!citations?.length) return nothing;
    const said = this.store.state.marks.answer?.useful;
    const sentences = [...new Set(citations.map(({ sentence_id: id }) => id))].slice(0, 20);
    const button = (words, useful) => html`<button type="button" class="plain" aria-pressed=${String(said === useful)}
      @click=${() => (said === useful ? this.takeBack("answer") : this.say("answer", { sentences, useful }))}>${words}</button>`;
    return html`<span class="useful" role="group" aria-label=${S.feedback.useful}>${S.feedback.useful} ${button(S.feedback.isUseful, true)} ${button(S.feedback.notUseful, false)}</span>`;
  }
}

/** Return what was kept of whether judgements may be sent: "yes", "no" or "". */
export const consented = () => kept("consent", "");
