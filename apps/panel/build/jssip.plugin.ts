/** Leaves out of JsSIP what the panel never uses and every signed-in person would load. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const JSSIP = /\/node_modules\/jssip\/lib\//;
/** SUBSCRIBE dialogs (RFC 6665): presence comes with the events, and nobody here opens one. */
const SUBSCRIBE_PARTS: ReadonlySet<string> = new Set(["./Subscriber", "./Notifier"]);
const NO_SUBSCRIBE = fileURLToPath(new URL("no-subscribe.cjs", import.meta.url));
const MANIFEST = /\/node_modules\/jssip\/package\.json$/;

export function leanJssip(): Plugin {
  return {
    name: "callpanel:lean-jssip",
    enforce: "pre",
    resolveId: (source, importer = "") => (JSSIP.test(importer) && SUBSCRIBE_PARTS.has(source) ? NO_SUBSCRIBE : null),
    load: async (id) => (MANIFEST.test(id) ? leanManifest(await readFile(id, "utf8")) : null),
  };
}

/** Of its whole package.json JsSIP reads the name and the version, and says them. */
export const leanManifest = (text: string): string => JSON.stringify(JSON.parse(text), ["title", "version"]);
