/**
 * The next journey of a shared company begins at the first page. Loading that again takes more than a second of CPU, a way there inside the panel a tenth;
 * but only a page on which everything is as it was after the sign-in is used further.
 */
import type { Page } from "@playwright/test";

/** What a page has that a journey may change and a reload would put back; read in one go. */
interface PageState {
  readonly path: string;
  readonly look: string;
  readonly fields: string;
  readonly softphone: string;
}

export interface StartPage {
  /** @returns whether the page is at its start again, as when it was first seen; otherwise it has to be loaded again */
  comeBack(): Promise<boolean>;
}

/** A message disappears by itself after two seconds, and data that is being loaded arrives. */
const TRIES = 15;
const BETWEEN_TRIES_MS = 200;

const SIZE = { width: 1440, height: 900 };

/** @param page - at its start, just signed in */
export async function startPageOf(page: Page): Promise<StartPage> {
  let hasErred = false;
  page.on("console", (message) => (hasErred ||= message.type() === "error"));
  page.on("pageerror", () => (hasErred = true));
  const first = await read(page);
  return {
    comeBack: async () => {
      const erred = hasErred;
      hasErred = false;
      await page.unrouteAll();
      await page.setViewportSize(SIZE);
      await page.emulateMedia({ media: null, colorScheme: "light", reducedMotion: "reduce" });
      if (erred || page.context().pages().length > 1 || !(await goToStart(page, first.path))) return false;
      for (let tries = 0; tries < TRIES; tries += 1) {
        if (isSame(await read(page), first)) return true;
        await page.waitForTimeout(BETWEEN_TRIES_MS);
      }
      return false;
    },
  };
}

const isSame = (now: PageState | undefined, then: PageState): boolean => JSON.stringify(now) === JSON.stringify(then);

/** By the panel's own router, which follows the address; without focus, as a page that was just loaded. @returns whether there is a panel */
async function goToStart(page: Page, path: string): Promise<boolean> {
  await page.keyboard.press("Escape");
  return await page.evaluate((to) => {
    if (document.querySelector("main") === null || window.callpanelLetGo !== undefined) return false;
    if (location.pathname + location.search + location.hash !== to) history.pushState(null, "", to);
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    window.scrollTo(0, 0);
    window.callpanelMessages = [];
    return true;
  }, path);
}

async function read(page: Page): Promise<PageState> {
  return await page.evaluate(() => {
    const textOf = (selector: string): string[] =>
      Array.from(document.querySelectorAll(selector), (one) => one.getAttribute("aria-label") ?? one.textContent);
    const root = document.documentElement;
    const layers = "dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], :popover-open";
    const told = "[data-kind] > [role=status], [data-kind] > [role=alert]";
    const pressed = "[aria-expanded=true], [aria-pressed=true], [aria-selected=true], [aria-current]";
    const fields = document.querySelectorAll<HTMLInputElement>("input, textarea, select");
    return {
      path: location.pathname + location.search + location.hash,
      look: JSON.stringify([
        root.lang,
        root.dataset,
        document.activeElement === document.body,
        textOf(`${layers}, ${told}, [role=group][aria-label^='Call with ']`),
        textOf(pressed),
      ]),
      fields: JSON.stringify(Array.from(fields, ({ value, checked }) => [value, checked])),
      softphone: textOf("[role=region][aria-label=Softphone], section[aria-label=Softphone]").join(),
    };
  });
}
