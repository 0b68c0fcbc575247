/* The chat widget. One tag embeds it anywhere:
 *
 *   <script type="module" src="https://your-host/static/widget.js"></script>
 *
 * adds a button to the corner of the page that opens the conversation. A page that wants the conversation inside its
 * own layout writes <whichever-chat inline></whichever-chat> where it should stand. The element's `comparison` is what was
 * last found out in the conversation, of two things or of more, or null; the event "whichever-comparison" says that it changed.
 */
import { el, renderText, resultCard, SourceDialog } from "./card.js";

const BASE = new URL("..", import.meta.url);
const KEY = "whichever.conversation";
const KEPT_ENTRIES = 60;
const CONNECT_MS = 3000;
const REPLY_MS = 40000;
const MAX_CHARS = 2000;
const GREETING = {
  text: "Hello! Ask me which of two things, or of a few, is better, and I will look for evidence on all sides.",
  buttons: [
    { title: "Python or MATLAB for beginners?", message: "Is Python better than MATLAB for beginners?" },
    { title: "What can you do?", message: "help" },
  ],
};
const OFFLINE = "I cannot reach Whichever right now. Your message is not lost: please try again in a moment.";

/** What an entry of the conversation found out: a comparison of two things, the standings of more, or nothing. */
const found = ({ comparison, standings }) => comparison ?? standings ?? null;

/** Sends messages over a WebSocket, or over plain HTTP where a WebSocket cannot be had. */
class Line {
  #socket = null;
  #plain = false;

  /** Send one message; calls back for the session and for every reply, resolves when the turn is over. */
  async send(session, message, { onSession, onReply }) {
    const socket = await this.#connect();
    if (!socket) return this.#post(session, message, { onSession, onReply });
    let replied = false;
    const heard = await new Promise((resolve) => {
      const stop = (outcome) => {
        clearTimeout(timer);
        socket.onmessage = socket.onclose = null;
        resolve(outcome);
      };
      const timer = setTimeout(() => stop("silent"), REPLY_MS);
      socket.onclose = () => stop("closed");
      socket.onmessage = (event) => {
        const data = JSON.parse(event.data);
        if (data.type === "session") onSession(data.session);
        else if (data.type === "reply") (replied = true), onReply(data.reply);
        else if (data.type === "error") (replied = true), onReply({ text: data.error.message, failed: true });
        else if (data.type === "done") stop("done");
      };
      socket.send(JSON.stringify({ session, message }));
    });
    if (heard === "done" || replied) return;
    this.#drop();
    if (heard === "closed") return this.#post(session, message, { onSession, onReply });
    onReply({ text: OFFLINE, failed: true });
  }

  async #connect() {
    if (this.#plain || !("WebSocket" in window)) return null;
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#socket;
    const url = new URL("api/v1/chat/ws", BASE);
    url.protocol = url.protocol.replace("http", "ws");
    return new Promise((resolve) => {
      const socket = new WebSocket(url);
      const settle = (result) => {
        clearTimeout(timer);
        socket.onopen = socket.onerror = null;
        if (!result) (this.#plain = true), socket.close();
        resolve((this.#socket = result));
      };
      const timer = setTimeout(() => settle(null), CONNECT_MS);
      socket.onopen = () => settle(socket);
      socket.onerror = () => settle(null);
    });
  }

  #drop() {
    this.#socket?.close();
    this.#socket = null;
  }

  async #post(session, message, { onSession, onReply }) {
    try {
      const response = await fetch(new URL("api/v1/chat", BASE), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ session, message }),
        signal: AbortSignal.timeout(REPLY_MS),
      });
      const body = await response.json();
      if (!response.ok) return onReply({ text: body.error.message, failed: true });
      onSession(body.session);
      body.replies.forEach(onReply);
    } catch {
      onReply({ text: OFFLINE, failed: true });
    }
  }
}

/** The conversation as the browser remembers it: the session's key and the last entries. */
class Memory {
  constructor() {
    this.session = null;
    this.entries = [];
    try {
      const stored = JSON.parse(localStorage.getItem(KEY));
      if (Array.isArray(stored?.entries)) Object.assign(this, { session: stored.session, entries: stored.entries });
    } catch {
      /* no storage, or not ours: begin anew */
    }
  }

  save() {
    this.entries = this.entries.slice(-KEPT_ENTRIES);
    try {
      localStorage.setItem(KEY, JSON.stringify({ session: this.session, entries: this.entries }));
    } catch {
      /* storage full or forbidden: the conversation lasts as long as the page */
    }
  }

  clear() {
    this.session = null;
    this.entries = [];
    this.save();
  }
}

class WhicheverChat extends HTMLElement {
  #line = new Line();
  #memory = new Memory();
  #busy = false;

  connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" });
    const style = el("link", { rel: "stylesheet", href: new URL("static/widget.css", BASE).href });
    this.inline = this.hasAttribute("inline");
    this.log = el("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": "Conversation", "aria-busy": "false", tabindex: "0" });
    this.typing = el("div", { class: "typing", role: "status", hidden: true }, [
      el("span", { class: "visually-hidden" }, "Whichever is looking for evidence"),
      el("i"), el("i"), el("i"),
    ]);
    this.input = el("textarea", {
      rows: "1", maxlength: String(MAX_CHARS), "aria-label": "Your question",
      placeholder: "Is tea better than coffee for sleep?", autocomplete: "off",
    });
    this.button = el("button", { type: "submit", class: "send", "aria-label": "Send" }, "Send");
    const form = el("form", { class: "ask" }, [this.input, this.button]);
    const again = el("button", { type: "button", class: "plain", title: "Start a new conversation" }, "New");
    const close = el("button", { type: "button", class: "plain", "aria-label": "Close the conversation" }, "✕");
    const title = el("h2", {}, "Whichever");
    const head = el("header", {}, this.inline ? [title, again] : [title, again, close]);
    this.panel = el("section", { class: this.inline ? "panel inline" : "panel floating", "aria-label": "Whichever, a conversation" }, [
      head, this.log, this.typing, form,
    ]);
    this.source = new SourceDialog(BASE);
    this.launcher = el("button", { type: "button", class: "launcher", "aria-expanded": "false" }, "Compare two things");
    root.append(style, this.panel, this.source.dialog);
    if (!this.inline) {
      this.panel.hidden = true;
      root.append(this.launcher);
    }
    form.addEventListener("submit", (event) => (event.preventDefault(), this.ask(this.input.value)));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) (event.preventDefault(), form.requestSubmit());
    });
    this.input.addEventListener("input", () => this.#grow());
    this.panel.addEventListener("keydown", (event) => event.key === "Escape" && !this.inline && this.close());
    this.launcher.addEventListener("click", () => (this.panel.hidden ? this.open() : this.close()));
    close.addEventListener("click", () => this.close());
    again.addEventListener("click", () => this.restart());
    this.#replay();
  }

  /** Open the floating conversation and put the caret into it. */
  open() {
    this.panel.hidden = false;
    this.launcher.setAttribute("aria-expanded", "true");
    this.log.scrollTop = this.log.scrollHeight;
    this.input.focus();
  }

  /** Close the floating conversation and give the focus back. */
  close() {
    this.panel.hidden = true;
    this.launcher.setAttribute("aria-expanded", "false");
    this.launcher.focus();
  }

  /** Forget this conversation and begin a new one. */
  restart() {
    if (this.#busy) return;
    this.#memory.clear();
    this.log.replaceChildren();
    this.#replay();
    this.input.focus();
  }

  /** Send a message as if the user had typed it. */
  async ask(text) {
    const message = text.trim();
    if (!message || this.#busy) return;
    this.#setBusy(true);
    this.input.value = "";
    this.#grow();
    this.#show({ from: "user", text: message });
    try {
      await this.#line.send(this.#memory.session, message, {
        onSession: (session) => ((this.#memory.session = session), this.#memory.save()),
        onReply: (reply) => this.#show({ from: "bot", ...reply }),
      });
    } finally {
      this.#setBusy(false);
      this.input.focus();
    }
  }

  #replay() {
    this.#entry({ from: "bot", ...GREETING });
    for (const entry of this.#memory.entries) this.#entry(entry);
    this.#announce(this.#memory.entries.map(found).findLast(Boolean) ?? null);
  }

  #show(entry) {
    this.#memory.entries.push(entry);
    this.#memory.save();
    this.#entry(entry);
    if (found(entry)) this.#announce(found(entry));
  }

  #entry(entry) {
    const { from, text, buttons = [], citations = [], failed = false } = entry;
    for (const old of this.log.querySelectorAll(".buttons")) old.remove();
    const open = (citation) => this.source.open(citation);
    const parts = [el("div", { class: "text" }, renderText(text, citations, open))];
    if (found(entry) && !this.inline) parts.push(resultCard(found(entry), { open, compact: true }));
    const bubble = el("article", { class: `entry ${from}${failed ? " failed" : ""}` }, [
      el("span", { class: "visually-hidden" }, from === "user" ? "You said: " : "Whichever says: "),
      ...parts,
    ]);
    this.log.append(bubble);
    if (buttons.length) {
      const row = buttons.map(({ title, message }) => {
        const button = el("button", { type: "button" }, title);
        button.addEventListener("click", () => this.ask(message));
        return button;
      });
      this.log.append(el("div", { class: "buttons", role: "group", "aria-label": "Suggestions" }, row));
    }
    const target = from === "bot" && this.log.clientHeight ? bubble.offsetTop - this.log.offsetTop - 8 : this.log.scrollHeight;
    this.log.scrollTop = Math.min(target, this.log.scrollHeight);
  }

  #announce(comparison) {
    this.comparison = comparison;
    this.dispatchEvent(new Event("whichever-comparison"));
  }

  #setBusy(busy) {
    this.#busy = busy;
    this.typing.hidden = !busy;
    this.button.disabled = busy;
    this.log.setAttribute("aria-busy", String(busy));
    if (busy) this.log.scrollTop = this.log.scrollHeight;
  }

  #grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 140)}px`;
  }
}

customElements.define("whichever-chat", WhicheverChat);
if (!document.querySelector("whichever-chat")) document.body.append(document.createElement("whichever-chat"));
