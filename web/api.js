/* The service: requests with a time limit, and the stream of a comparison. An error's message is for people; it is `refused` where asking again
 * would not help. */
import { S } from "./strings.js";

/** Where the service is: the folder above this file. */
export const BASE = new URL("..", import.meta.url);
const LIMIT_MS = 20000;
const STREAM_MS = 60000;

async function send(path, options, limit = LIMIT_MS) {
  const signal = AbortSignal.any([AbortSignal.timeout(limit), ...(options.signal ? [options.signal] : [])]);
  let response;
  try {
    response = await fetch(new URL(path, BASE), { ...options, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(S.failed.offline, { cause: error });
  }
  if (response.ok) return response;
  throw Object.assign(new Error(refusal(await response.text())), { refused: response.status === 400 });
}

const json = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** @param {string} path @param {AbortSignal} [signal] */
export const get = async (path, signal) => (await send(path, { signal })).json();

/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
export const post = async (path, body, signal) => (await send(path, { ...json(body), signal })).json();

const bearer = (key) => ({ Authorization: `Bearer ${key}` });
const textAt = (name) => `api/v1/texts/${encodeURIComponent(name)}`;

/** Do something with the texts that people added. @param {"GET" | "DELETE"} method @param {string} key @param {string} [name] of one */
export const texts = async (method, key, name) =>
  (await send(name ? textAt(name) : "api/v1/texts", { method, headers: bearer(key) }, STREAM_MS)).json();

/** Add a text. @param {File} file @param {string} key @param {(words: "sending" | "reading", share: number) => void} hear @returns {Promise<object>} what became of it */
export const upload = (file, key, hear) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch does not say how much was sent
    let read = 0;
    const listen = () => {
      const [events, rest] = cutEvents(request.responseText.slice(read));
      read = request.responseText.length - rest.length;
      for (const { name, data } of events) {
        if (name === "added") resolve(data);
        else if (name === "error") reject(new Error(data.message));
        else hear("reading", data.total ? data.done / data.total : 1);
      }
    };
    request.open("PUT", new URL(textAt(file.name), BASE));
    for (const [name, value] of Object.entries(bearer(key))) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => (loaded < total ? hear("sending", loaded / total) : hear("reading", 0));
    request.onprogress = () => request.status === 200 && listen();
    request.onload = () => {
      if (request.status === 200) listen();
      else reject(new Error(refusal(request.responseText)));
      reject(new Error(S.failed.strange)); // unless it is settled
    };
    request.onerror = () => reject(new Error(S.failed.offline));
    request.send(file);
  });

/** Say why something was refused. @param {string} body of the response */
function refusal(body) {
  try {
    return JSON.parse(body).error.message;
  } catch {
    return S.failed.strange;
  }
}

/** @param {string} path */
export const remove = (path) => send(path, { method: "DELETE" });

/** Cut server-sent events out of text: [events, what is left]. @param {string} text */
export function cutEvents(text) {
  const blocks = text.split("\n\n");
  const rest = blocks.pop();
  const events = blocks.map((block) => {
    const lines = block.split("\n");
    const field = (name) => lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2)).join("\n");
    return { name: field("event"), data: JSON.parse(field("data")) };
  });
  return [events, rest];
}

/**
 * Compare, and hear of each stage.
 * @param {object} request
 * @param {AbortSignal} signal ends the work
 * @param {(event: {name: string, data: object}) => void} hear
 * @returns {Promise<object>} the answer
 */
export async function stream(request, signal, hear) {
  const response = await send("api/v1/stream", { ...json(request), signal }, STREAM_MS);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(S.failed.strange);
    const [events, rest] = cutEvents(text + value);
    text = rest;
    for (const event of events) {
      if (event.name === "answer") return event.data;
      if (event.name === "error") throw new Error(event.data.message);
      hear(event);
    }
  }
}
