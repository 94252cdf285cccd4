/** What is typed for the palette until its field has the focus: its code is loaded on first use. */
export interface TypedAhead {
  /** Whether the field is there. */
  isThere(): boolean;
  /** Takes a key. @returns whether it was one for a text field */
  press(key: string): boolean;
  /** The field is there. @returns what was typed for it */
  take(): string;
  /** The palette is closed. */
  reset(): void;
}

export function createTypedAhead(): TypedAhead {
  let text = "";
  let isThere = false;
  return {
    isThere: () => isThere,
    press: (key) => {
      if (key === "Backspace") text = Array.from(text).slice(0, -1).join("");
      // Other keys have names of several letters.
      else if (Array.from(key).length === 1) text += key;
      else return false;
      return true;
    },
    take: () => {
      const typed = text;
      text = "";
      isThere = true;
      return typed;
    },
    reset: () => {
      text = "";
      isThere = false;
    },
  };
}
