/* The page beside the conversation: shows the last comparison as a card. */
import { resultCard } from "./card.js";

const chat = document.querySelector("whichever-chat");
const result = document.getElementById("result");
const empty = result.firstElementChild;
const jump = document.querySelector(".jump");

chat.addEventListener("whichever-comparison", ({ detail }) => {
  jump.hidden = !detail;
  result.replaceChildren(detail ? resultCard(detail, { open: (cited) => chat.source.open(cited) }) : empty);
});
