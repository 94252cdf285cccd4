import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { expect, it } from "vitest";

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly silent: boolean;
  readonly actions: ReadonlyArray<{ readonly action: string; readonly title: string }>;
  readonly data: object;
}

/** The worker as it is served, in a browser with these pages open. */
function startWorker(pages: readonly object[] = []) {
  const clock = createFakeClock();
  const listeners = new Map<string, (event: object) => void>();
  const kept = new Map<string, Response>();
  const opened: string[] = [];
  const notes = new Map<string, Shown>();
  const asked: Array<{ readonly path: string; readonly request: RequestInit }> = [];
  let answer: () => Response | Error = () => new Response("{}");
  const cache = {
    put: async (key: string, response: Response) => void kept.set(key, response),
    match: async (key: string) => kept.get(key),
    delete: async (key: string) => kept.delete(key),
  };
  const self = {
    location: { origin: "https://panel.example" },
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
    clients: { matchAll: async () => pages, openWindow: async (path: string) => opened.push(path) },
    registration: {
      showNotification: async (title: string, options: Omit<Shown, "title">) =>
        void notes.set(options.tag, { title, ...options }),
      getNotifications: async ({ tag }: { readonly tag: string }) =>
        notes.has(tag) ? [{ close: () => notes.delete(tag) }] : [],
    },
  };
  const fetch = async (path: string, request: RequestInit) => {
    asked.push({ path, request });
    const result = answer();
    if (result instanceof Error) throw result;
    return result;
  };
  const source = new URL("../../../public/service-worker.js", import.meta.url);
  runInNewContext(readFileSync(source, "utf8"), {
    self,
    URL,
    MessageChannel,
    Response,
    fetch,
    setTimeout,
    caches: { open: async () => cache },
    Date: { now: clock.now },
  });
  const event = async (kind: string, parts: object) => {
    const waits: Array<Promise<unknown>> = [];
    listeners.get(kind)?.({ ...parts, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    await Promise.all(waits);
  };
  return {
    clock,
    opened,
    asked,
    shown: () => [...notes.values()],
    answers: (next: typeof answer) => {
      answer = next;
    },
    push: (message: unknown) => event("push", { data: { json: () => message } }),
    click: async (action: string) => {
      const [note] = notes.values();
      const close = () => notes.delete(note?.tag ?? "");
      await event("notificationclick", { notification: { ...note, close }, action });
    },
    /** The answer to a page that asks which call was answered. */
    takes: async () => {
      const { port1, port2 } = new MessageChannel();
      const told = new Promise((resolve) => (port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data)));
      await event("message", { data: { type: "answering" }, ports: [port2] });
      const call = await told;
      port1.close();
      return call;
    },
  };
}

const BUTTONS = {
  id: "c1",
  answer: "Répondre",
  decline: "Refuser",
  declinePath: "/api/v1/push/declines",
  token: "secret",
};
const CALL = {
  kind: "show",
  tag: "call-c1",
  title: "Alice",
  body: "Appel entrant · 101",
  path: "/",
  urgent: true,
  call: BUTTONS,
};

it("PUSH-20 PUSH-24 a call that rings has two buttons in the person's language, and shows neither token nor id; its end takes them away", async () => {
  const worker = startWorker();
  await worker.push(CALL);
  const [note] = worker.shown();
  expect(note?.actions).toEqual([
    { action: "answer", title: "Répondre" },
    { action: "decline", title: "Refuser" },
  ]);
  expect(JSON.stringify([note?.title, note?.body, note?.tag, note?.actions])).not.toContain("secret");
  const { call: _call, ...missed } = { ...CALL, body: "Appel manqué", urgent: false };
  await worker.push(missed);
  expect(worker.shown()).toMatchObject([{ body: "Appel manqué", actions: [] }]);
  await worker.push({ kind: "close", tag: "call-c1" });
  expect(worker.shown()).toEqual([]);
});

it("PUSH-20 a push whose buttons are not whole, or whose address is another server's, has none", async () => {
  const bad = [
    {},
    { ...BUTTONS, token: 7 },
    { ...BUTTONS, id: undefined },
    { ...BUTTONS, declinePath: "https://evil.example/x" },
    { ...BUTTONS, declinePath: "//evil.example" },
    "call",
  ];
  for (const call of bad) {
    const worker = startWorker();
    await worker.push({ ...CALL, call });
    expect(worker.shown(), JSON.stringify(call)).toMatchObject([{ actions: [], body: CALL.body }]);
    await worker.click("decline");
    expect(worker.asked).toEqual([]);
  }
});

it("PUSH-25 Answer opens the panel, and the wish is in no address; one page gets it, within a minute", async () => {
  const worker = startWorker();
  expect(await worker.takes()).toBeNull();
  await worker.push(CALL);
  await worker.click("answer");
  expect([worker.opened, worker.shown()]).toEqual([["/"], []]);
  expect([await worker.takes(), await worker.takes()]).toEqual(["c1", null]);
  await worker.push(CALL);
  await worker.click("answer");
  await worker.clock.advance(60_000);
  expect(await worker.takes()).toBeNull();
});

it("PUSH-25 an open page is focused and asked to look for the call; a click beside the buttons only opens it", async () => {
  const said: unknown[] = [];
  const page = { postMessage: (message: unknown) => said.push(message), focus: async () => void said.push("focus") };
  const worker = startWorker([page]);
  await worker.push(CALL);
  await worker.click("answer");
  expect([said, worker.opened]).toEqual([[{ type: "answer" }, "focus"], []]);
  expect(await worker.takes()).toBe("c1");
  await worker.push(CALL);
  await worker.click("");
  expect(said.slice(2)).toEqual(["focus"]);
  expect(await worker.takes()).toBeNull();
});

it("PUSH-22 Decline opens no page: it sends the token, without cookies", async () => {
  const worker = startWorker();
  await worker.push(CALL);
  await worker.click("decline");
  expect(worker.asked).toMatchObject([
    {
      path: "/api/v1/push/declines",
      request: { method: "POST", body: JSON.stringify({ token: "secret" }), credentials: "omit" },
    },
  ]);
  expect([worker.opened, worker.shown(), await worker.takes()]).toEqual([[], [], null]);
});

it("PUSH-26 a decline that did not reach the server is shown again, silently; a call that is over is not", async () => {
  const worker = startWorker();
  for (const failure of [() => new TypeError("offline"), () => new Response("", { status: 503 })]) {
    worker.answers(failure);
    await worker.push(CALL);
    await worker.click("decline");
    expect(worker.shown()).toMatchObject([{ title: "Alice", tag: "call-c1", silent: true, actions: [{}, {}] }]);
  }
  worker.answers(() => new Response("", { status: 410 }));
  await worker.click("decline");
  expect(worker.shown()).toEqual([]);
  expect(worker.asked).toHaveLength(3);
});
