import { settle } from "@callpanel/testkit/fake-clock";
import { afterEach, expect, test, vi } from "vitest";
import { torture } from "../../../../sip/test/torture.ts";
import { INVALID } from "../../../../sip/test/torture-invalid.ts";
import { FROM_BOB, startAgent } from "../../../test/sip-agent.ts";

afterEach(() => vi.unstubAllGlobals());

const NAMES = Object.keys(INVALID).filter((name): name is keyof typeof INVALID => name in INVALID);
const TO = "To: <sip:alice@demo>";

const FRAMES: readonly (readonly [string, string])[] = [
  ["nothing", ""],
  ["half a line", "INVITE sip:alice@demo"],
  ["not SIP", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"],
  [
    "an answer to nothing",
    "SIP/2.0 200 OK\r\nVia: SIP/2.0/WS x;branch=z9hG4bKno\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>;tag=2\r\nCall-ID: x\r\nCSeq: 1 INVITE\r\nContent-Length: 0\r\n\r\n",
  ],
  ["a long line", `INVITE sip:${"a".repeat(100_000)}@demo SIP/2.0\r\n\r\n`],
  ["NUL", "\u0000".repeat(1_000)],
  ...NAMES.map((name) => [`RFC 4475 ${name}`, torture(name)] as const),
];

test.each(FRAMES)("PHONE-137 %s does no harm to the registration and the call", async (_what, text) => {
  const { agent, server, events, talk } = await startAgent();
  const { session, told } = await talk();
  await server.frame(text);
  const outcomes: string[] = [];
  agent.sendOptions((outcome) => outcomes.push(outcome));
  await settle();
  expect(outcomes).toEqual(["answered"]);
  expect(told.map(({ kind }) => kind)).toEqual(["accepted"]);
  expect(session.dialog()).toBeDefined();
  expect(events.map(({ kind }) => kind)).toEqual(["connected", "registered"]);
});

test.each([
  ["a method that it does not know", "SUBSCRIBE", [], "405"],
  ["MESSAGE", "MESSAGE", [], "405"],
  ["REFER out of a call", "REFER", ["Refer-To: <sip:evil@demo>"], "405"],
  ["BYE out of a call", "BYE", [], "481"],
  ["NOTIFY of another package", "NOTIFY", ["Event: check-sync"], "489"],
  ["an extension that it does not have", "INVITE", ["Require: timer"], "420"],
  ["a body that it cannot read", "INVITE", ["Content-Type: text/plain"], "415"],
] as const)("PHONE-137 %s is answered", async (_what, method, headers, status) => {
  const { server, events } = await startAgent();
  await server.request(method, [...FROM_BOB, TO, `CSeq: 1 ${method}`, ...headers], "x");
  expect(server.newest(status).header("CSeq")).toBe(`1 ${method}`);
  expect(events.some(({ kind }) => kind === "incoming")).toBe(false);
});

test("PHONE-137 a REFER of the far end moves nothing, and a BYE of an older CSeq ends nothing", async () => {
  const { server, talk, within } = await startAgent();
  const { told, invite } = await talk();
  await server.request("REFER", [...within(invite), "CSeq: 9 REFER", "Refer-To: <sip:900@evil>"]);
  expect(server.newest("603").header("CSeq")).toBe("9 REFER");
  await server.request("BYE", [...within(invite), "CSeq: 3 BYE"]);
  expect(server.newest("500").header("CSeq")).toBe("3 BYE");
  expect(told.map(({ kind }) => kind)).toEqual(["accepted"]);
});
