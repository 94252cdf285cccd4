/** How a person works a page: with a pointer, or by the keyboard alone. A journey is written once and gone both ways. */
import { expect, type Locator, type Page } from "@playwright/test";

export interface Hands {
  /** Presses a button, a link, a menu's item, a switch. */
  readonly press: (target: Locator) => Promise<void>;
  /** Writes into a field, in place of what stood there. */
  readonly write: (field: Locator, text: string) => Promise<void>;
}

export const POINTER: Hands = {
  press: (target) => target.click(),
  write: async (field, text) => {
    await field.fill(text);
    // What a field suggests would lie over the button that is pressed next.
    await field.blur();
  },
};

/** More than any page of the panel has controls on the way from one to another. */
const KEYS_MAX = 150;

const SPACED: ReadonlySet<string | null> = new Set(["switch", "checkbox", "radio"]);
const kindOf = (element: Element): string | null => element.getAttribute("role") ?? element.getAttribute("type");

/** Every control is reached as people without a pointer reach it: by Tab, and by the arrows inside a menu or a group. */
export function keyboardOf({ keyboard }: Page): Hands {
  const reach = async (target: Locator): Promise<string | null> => {
    await expect(target).toBeVisible();
    const kind = await target.evaluate(kindOf);
    for (let pressed = 0; pressed < KEYS_MAX; pressed += 1) {
      const [reached, beside] = await target.evaluate((element) => {
        const { activeElement } = element.ownerDocument;
        return [element === activeElement, activeElement?.getAttribute("role") ?? activeElement?.getAttribute("type")];
      });
      if (reached) return kind;
      // An open menu has the focus; into a group of radio buttons leads Tab (ARIA APG).
      await keyboard.press(kind === "menuitem" || (kind === "radio" && beside === kind) ? "ArrowDown" : "Tab");
    }
    throw new Error(`${target.toString()} is not reached by ${KEYS_MAX} keys`);
  };
  return {
    press: async (target) => {
      await keyboard.press(SPACED.has(await reach(target)) ? "Space" : "Enter");
    },
    write: async (field, text) => {
      await reach(field);
      await keyboard.press("ControlOrMeta+a");
      await keyboard.type(text);
      // A field that suggests something keeps what was typed.
      if ((await field.getAttribute("aria-expanded")) === "true") await keyboard.press("Escape");
    },
  };
}
