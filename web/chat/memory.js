/* The conversation as the browser remembers it. */

const KEY = "whichever.conversation";
const KEPT_ENTRIES = 60;

/** The session's key and the last entries. */
export class Memory {
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
