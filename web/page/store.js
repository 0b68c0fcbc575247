/* The page's state in one object, drawn anew after each change; what is kept on this device. */

/**
 * @template T
 * @param {T} state
 * @param {(state: T) => void} draw
 */
export function makeStore(state, draw) {
  let due = false;
  return {
    state,
    /** @param {Partial<T>} changes */
    set(changes) {
      Object.assign(state, changes);
      if (due) return;
      due = true;
      queueMicrotask(() => {
        due = false;
        draw(state);
      });
    },
  };
}

/** Read what was kept; `otherwise` when there is nothing or it cannot be read. */
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`whichever.${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a value on this device, if it allows it. */
export function keep(key, value) {
  try {
    localStorage.setItem(`whichever.${key}`, JSON.stringify(value));
  } catch {
    /* storage is full or forbidden: it lasts as long as the page */
  }
}
