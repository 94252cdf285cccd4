import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

type Listener = (event: object) => void;

/** A page of the panel, which may be the one that showed the notification. */
function fakePage({ owns = false } = {}) {
  const said: unknown[] = [];
  const page = {
    said,
    isFocused: false,
    postMessage: (message: unknown, [port]: readonly MessagePort[] = []) => {
      said.push(message);
      if (owns) port?.postMessage("mine");
    },
    focus: async () => void (page.isFocused = true),
  };
  return page;
}

/** The worker as it is served, in a browser with these pages open. */
function startWorker(pages: ReadonlyArray<ReturnType<typeof fakePage>> = []) {
  const listeners = new Map<string, Listener>();
  const opened: string[] = [];
  const self = {
    location: { origin: "https://panel.example" },
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
    clients: { matchAll: async () => pages, openWindow: async (path: string) => opened.push(path) },
  };
  const source = new URL("../../../public/service-worker.js", import.meta.url);
  runInNewContext(readFileSync(source, "utf8"), { self, URL, MessageChannel, setTimeout });
  const click = async (path: unknown, more: object = {}): Promise<string | undefined> => {
    const waits: Array<Promise<unknown>> = [];
    const notification = { tag: "t", data: { path, ...more }, close: () => undefined };
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

it("PWA-4 an open panel goes there by itself, and of several tabs the one that showed the notification", async () => {
  const pages = [fakePage(), fakePage({ owns: true })];
  const { click } = startWorker(pages);
  expect(await click("/chat/c/1")).toBeUndefined();
  expect(pages.map(({ said, isFocused }) => [said, isFocused])).toEqual([
    [[{ type: "open", path: "/chat/c/1" }], true],
    [[], false],
  ]);
  await click("/chat/c/2", { page: true });
  expect(pages[1]).toMatchObject({ said: [{ type: "note", tag: "t", action: "" }], isFocused: true });
  const alone = fakePage();
  await startWorker([alone]).click("//evil.example", { page: true });
  expect(alone.said.slice(1)).toEqual([]);
  expect(alone.isFocused).toBe(true);
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
