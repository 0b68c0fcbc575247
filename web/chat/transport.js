/* Carries what a person says to the service and brings back what it replies. */
import { S } from "../strings.js";
import { BASE } from "../api.js";
import { ownWords } from "../view/blocks.js";

const CONNECT_MS = 3000;
const REPLY_MS = 40000;

const failure = (text) => ({ text, blocks: ownWords(text), failed: true });

/** Sends messages over a WebSocket, or over plain HTTP where a WebSocket cannot be had. */
export class Transport {
  #socket = null;
  #plain = false;

  /** Send one message, {session, message, index}; calls back for the session and for every reply, resolves when the turn is over. */
  async send(said, { onSession, onReply }) {
    const socket = await this.#connect();
    if (!socket) return this.#post(said, { onSession, onReply });
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
        else if (data.type === "error") (replied = true), onReply(failure(data.error.message));
        else if (data.type === "done") stop("done");
      };
      socket.send(JSON.stringify(said));
    });
    if (heard === "done" || replied) return;
    this.#drop();
    if (heard === "closed") return this.#post(said, { onSession, onReply });
    onReply(failure(S.chat.offline));
  }

  async #connect() {
    if (this.#plain || !("WebSocket" in window)) return null;
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#socket;
    const url = new URL("api/v1/chat/ws", BASE);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
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

  async #post(said, { onSession, onReply }) {
    try {
      const response = await fetch(new URL("api/v1/chat", BASE), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(said),
        signal: AbortSignal.timeout(REPLY_MS),
      });
      const body = await response.json();
      if (!response.ok) return onReply(failure(body.error.message));
      onSession(body.session);
      body.replies.forEach(onReply);
    } catch {
      if (BASE.origin !== location.origin) console.error(S.chat.origin(BASE.host, location.origin));
      onReply(failure(S.chat.offline));
    }
  }
}
