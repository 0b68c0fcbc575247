/* A study of readers: topics in turn with three ways to look, answers to be rated, a questionnaire, a file at the end. */
import { html, nothing, render } from "../vendor/lit-html.js";
import { get, post } from "../api.js";
import { download } from "../page/export.js";
import { answer } from "../view/blocks.js";
import { SourceDialog } from "../view/source.js";
import { Phases, Recording } from "./record.js";
import { S } from "./strings.js";
import { search, WAYS } from "./ways.js";

const GENERATORS = ["brief", "bullets", "snippet", "template"];
const SCALE = [1, 2, 3, 4, 5];
const ways = Object.keys(WAYS);
const panel = document.getElementById("study");
const source = new SourceDialog(document.body);
const open = (cited) => source.open(cited);

let place = { step: "" };

/** Draw a step; what was chosen in another is forgotten. */
function show(step, view) {
  if (step !== place.step) {
    place = { step, element: document.createElement("div") };
    panel.replaceChildren(place.element);
    scrollTo(0, 0);
  }
  render(html`<h1>${S.title}</h1>${view}`, place.element);
}

/** Draw radio buttons for values with their labels. */
const choice = (name, legend, options) => html`<fieldset><legend>${legend}</legend>
  ${options.map(([value, label]) => html`<label><input type="radio" name=${name} value=${value} required> ${label}</label>`)}</fieldset>`;

/** Draw a form and wait until it is sent. @returns {Promise<Record<string, string>>} */
const filled = (step, draw) =>
  new Promise((resolve) => {
    const send = (event) => {
      event.preventDefault();
      resolve(Object.fromEntries(new FormData(event.target)));
    };
    show(step, draw(send));
  });

const parsed = (text) => text.split("\n").map((line) => line.split(",").map((part) => part.trim())).filter(([first]) => first);
const valid = (topics) => topics.length > 0 && topics.every((parts) => parts.length === 3 && parts.every(Boolean));

/** Ask for the reader and the topics, which begin with those that the index can answer. */
async function begin() {
  const { examples = [] } = await get("api/v1/corpus").catch(() => ({}));
  const pairs = examples.map(({ objects }) => objects).filter((objects) => objects?.length === 2);
  let given = pairs.map((objects) => [...objects, "everyday use"].join(", ")).join("\n");
  let failed = "";
  for (;;) {
    const said = await filled(`begin${failed}`, (send) => html`<p>${S.intro}</p>${failed ? html`<p class="notice failed" role="alert">${failed}</p>` : nothing}
      <form @submit=${send}><label>${S.reader} <input name="reader" type="number" min="1" required></label>
      <label>${S.topics} <textarea name="topics" rows="8" .value=${given}></textarea></label>
      <button type="submit" class="primary">${S.start}</button></form>`);
    const topics = parsed(said.topics);
    if (valid(topics)) return { recording: new Recording(said.reader), topics };
    [failed, given] = [S.invalid, said.topics];
  }
}

/** Let a reader look for an answer in one way, and say what it is. */
function look(recording, topic, number, all) {
  const way = ways[(number + Number(recording.reader)) % ways.length];
  const [first, second] = topic;
  const phases = new Phases();
  return new Promise((resolve) => {
    const state = { busy: false, found: nothing };
    let searches = 0;
    const ask = async (words) => {
      phases.enter("loading");
      searches += 1;
      Object.assign(state, { busy: true, found: nothing });
      draw();
      try {
        state.found = WAYS[way].draw(await WAYS[way].ask(words), open);
      } catch (error) {
        state.found = html`<p class="notice failed" role="alert">${error.message}</p>`;
      }
      state.busy = false;
      draw();
      phases.enter("determination");
    };
    const decide = (event) => {
      event.preventDefault();
      const said = Object.fromEntries(new FormData(event.target));
      recording.add("topic", way, topic.join(" | "), [...phases.end(), ["searches", searches], ["winner", said.winner], ["confidence", said.confidence]]);
      resolve();
    };
    const draw = () => show(`topic-${number}`, html`<p>${S.topic(number + 1, all)}</p><h2>${S.asked(topic)}</h2><p>${S.with(S.ways[way])}</p>
      ${search(way, state.busy, () => phases.enter("typing"), ask)}
      <div class="found" aria-live="polite">${state.found}</div>
      <form @submit=${decide}>${choice("winner", S.winner, [["first", first], ["second", second], ["equal", S.level], ["unknown", S.unknown]])}
      ${choice("confidence", S.confidence, SCALE.map((n) => [n, n]))}<button type="submit" class="primary">${S.next}</button></form>`);
    draw();
  });
}

/** Let a reader rate the answers of all generators, in an order that the reader's number turns. */
async function rate(recording, topics) {
  const each = topics.flatMap((topic, row) => GENERATORS.map((_, at) => [topic, GENERATORS[(at + row + Number(recording.reader)) % GENERATORS.length]]));
  for (const [number, [topic, generator]] of each.entries()) {
    const said = await post("api/v1/ask", { question: S.asked(topic), generator }).catch(() => null);
    if (!said?.citations.length) continue;
    const grades = S.grades.map((label, grade) => [grade, label]);
    const rated = await filled(`answer-${number}`, (send) => html`<p>${S.rate(number + 1, each.length)}</p><h2>${S.asked(topic)}</h2>
      <div class="found">${answer(said.blocks, said.citations, open)}</div>
      <form @submit=${send}>${choice("completeness", S.completeness, grades)}${choice("fluency", S.fluency, grades)}
      <button type="submit" class="primary">${S.next}</button></form>`);
    recording.add("answer", generator, topic.join(" | "), Object.entries(rated));
  }
}

/** Ask what a reader thinks of each way. */
async function question(recording) {
  const statements = Object.entries(S.statements);
  const said = await filled("questionnaire", (send) => html`<h2>${S.questionnaire}</h2><form @submit=${send}>
    ${ways.flatMap((way) => statements.map(([name, text]) => choice(`${way} ${name}`, `${S.ways[way]}: ${text}`, SCALE.map((n) => [n, n]))))}
    <button type="submit" class="primary">${S.next}</button></form>`);
  for (const [name, value] of Object.entries(said)) {
    const [way, statement] = name.split(" ");
    recording.add("questionnaire", way, statement, [["agreement", value]]);
  }
}

const { recording, topics } = await begin();
for (const [number, topic] of topics.entries()) await look(recording, topic, number, topics.length);
await rate(recording, topics);
await question(recording);
show("done", html`<p>${S.done}</p><button type="button" class="primary" @click=${() => download(`study-${recording.reader}.csv`, "text/csv", recording.csv())}>${S.save}</button>`);
