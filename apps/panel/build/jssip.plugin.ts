/** Removes parts of JsSIP that the panel never uses, so that signed-in people do not load them. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const JSSIP = /\/node_modules\/jssip\/lib\//;
/** SUBSCRIBE dialogs (RFC 6665): presence comes with the events, so the panel opens none. */
const SUBSCRIBE_PARTS: ReadonlySet<string> = new Set(["./Subscriber", "./Notifier"]);
const NO_SUBSCRIBE = fileURLToPath(new URL("no-subscribe.cjs", import.meta.url));
const MANIFEST = /\/node_modules\/jssip\/package\.json$/;
const GRAMMAR = /\/node_modules\/jssip\/lib\/Grammar\.js$/;

export function leanJssip(): Plugin {
  return {
    name: "callpanel:lean-jssip",
    enforce: "pre",
    resolveId: (source, importer = "") => (JSSIP.test(importer) && SUBSCRIBE_PARTS.has(source) ? NO_SUBSCRIBE : null),
    load: async (id) => {
      if (MANIFEST.test(id)) return leanManifest(await readFile(id, "utf8"));
      return GRAMMAR.test(id) ? leanGrammar(await readFile(id, "utf8")) : null;
    },
  };
}

/** From its package.json JsSIP uses only the name and the version, in its User-Agent. */
export const leanManifest = (text: string): string => JSON.stringify(JSON.parse(text), ["title", "version"]);

/** The start rules that JsSIP uses. */
export const START_RULES: ReadonlySet<string> = new Set(
  [
    "CSeq Call_ID Contact Content_Length Content_Type Event From Max_Forwards Name_Addr_Header Proxy_Authenticate Reason",
    "Record_Route Refer_To Replaces Request_Response SIP_URI Session_Expires Status_Line To Via WWW_Authenticate",
    "absoluteURI host quoted_string uuid",
  ].flatMap((line) => line.split(" ")),
);

/**
 * The generated parser records at each step what it expected, and builds an error from that, but discards it: the caller
 * gets -1. The code for that is removed, and so are the start rules that JsSIP never uses (the bundler drops rules that are
 * no longer reachable).
 */
export function leanGrammar(text: string): string {
  return leave(text, [
    /if \(reportFailures === 0\) \{\s*matchFailed\("(?:[^"\\]|\\.)*"\);\s*\}/g,
    /var offset = Math\.max\(pos, rightmostFailuresPos\);[\s\S]*?(?=return -1;)/,
    /result\.SyntaxError = function[\s\S]*?result\.SyntaxError\.prototype = Error\.prototype;/,
    /\/\* Returns the parser source code\. \*\/\s*toSource: .*/,
  ]).replace(/"(\w+)": parse_\1,?/g, (entry, rule: string) => (START_RULES.has(rule) ? entry.replace(/,?$/, ",") : ""));
}

/** Fails if another version of the library has a different text, so that this is noticed. */
function leave(text: string, parts: readonly RegExp[]): string {
  return parts.reduce((rest, part) => {
    const next = rest.replace(part, "");
    if (next === rest) throw new Error(`JsSIP's grammar has no ${String(part)}`);
    return next;
  }, text);
}
