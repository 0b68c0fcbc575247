/* The chat widget. One tag embeds it anywhere:
 *
 *   <script type="module" src="https://your-host/static/widget.js"></script>
 *
 * adds a button to the corner of the page that opens the conversation. Attributes of the tag, written data-…, or of a
 * <whichever-chat> element of your own set how it looks: theme (light, dark), accent and accent-ink (colours), radius
 * (such as 4px), side (left, right), send, again, close, placeholder (its other labels) and language (of these, such as de),
 * subject (what is asked when it is first opened), index (name of the one that is searched), heading, label (of the button), greeting, suggestions (questions between | signs).
 * <whichever-chat inline> stands in the page's own layout. The element's `found` is what was last found out, {comparison} or {standings} or null; the event
 * "whichever-comparison" says that it changed; "whichever-index" that another index is searched, `index`.
 */
import { html, nothing, render } from "./vendor/lit-html.js";
import { S } from "./strings.js";
import { BASE, get } from "./api.js";
import { answer, ownWords } from "./view/blocks.js";
import { SourceDialog } from "./view/source.js";
import { Transport } from "./chat/transport.js";
import { Memory } from "./chat/memory.js";
import { summary } from "./chat/summary.js";

const MAX_CHARS = 2000;
const OFFERED = 3;
const COLOURS = { accent: "--accent", "accent-ink": "--accent-ink", radius: "--radius" };
const LABELS = ["send", "again", "close", "placeholder"];
const SETTINGS = [...LABELS, "language", "subject", "theme", "side", "index", "heading", "label", "greeting", "suggestions", ...Object.keys(COLOURS)];

/** What an entry of the conversation found out: a comparison of two things, standings of more, or null. */
const foundBy = ({ comparison, standings, index, blocks, citations }) =>
  comparison || standings ? { comparison, standings, index, blocks, citations, verdict: { about: comparison?.asked_verdict ? "asked" : "overall" } } : null;

class WhicheverChat extends HTMLElement {
  static observedAttributes = SETTINGS;
  #transport = new Transport();
  #memory = new Memory();
  #busy = false;
  #open = false;
  #examples = [];
  found = null;
  index = undefined;

  connectedCallback() {
    if (!this.shadowRoot) {
      this.attachShadow({ mode: "open" });
      this.inline = this.hasAttribute("inline");
      this.view = document.createElement("div");
      this.view.hidden = true;
      const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("static/widget.css", BASE).href });
      style.onload = style.onerror = () => (this.view.hidden = false);
      this.frame = Object.assign(document.createElement("div"), { className: "frame", lang: this.getAttribute("language") ?? "en" });
      this.frame.append(this.view);
      this.shadowRoot.append(style, this.frame);
      this.source = new SourceDialog(this.frame);
      if (this.inline) queueMicrotask(() => this.#begin());
    }
    this.#draw();
    const known = this.#memory.entries.map(foundBy).findLast(Boolean);
    if (known) this.#announce(known);
  }

  attributeChangedCallback(name, _, value) {
    if (name === "index") this.index = value ?? "";
    if (name === "index" && this.shadowRoot) this.#learn();
    if (name in COLOURS) this.style.setProperty(COLOURS[name], value);
    if (name === "language") this.frame?.setAttribute("lang", value ?? "en");
    if (this.shadowRoot) this.#draw();
  }

  /** What a label says: the attribute of its name, else ours. */
  #label(name, ours) {
    return this.getAttribute(name) ?? ours;
  }

  /** Begin with the subject of the page, if it names one and nothing was said yet. */
  #begin() {
    const subject = this.getAttribute("subject");
    if (subject && !this.#memory.entries.length) this.ask(subject);
    else this.#learn();
  }

  /** Learn which comparisons of the index there are to begin with. */
  async #learn(tries = 10) {
    if (this.hasAttribute("suggestions") || this.#memory.entries.length) return;
    const { index } = this;
    const corpus = await get(`api/v1/corpus?${new URLSearchParams({ index: index ?? "" })}`).catch(() => null);
    if (!corpus || index !== this.index) return;
    this.#examples = corpus.examples.slice(0, OFFERED).map(({ objects }) => S.first.ask(objects));
    if (tries && !this.#examples.length) setTimeout(() => this.#learn(tries - 1), 2000);
    this.#draw();
  }

  /** Open the floating conversation and put the caret into it. */
  open() {
    this.#open = true;
    this.#draw();
    this.#scroll();
    this.#focus(".ask textarea");
    this.#begin();
  }

  /** Close the floating conversation and give the focus back. */
  close() {
    this.#open = false;
    this.#draw();
    this.#focus(".launcher");
  }

  /** Forget this conversation and begin a new one. */
  restart() {
    if (this.#busy) return;
    this.#memory.clear();
    this.#draw();
    this.#announce(null);
    this.#focus(".ask textarea");
  }

  /** Send a message as if the user had typed it. */
  async ask(text) {
    const message = text.trim();
    if (!message || this.#busy) return;
    this.#busy = true;
    const input = this.shadowRoot.querySelector(".ask textarea");
    if (input) Object.assign(input, { value: "" }).style.height = "";
    this.#show({ from: "user", text: message });
    try {
      await this.#transport.send({ session: this.#memory.session, message, index: this.index }, {
        onSession: (session) => ((this.#memory.session = session), this.#memory.save()),
        onReply: (reply) => this.#hear({ from: "bot", ...reply, ...(reply.failed ? { buttons: [{ title: S.failed.again, message }] } : {}) }),
      });
    } finally {
      this.#busy = false;
      if (input && this.#memory.entries.at(-1).failed) Object.assign(input, { value: message });
      this.#draw();
      this.#focus(".ask textarea");
    }
  }

  #hear(reply) {
    this.#show(reply);
    if (reply.failed || reply.index === (this.index ?? "")) return;
    this.index = reply.index;
    this.dispatchEvent(new Event("whichever-index"));
  }

  #show(entry) {
    this.#memory.entries.push(entry);
    this.#memory.save();
    this.#draw();
    this.#scroll();
    if (foundBy(entry)) this.#announce(foundBy(entry));
  }

  #announce(found) {
    this.found = found;
    this.dispatchEvent(new Event("whichever-comparison"));
  }

  #focus(selector) {
    this.shadowRoot.querySelector(selector)?.focus();
  }

  #scroll() {
    const log = this.shadowRoot.querySelector(".log");
    const last = log?.querySelector(".entry:last-of-type");
    if (log) log.scrollTop = last?.classList.contains("bot") ? last.offsetTop - log.offsetTop - 8 : log.scrollHeight;
  }

  #submit(event) {
    event.preventDefault();
    this.ask(this.shadowRoot.querySelector(".ask textarea").value);
  }

  #key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    this.#submit(event);
  }

  #grow({ target }) {
    target.style.height = "auto";
    target.style.height = `${Math.min(target.scrollHeight, 140)}px`;
  }

  #entry({ from, text, blocks = ownWords(text), citations = [], failed = false, comparison, standings, index }) {
    const open = (cited) => this.source.open({ ...cited, index });
    const found = foundBy({ comparison, standings });
    return html`<article class="entry ${from} ${failed ? "failed" : ""}">
      <span class="visually-hidden">${from === "user" ? S.chat.you : S.chat.bot}</span>
      <div class="answer">${answer(blocks, citations, open)}</div>
      ${found && !this.inline ? summary(found, open) : nothing}
    </article>`;
  }

  #panel() {
    const asking = (message) => ({ title: message, message });
    const offered = this.getAttribute("suggestions")?.split("|").map(asking) ?? [...this.#examples.map(asking), S.chat.help];
    const greeting = { from: "bot", text: this.getAttribute("greeting") ?? S.chat.greeting, buttons: offered };
    const entries = [greeting, ...this.#memory.entries];
    const buttons = entries.at(-1).buttons ?? [];
    return html`<section class="panel ${this.inline ? "inline" : "floating"}" aria-label=${S.chat.label}
        @keydown=${(event) => event.key === "Escape" && !this.inline && this.close()}>
      <header><h2>${this.getAttribute("heading") ?? S.chat.name}</h2>
        <button type="button" class="plain" title=${S.chat.againTitle} @click=${() => this.restart()}>${this.#label("again", S.chat.again)}</button>
        ${this.inline ? nothing : html`<button type="button" class="plain" aria-label=${this.#label("close", S.chat.close)} @click=${() => this.close()}>✕</button>`}</header>
      <div class="log" role="log" aria-live="polite" aria-label=${S.chat.log} aria-busy=${String(this.#busy)} tabindex="0">
        ${entries.map((entry) => this.#entry(entry))}
        ${buttons.length && !this.#busy
          ? html`<div class="buttons" role="group" aria-label=${S.chat.suggestions}>${buttons.map(({ title, message }) =>
              html`<button type="button" @click=${() => this.ask(message)}>${title}</button>`)}</div>`
          : nothing}</div>
      <div class="typing" role="status" ?hidden=${!this.#busy}><span class="visually-hidden">${this.#busy ? S.chat.busy : ""}</span><i></i><i></i><i></i></div>
      <form class="ask" @submit=${(event) => this.#submit(event)}>
        <textarea rows="1" maxlength=${MAX_CHARS} aria-label=${this.#label("placeholder", S.form.question)} placeholder=${this.#label("placeholder", S.chat.example)} autocomplete="off"
          @keydown=${(event) => this.#key(event)} @input=${(event) => this.#grow(event)}></textarea>
        <button type="submit" class="send" ?disabled=${this.#busy}>${this.#label("send", S.chat.send)}</button></form>
    </section>`;
  }

  #draw() {
    const launcher = html`<button type="button" class="launcher" aria-expanded=${String(this.#open)}
      @click=${() => (this.#open ? this.close() : this.open())}>${this.getAttribute("label") ?? S.chat.launcher}</button>`;
    render(html`${this.inline || this.#open ? this.#panel() : nothing}${this.inline ? nothing : launcher}`, this.view);
  }
}

customElements.define("whichever-chat", WhicheverChat);

const tag = [...document.scripts].find(({ src }) => src.endsWith("/widget.js"));
if (!document.querySelector("whichever-chat") && tag) {
  const chat = document.createElement("whichever-chat");
  for (const name of SETTINGS) if (tag.hasAttribute(`data-${name}`)) chat.setAttribute(name, tag.getAttribute(`data-${name}`));
  document.body.append(chat);
}
