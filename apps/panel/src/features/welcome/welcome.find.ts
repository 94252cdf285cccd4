import type { Find } from "../../shared/find/find.ts";
import { fits } from "../../shared/search/fits.ts";
import { WELCOME } from "../../shared/welcome.ts";
import { welcomeMessages } from "./welcome.messages.ts";

/** SHELL-26: the first-run walk, found by its name. */
export const findWelcome: Find = async ({ panel, words, text }) => {
  const label = words.text(welcomeMessages, "welcome.title");
  return fits(label, text) ? [{ id: "welcome", label, go: () => WELCOME.of(panel).open() }] : [];
};
