/** Removes what each endpoint says about itself: only the server's list of endpoints shows it, and signed-in people would load it. */
import type { Plugin } from "vite";

const ENDPOINTS = /\/packages\/contract\/src\/endpoints\/.*\.ts$/;
const SUMMARY = /\bsummary:\s*(?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),?/g;

export const leanEndpoints = (): Plugin => ({
  name: "callpanel:lean-endpoints",
  apply: "build",
  enforce: "pre",
  transform: (code, id) => (ENDPOINTS.test(id) ? { code: withoutSummaries(code), map: null } : null),
});

export const withoutSummaries = (code: string): string => code.replace(SUMMARY, "");
