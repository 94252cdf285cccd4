import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileMessages } from "./build/messages.plugin.ts";

const version = versionOf(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const SERVER = process.env["CALLPANEL_SERVER"] ?? "http://127.0.0.1:8080";
const socket = { target: SERVER, ws: true };

export default defineConfig({
  plugins: [react(), compileMessages()],
  resolve: {
    alias: [
      { find: "debug", replacement: fileURLToPath(new URL("build/silent-debug.cjs", import.meta.url)) },
      // JsSIP's SUBSCRIBE dialogs: presence comes with the events, and nobody here opens one.
      {
        find: /^\.\/(Subscriber|Notifier)$/,
        replacement: fileURLToPath(new URL("build/no-subscribe.cjs", import.meta.url)),
      },
    ],
  },
  define: { __PANEL_VERSION__: JSON.stringify(version) },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // Read by bench/panel-size.bench.ts.
    manifest: "manifest.json",
    target: "es2022",
    // Small pictures stay files: img-src needs no data:.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Endpoints that nobody calls and schemas that nobody reads are left out: making one has no effect but itself.
    rolldownOptions: { treeshake: { manualPureFunctions: ["defineEndpoint", "z"] } },
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
