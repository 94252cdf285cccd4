/** What is typed for the palette while its code is loaded. */
export interface TypedAhead {
  text(): string;
  clear(): void;
  /** @returns whether the key was one for a text field */
  press(key: string): boolean;
}

export function createTypedAhead(): TypedAhead {
  let text = "";
  return {
    text: () => text,
    clear: () => {
      text = "";
    },
    press: (key) => {
      if (key === "Backspace") text = Array.from(text).slice(0, -1).join("");
      // Other keys have names of several letters.
      else if (Array.from(key).length === 1) text += key;
      else return false;
      return true;
    },
  };
}
