/* The page beside the conversation: shows the last comparison as a card. */
import { resultCard } from "./card.js";

const chat = document.querySelector("whichever-chat");
const result = document.getElementById("result");
const jump = document.querySelector(".jump");
const empty = result.firstElementChild;

function show() {
  const { comparison, source } = chat;
  jump.hidden = !comparison;
  result.replaceChildren(comparison ? resultCard(comparison, { open: (cited) => source.open(cited) }) : empty);
}

chat.addEventListener("whichever-comparison", show);
show();
