/** Lets the browser compile a page's code while it arrives, on another thread, and not function by function when the page opens. */
import type { Plugin } from "vite";

/** Read by V8 (explicit compile hints); a comment elsewhere. */
const HINT = "//# allFunctionsCalledOnLoad\n";

/** @param chunks names of the chunks: pages that are prefetched while idle, and need most of their code at once */
export const compileAhead = (chunks: RegExp): Plugin => ({
  name: "callpanel:compile-ahead",
  apply: "build",
  generateBundle: {
    // Nothing may come before the hint, and Vite itself adds a line.
    order: "post",
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk" && chunks.test(chunk.name)) chunk.code = HINT + chunk.code;
    },
  },
});
