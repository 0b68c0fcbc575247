/* What the page and the widget show of an answer: its text with citations, the result card, the source in its context.
 * Text of the corpus only ever becomes text nodes, never markup.
 */

const DECISIONS = {
  equal: () => "About equal",
  undecided: ({ counts }) => (counts.FIRST && counts.SECOND ? "Too close to call" : "Too little evidence to choose"),
  insufficient: () => "Not enough evidence",
  first: ({ winner }) => `${winner} is ahead`,
  second: ({ winner }) => `${winner} is ahead`,
};

/** Make an element: attributes (true sets, false and null leave out), then children (nodes or text). */
export function el(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...[children].flat());
  return element;
}

/** Turn an answer's plain text into paragraphs and lists; each [n] with a citation becomes a button that opens it. */
export function renderText(text, citations, open) {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));
  const inline = (line) =>
    line.split(/(\[\d{1,3}\])/).map((piece) => {
      const citation = /^\[\d{1,3}\]$/.test(piece) && byNumber.get(Number(piece.slice(1, -1)));
      if (!citation) return piece;
      const label = `Source ${citation.n}: ${citation.title || citation.source}`;
      const button = el("button", { type: "button", class: "cite", "aria-label": label, title: label }, String(citation.n));
      button.addEventListener("click", () => open(citation));
      return button;
    });
  const blocks = [];
  let list = null;
  for (const line of text.split("\n")) {
    if (/^\s*[-•]\s+/.test(line)) {
      if (!list) blocks.push((list = el("ul")));
      list.append(el("li", {}, inline(line.replace(/^\s*[-•]\s+/, ""))));
    } else {
      list = null;
      if (line.trim()) blocks.push(el("p", {}, inline(line)));
    }
  }
  return blocks;
}

const percent = (share) => `${Math.round(100 * share)} %`;
const confidence = (sure) => (sure > 0.99 ? "over 99 %" : percent(sure));
const chance = (sure) => (sure < 0.01 ? "under 1 %" : confidence(sure));
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function bar(share, [first, second]) {
  const known = share.first + share.second > 0;
  const label = known
    ? `${first} ${percent(share.first)}, ${second} ${percent(share.second)}`
    : "no evidence that favours one of the two";
  const track = el("div", { class: "bar", role: "img", "aria-label": label }, [
    el("span", { class: "one" }), el("span", { class: "two" }), el("b", { class: "half" }),
  ]);
  track.children[0].style.width = `${100 * share.first}%`;
  track.children[1].style.width = `${100 * share.second}%`;
  return el("div", { class: "share" }, [
    el("div", { class: "share-head" }, [
      el("span", {}, known ? percent(share.first) : "–"),
      el("span", { class: "share-name" }, share.aspect || "All evidence"),
      el("span", {}, known ? percent(share.second) : "–"),
    ]),
    track,
    el("small", {}, plural(share.arguments, "argument") + (share.sources ? ` from ${plural(share.sources, "source")}` : "")),
  ]);
}

function argumentItem(argument, open) {
  const button = el("button", { type: "button", class: "evidence" }, [
    el("q", {}, argument.sentence),
    el("small", {}, [argument.title || argument.source, argument.date ? ` · ${argument.date.slice(0, 10)}` : "",
      argument.sample ? " · sample text" : "", argument.sources.length > 1 ? ` · ${argument.sources.length} sources` : ""].join("")),
  ]);
  button.addEventListener("click", () => open(argument));
  return el("li", {}, button);
}

function namedBy(aspect) {
  return [...aspect.sentences, ...aspect.against];
}

function side(comparison, index, shown, open, chosen) {
  const name = comparison.objects[index];
  const stance = index === 0 ? "FIRST" : "SECOND";
  const matching = comparison.arguments.filter(
    (argument) => argument.stance === stance && (!chosen || namedBy(chosen).includes(argument.sentence_id)),
  );
  const count = chosen ? matching.length : comparison.counts[stance];
  return el("section", { class: `side ${index === 0 ? "one" : "two"}`, "aria-label": `Evidence for ${name}` }, [
    el("h4", {}, [`For ${name} `, el("span", { class: "count" }, String(count))]),
    matching.length
      ? el("ol", {}, matching.slice(0, shown).map((argument) => argumentItem(argument, open)))
      : el("p", { class: "none" }, "Nothing found."),
  ]);
}

const SIDES = { FIRST: 0, SECOND: 1 };

function voteItem(vote, objects, open) {
  const cast = [vote.first, vote.second].map((size, side) => [size, objects[side]]).filter(([size]) => size >= 0.005);
  const said = vote.said.map((argument) => {
    const speaks = argument.stance in SIDES ? `for ${objects[SIDES[argument.stance]]}` : "for neither";
    const button = el("button", { type: "button", class: "evidence" }, [
      el("q", {}, argument.sentence),
      el("small", {}, `${speaks}, ${percent(argument.confidence)} sure${argument.outvoted ? " · outvoted within its source" : ""}`),
    ]);
    button.addEventListener("click", () => open(argument));
    return el("li", {}, button);
  });
  const sum = cast.map(([size, name]) => `${size.toFixed(2)} for ${name}`).join(", ");
  return el("li", {}, [el("p", {}, [el("b", {}, vote.source), ` · ${sum}`]), el("ul", {}, said)]);
}

function explained(explanation, open) {
  const [first, second] = explanation.objects;
  const { votes, share, left_out: left, without_strongest: without } = explanation;
  const rest = share.sources - votes.length;
  return [
    el("p", {}, `${explanation.first_votes.toFixed(1)} votes for ${first} and ${explanation.second_votes.toFixed(1)} for ${second}; `
      + "a source has one on average, more the surer its best sentence."),
    el("ol", {}, votes.map((vote) => voteItem(vote, explanation.objects, open))),
    ...(rest > 0 ? [el("p", {}, `and ${plural(rest, "more source")}`)] : []),
    ...(without && without.share.sources
      ? [el("p", {}, `Without ${without.source}, ${first} would have ${percent(without.share.first)} instead of ${percent(share.first)}.`)]
      : []),
    el("p", {}, `Left out: ${plural(left.none, "sentence")} without a comparison, ${plural(left.questions, "question")}.`),
  ];
}

/** Draw what opens to the reasons of a verdict, source by source; they are fetched when it is opened. */
function why(comparison, open) {
  const body = el("div", { class: "votes", "aria-live": "polite" });
  const details = el("details", { class: "why" }, [el("summary", {}, "Why? See how each source voted"), body]);
  details.addEventListener("toggle", async () => {
    if (!details.open || body.childElementCount) return;
    try {
      const response = await fetch(new URL("../api/v1/explain", import.meta.url), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ objects: comparison.objects, aspects: comparison.asked }),
        signal: AbortSignal.timeout(20000),
      });
      const explanation = await response.json();
      if (!response.ok) throw new Error(explanation.error.message);
      body.replaceChildren(...explained(explanation, open));
    } catch (error) {
      body.replaceChildren();
      body.append(`The reasons could not be loaded: ${error.message}`);
    }
  });
  return details;
}

const OUTCOMES = {
  winner: ({ winner }) => `${winner} comes first`,
  equal: () => "About equal",
  undecided: () => "Too close to call",
  insufficient: () => "Not enough evidence",
};

function placeItem(place) {
  const [low, high] = place.ranks;
  const about = place.rank === null
    ? "too little evidence for a place"
    : `${chance(place.best)} likely the best · place ${low === high ? low : `${low} to ${high}`}`;
  const track = el("div", { class: "bar", "aria-hidden": "true" }, el("span", { class: "one" }));
  track.firstChild.style.width = `${100 * place.best}%`;
  return el("li", {}, [
    el("div", { class: "share-head" }, [el("span", {}, `${place.rank ?? "–"} · ${place.object}`)]),
    ...(place.rank === null ? [] : [track]),
    el("small", {}, `${about} · ${plural(place.sources, "source")}`),
  ]);
}

/** Draw what each object gets against each other one; choosing a pair shows its comparison. */
function matrix(standings, names, choose) {
  const cell = (row, column) => {
    const pair = standings.comparisons.find(({ objects }) => objects.includes(row) && objects.includes(column));
    if (row === column || !pair) return el("td", {}, "·");
    const share = pair.objects[0] === row ? pair.shares[0].first : pair.shares[0].second;
    const decided = pair.winner !== null;
    const known = pair.decision !== "insufficient";
    const label = `${row} against ${column}: ${known ? percent(share) : "too few sources"}${decided ? `, ${pair.winner} is ahead` : ""}`;
    const button = el("button", { type: "button", class: `pair${decided ? (pair.winner === row ? " one" : " two") : ""}`, "aria-label": label, title: label },
      known ? percent(share) : "few");
    button.addEventListener("click", () => choose(pair));
    return el("td", {}, button);
  };
  return el("div", { class: "matrix" }, el("table", {}, [
    el("caption", {}, "Share of the votes, row against column; choose a pair to see its evidence"),
    el("thead", {}, el("tr", {}, [el("td"), ...names.map((name) => el("th", { scope: "col" }, name))])),
    el("tbody", {}, names.map((row) => el("tr", {}, [el("th", { scope: "row" }, row), ...names.map((column) => cell(row, column))]))),
  ]));
}

function standingsCard(standings, { open, compact }) {
  const [whole, ...views] = standings.orders;
  const names = whole.places.map(({ object }) => object);
  const pair = el("div", { class: "chosen", "aria-live": "polite" });
  const choose = (comparison) => pair.replaceChildren(resultCard(comparison, { open, compact }));
  const details = [];
  if (whole.decision === "winner" || whole.decision === "equal") details.push(`${confidence(whole.confidence)} confident`);
  if (standings.cycle.length) details.push(`a circle: ${[...standings.cycle, standings.cycle[0]].join(" over ")}`);
  for (const view of views) details.push(`${view.aspect}: ${view.winner ?? OUTCOMES[view.decision](view).toLowerCase()}`);
  return el("section", { class: `card${compact ? " compact" : ""}`, "aria-label": `${names.join(", ")} in order` }, [
    el("header", {}, [
      el("h3", {}, standings.objects.join(" · ")),
      el("p", { class: `decision ${whole.decision}` }, OUTCOMES[whole.decision](whole)),
      el("p", { class: "detail" }, details.join(" · ")),
    ]),
    el("ol", { class: "places" }, whole.places.map(placeItem)),
    matrix(standings, names, choose),
    pair,
  ]);
}

/** Draw what was found out: of two things, verdict, score bars, aspects to filter by and the evidence for each side; of
 * more, their order and what each gets against each other one. */
export function resultCard(result, options) {
  return result.orders ? standingsCard(result, options) : comparisonCard(result, options);
}

function comparisonCard(comparison, { open, compact = false }) {
  const [first, second] = comparison.objects;
  const [low, high] = comparison.interval;
  const sides = el("div", { class: "sides" });
  const draw = (chosen) => {
    sides.replaceChildren(...[0, 1].map((index) => side(comparison, index, compact ? 1 : 5, open, chosen)));
  };
  const chips = comparison.aspects.map((aspect) => {
    const count = Math.max(aspect.first_count, aspect.second_count);
    const chip = el("button", { type: "button", class: `chip ${aspect.object === first ? "one" : "two"}`, "aria-pressed": "false" },
      `${aspect.name} ${count > 1 ? `×${count}` : ""}`.trim());
    chip.title = `Speaks for ${aspect.object}: ${plural(count, "sentence")} against `
      + `${Math.min(aspect.first_count, aspect.second_count)}. Said as: ${aspect.members.join(", ")}`;
    chip.addEventListener("click", () => {
      const on = chip.getAttribute("aria-pressed") === "true";
      for (const other of chips) other.setAttribute("aria-pressed", "false");
      chip.setAttribute("aria-pressed", String(!on));
      draw(on ? null : aspect);
    });
    return chip;
  });
  const decided = comparison.decision === "first" || comparison.decision === "second";
  const detail = decided
    ? `${confidence(comparison.confidence)} confident · ${first} earns between ${percent(low)} and ${percent(high)}`
    : comparison.decision === "insufficient"
      ? `${plural(comparison.sources, "source")} found that take a side, at least ${comparison.minimum_sources} are needed`
      : `${first} earns between ${percent(low)} and ${percent(high)}`;
  const asked = comparison.shares.map(({ aspect }) => aspect);
  const depends = comparison.depends.filter(({ aspect }) => !asked.includes(aspect));
  draw(null);
  return el("section", { class: `card${compact ? " compact" : ""}`, "aria-label": `${first} compared with ${second}` }, [
    el("header", {}, [
      el("h3", {}, [el("span", { class: "one" }, first), el("span", { class: "versus" }, " or "), el("span", { class: "two" }, second)]),
      el("p", { class: `decision ${comparison.decision}` }, DECISIONS[comparison.decision](comparison)),
      el("p", { class: "detail" }, detail),
    ]),
    ...comparison.shares.map((share) => bar(share, comparison.objects)),
    ...(depends.length ? [el("p", { class: "decision depends" }, "It depends")] : []),
    ...depends.map((share) => bar({ ...share, sources: 0 }, comparison.objects)),
    ...(chips.length && !compact
      ? [el("div", { class: "chips", role: "group", "aria-label": "Aspects found in the evidence; choose one to filter" }, chips)]
      : []),
    sides,
    ...(compact || !comparison.sources ? [] : [why(comparison, open)]),
  ]);
}

/** Shows a cited sentence where it stands, and the whole document on request. */
export class SourceDialog {
  constructor(base) {
    this.base = base;
    this.title = el("h3", { id: "source-title" });
    this.about = el("p", { class: "about" });
    this.body = el("div", { class: "context", tabindex: "0" });
    this.whole = el("button", { type: "button" }, "Show the whole text");
    this.link = el("a", { target: "_blank", rel: "noopener noreferrer nofollow" }, "Open the original");
    const close = el("button", { type: "button", class: "close" }, "Close");
    close.addEventListener("click", () => this.dialog.close());
    this.whole.addEventListener("click", () => this.#load(true));
    this.dialog = el("dialog", { "aria-labelledby": "source-title" }, [
      this.title, this.about, this.body, el("footer", {}, [this.whole, this.link, close]),
    ]);
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  /** Open the source of a citation or an argument. */
  open(cited) {
    this.cited = cited;
    this.title.textContent = cited.title || "Source";
    const about = [cited.source, cited.date.slice(0, 10), cited.sample ? "sample text, written to show the product" : ""];
    this.about.textContent = about.filter(Boolean).join(" · ");
    this.link.hidden = !/^https?:\/\//i.test(cited.url);
    if (this.link.hidden) this.link.removeAttribute("href");
    else this.link.href = cited.url;
    this.body.replaceChildren(el("p", {}, el("mark", {}, cited.sentence)));
    if (!this.dialog.open) this.dialog.showModal();
    this.#load(false);
  }

  async #load(whole) {
    const { cited } = this;
    this.whole.hidden = whole;
    const path = whole
      ? `api/v1/documents/${encodeURIComponent(cited.document)}`
      : `api/v1/sentences/${encodeURIComponent(cited.sentence_id)}/context?before=3&after=3`;
    try {
      const response = await fetch(new URL(path, this.base), { signal: AbortSignal.timeout(10000) });
      const body = await response.json();
      if (cited !== this.cited) return;
      if (!response.ok) throw new Error(body.error.message);
      const sentences = body.sentences.map(({ id, text }) => [el(id === cited.sentence_id ? "mark" : "span", {}, text), " "]);
      this.body.replaceChildren(el("p", {}, sentences.flat()));
      this.body.querySelector("mark")?.scrollIntoView({ block: "center" });
    } catch (error) {
      if (cited !== this.cited) return;
      this.body.append(el("p", { class: "failed", role: "alert" }, `The surrounding text could not be loaded: ${error.message}`));
    }
  }
}
