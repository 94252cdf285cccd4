/** The texts of the panel's snackbars. They are visible for two seconds: the page keeps them, so that a busy machine misses none. */
import { expect, type Frame, type Page } from "@playwright/test";

declare global {
  interface Window {
    callpanelMessages: string[];
    callpanelLetGo?: () => void;
  }
}

/** Runs in a page before its own code: keeps the text of every snackbar, and of every other change that is read out. */
export function keepMessages(): void {
  const SPOKEN = "[role=status], [role=alert], output";
  window.callpanelMessages = [];
  const keep = ({ textContent }: Element): void => {
    if (textContent !== null && textContent !== "") window.callpanelMessages.push(textContent);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      const around = target instanceof Element ? target.closest(SPOKEN) : null;
      if (around !== null && addedNodes.length > 0) keep(around);
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue;
        if (added.matches(SPOKEN)) keep(added);
        for (const inside of added.querySelectorAll(SPOKEN)) keep(inside);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** The person sees this message, or has seen it; each time it is shown counts once. */
export async function expectMessage({ page }: { readonly page: Page | Frame }, text: string | RegExp): Promise<void> {
  const take = (wanted: string | RegExp) => {
    const at = window.callpanelMessages.findIndex((one) =>
      typeof wanted === "string" ? one.includes(wanted) : wanted.test(one),
    );
    if (at === -1) return window.callpanelMessages;
    window.callpanelMessages.splice(at, 1);
    return "shown";
  };
  await expect.poll(() => page.evaluate(take, text), { message: `shown: ${String(text)}` }).toBe("shown");
}

/** From now on notices stay, as they do under a pointer: a button that is there for two seconds can be clicked. @returns lets them go */
export async function holdNotices({ page }: { readonly page: Page }): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const point = (type: "pointerover" | "pointerout"): void => {
      for (const notice of document.querySelectorAll("[data-kind] > [role=status], [data-kind] > [role=alert]"))
        notice.dispatchEvent(new PointerEvent(type, { bubbles: true }));
    };
    const observer = new MutationObserver(() => point("pointerover"));
    observer.observe(document.body, { childList: true, subtree: true });
    point("pointerover");
    window.callpanelLetGo = () => {
      observer.disconnect();
      point("pointerout");
    };
  });
  return () => page.evaluate(() => window.callpanelLetGo?.());
}
