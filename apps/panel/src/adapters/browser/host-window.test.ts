import { expect, it } from "vitest";
import { createHostWindow } from "./host-window.ts";

const HOST = "https://crm.example";

/** The parts of a frame and its parent that the adapter uses. */
function frame(options: { readonly ancestor?: string; readonly framed?: boolean } = {}) {
  const sent: unknown[] = [];
  const parent = Object.assign(new EventTarget(), {
    postMessage: (message: unknown, to: unknown) => sent.push([message, to]),
  });
  const view = new EventTarget();
  const { ancestor, framed = true } = options;
  const parts = {
    parent: framed ? parent : view,
    location: ancestor === undefined ? {} : { ancestorOrigins: [ancestor] },
  };
  const window: unknown = Object.assign(view, parts);
  const say = (data: unknown, { origin = HOST, source = parent }: { origin?: string; source?: unknown } = {}) =>
    view.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));
  return { window, sent, say };
}

const isWindow = (value: unknown): value is Window => value !== undefined;
function open(options: Parameters<typeof frame>[0] = {}, origins: readonly string[] = [HOST]) {
  const { window, sent, say } = frame(options);
  if (!isWindow(window)) throw new Error("no window");
  const host = createHostWindow(window, origins);
  const heard: unknown[] = [];
  host?.onMessage((message) => heard.push(message));
  return { host, heard, sent, say };
}

const DIAL = { type: "callpanel:dial", destination: "102" };

it("EMBED-10 a message of a parent with an allowed origin is received", () => {
  const { heard, say } = open();
  say(DIAL);
  say({ ...DIAL, id: "7", extra: "ignored" });
  expect(heard).toEqual([DIAL, { ...DIAL, id: "7" }]);
});

it("EMBED-10 messages from other origins or windows, or of another shape, are ignored", () => {
  const { heard, say, sent, host } = open();
  say(DIAL, { origin: "https://evil.example" });
  say(DIAL, { origin: "null" });
  say(DIAL, { source: {} });
  say(DIAL, { source: null });
  const forms = [null, "callpanel:dial", 7, [], {}, { type: "dial" }, { type: "callpanel:dial" }];
  const wrong = [
    { ...DIAL, destination: "" },
    { ...DIAL, destination: "1".repeat(65) },
    { ...DIAL, destination: 102 },
  ];
  for (const form of [...forms, ...wrong]) say(form);
  expect(heard).toEqual([]);
  host?.send({ type: "callpanel:state", version: 1, signedIn: true, phone: "absent" });
  expect(sent).toEqual([]);
});

it("EMBED-11 the host is identified by its origin: from the browser, or from its first message", () => {
  const message = { type: "callpanel:state", version: 1, signedIn: true, phone: "absent" } as const;
  const named = open({ ancestor: HOST });
  named.host?.send(message);
  expect(named.sent).toEqual([[message, HOST]]);
  const unnamed = open();
  unnamed.host?.send(message);
  expect(unnamed.sent).toEqual([]);
  unnamed.say({ type: "callpanel:hello" });
  unnamed.host?.send(message);
  expect(unnamed.sent).toEqual([[message, HOST]]);
});

it("EMBED-11 nothing is sent to a foreign parent, and without a frame or an origin there is no host", () => {
  const foreign = open({ ancestor: "https://evil.example" });
  foreign.host?.send({ type: "callpanel:state", version: 1, signedIn: true, phone: "absent" });
  expect(foreign.sent).toEqual([]);
  expect(open({ framed: false }).host).toBeNull();
  expect(open({}, []).host).toBeNull();
});
