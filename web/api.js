/* The service: requests with a time limit, and the stream of a comparison. An error's message is for people. */
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
  const said = await response.json().catch(() => null);
  throw new Error(said?.error?.message ?? S.failed.strange);
}

const json = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** @param {string} path @param {AbortSignal} [signal] */
export const get = async (path, signal) => (await send(path, { signal })).json();

/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
export const post = async (path, body, signal) => (await send(path, { ...json(body), signal })).json();

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
