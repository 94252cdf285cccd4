import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { leanEmojis } from "./build/emojis.plugin.ts";
import { leanEndpoints } from "./build/endpoints.plugin.ts";
import { compileMessages } from "./build/messages.plugin.ts";
import { modulesOfStart } from "./build/startModules.ts";
import type { StartModules } from "./build/startModules.ts";

const version = versionOf(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const SERVER = process.env["CALLPANEL_SERVER"] ?? "http://127.0.0.1:8080";
const socket = { target: SERVER, ws: true };

/**
 * Code that several lazy parts share is grouped by when it is needed: otherwise it becomes a hundred files of a few lines,
 * which are 10 % larger in total and load late, one after the other. What the signed-in start needs is one file; this is what
 * the pages share beside it. Mantine's heavy parts stay with the parts that use them.
 */
const SHARED =
  /packages\/ui\/src\/|@tabler\/|use-merged-ref|apps\/panel\/src\/(shared|app)\/|packages\/contract\/src\/[^/]+\.ts$/;
const QUERY = /@tanstack\/(react-query|query-core)\//;
/** What several pages of one feature share. */
const featureOf = (id: string): string | null => /\/features\/([\w-]+)\//.exec(id)?.[1] ?? null;
/** Only menus and dialogs use it. */
const OF_LAYERS = /packages\/ui\/src\/theme\//;
/** Chat and its connection, which come together. */
const CHAT_PARTS = /features\/chat\/(chatParts|ChatLayer)|adapters\/chat\//;
const TREESHAKE = { manualPureFunctions: ["defineEndpoint", "z"] };
const ROOT = fileURLToPath(new URL(".", import.meta.url));
const plugins = () => [react(), compileMessages(), leanEmojis(), leanEndpoints()];

const chunksOf = ({ everybody, phone }: StartModules) => [
  { name: "start", tags: ["$initial" as const], priority: 4 },
  // The sign-in page has no routes; other pages without a session have nothing of the signed-in ones.
  { name: "router", test: /@tanstack\/(react-router|router-core|history|react-store|store)\//, priority: 3 },
  { name: "query", test: (id: string) => QUERY.test(id) && everybody.has(id), priority: 3 },
  { name: "parts", test: (id: string) => everybody.has(id), priority: 2 },
  { name: "phone", test: (id: string) => phone.has(id), priority: 2 },
  {
    name: "pages",
    test: (id: string) => SHARED.test(id) && !OF_LAYERS.test(id),
    minShareCount: 2,
    maxModuleSize: 9_000,
    priority: 1,
  },
  { name: "chat", test: CHAT_PARTS, priority: 1 },
  { name: featureOf, debugName: "feature", minShareCount: 2, priority: 0 },
];

/** Groups modules for the bundler; not if there is only one file, for old browsers. */
const chunks = (): Plugin => ({
  name: "callpanel:chunks",
  apply: "build",
  async config({ build }) {
    if (build?.rolldownOptions?.output !== undefined) return null;
    const start = await modulesOfStart({ root: ROOT, plugins: plugins(), treeshake: TREESHAKE });
    return { build: { rolldownOptions: { output: { codeSplitting: { groups: chunksOf(start) } } } } };
  },
});

export default defineConfig({
  plugins: [...plugins(), chunks()],
  define: { __PANEL_VERSION__: JSON.stringify(version) },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // Read by bench/panel/panel-size.bench.ts.
    manifest: "manifest.json",
    target: "es2022",
    // Small pictures stay files: img-src needs no data:.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Unused endpoints and schemas are dropped: creating one has no side effect.
    rolldownOptions: { treeshake: TREESHAKE },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: {
      "/api": SERVER,
      "/config.json": SERVER,
      "/favicons": SERVER,
      "/signin": SERVER,
      "/sip": socket,
      "/events": socket,
    },
  },
});

function versionOf(manifest: string): string {
  return /"version": "([^"]+)"/.exec(manifest)?.[1] ?? "0.0.0";
}
