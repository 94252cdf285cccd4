import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

type Listener = (event: object) => void;

/** The worker as it is served, in a browser without an open page. */
function startWorker() {
  const listeners = new Map<string, Listener>();
  const opened: string[] = [];
  const self = {
    location: { origin: "https://panel.example" },
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
    clients: { matchAll: async () => [], openWindow: async (path: string) => opened.push(path) },
  };
  const source = new URL("../../../public/service-worker.js", import.meta.url);
  runInNewContext(readFileSync(source, "utf8"), { self, URL });
  const click = async (path: unknown): Promise<string | undefined> => {
    const waits: Array<Promise<unknown>> = [];
    const notification = { tag: "t", data: { path }, close: () => undefined };
    listeners.get("notificationclick")?.({
      notification,
      action: "",
      waitUntil: (wait: Promise<unknown>) => waits.push(wait),
    });
    await Promise.all(waits);
    return opened.at(-1);
  };
  return { click };
}

it("PWA-4 a path opens the panel, with its query and fragment", async () => {
  const { click } = startWorker();
  for (const path of ["/", "/voicemails/all", "/buddies?x=//y#/\\z"]) expect(await click(path)).toBe(path);
});

it("PWA-6 a path that a browser would resolve to another host opens the panel's first page", async () => {
  const { click } = startWorker();
  const hostile = [
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "",
    7,
    undefined,
  ];
  for (const path of hostile) expect(await click(path), String(path)).toBe("/");
});
