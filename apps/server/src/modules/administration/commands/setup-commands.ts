import type { Command } from "./command.ts";

/** The first run in the browser (docs/spec/first-run.md). */
export const setupCommands: readonly Command[] = [
  {
    name: "setup link",
    operands: "",
    summary: "Makes a link that opens the first run in a browser, once and for an hour; earlier links end",
    fewest: 0,
    most: 0,
    run: async ({ renewSetupLink, print }) => print(await renewSetupLink()),
  },
];
