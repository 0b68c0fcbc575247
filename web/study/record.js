/* What a reader did and said, and how long each phase took: rows of one shape. */
import { field } from "../page/export.js";

export const PHASES = ["until_typing", "typing", "loading", "determination"];
const COLUMNS = ["reader", "part", "condition", "item", "measure", "value"];

/** Adds up how long a reader is in each phase; typing again goes back to it. */
export class Phases {
  #ms = Object.fromEntries(PHASES.map((name) => [name, 0]));
  #now = PHASES[0];
  #since = performance.now();

  enter(name) {
    if (name === this.#now) return;
    const at = performance.now();
    this.#ms[this.#now] += at - this.#since;
    [this.#now, this.#since] = [name, at];
  }

  /** Return the milliseconds of each phase and of all. */
  end() {
    this.enter("");
    const total = Object.values(this.#ms).reduce((sum, ms) => sum + ms, 0);
    return Object.entries({ ...this.#ms, total }).map(([name, ms]) => [name, Math.round(ms)]);
  }
}

export class Recording {
  #rows = [];

  /** @param {string} reader */
  constructor(reader) {
    this.reader = reader;
  }

  /** @param {string} part @param {string} condition @param {string} item @param {[string, string | number][]} measures */
  add(part, condition, item, measures) {
    for (const [measure, value] of measures) this.#rows.push([this.reader, part, condition, item, measure, value]);
  }

  csv() {
    return [COLUMNS, ...this.#rows].map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";
  }
}
