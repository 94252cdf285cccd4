import { settle } from "@callpanel/testkit/fake-clock";
import { afterEach, expect, test, vi } from "vitest";
import { comingCalls } from "../../../test/loaded.ts";
import { startAgent } from "../../../test/sip-agent.ts";
import { createSipServer } from "../../../test/sip-server.ts";
import { CODE_WAIT_MS } from "./later-sip-calls.ts";

afterEach(() => vi.unstubAllGlobals());

const invite = (callId: string) => [
  `From: "Bob" <sip:102@demo>;tag=${callId}`,
  "To: <sip:alice@demo>",
  `Call-ID: ${callId}`,
  "Contact: <sip:b2bua@127.0.0.1;transport=ws>",
  "CSeq: 1 INVITE",
];

async function startBefore() {
  const code = comingCalls();
  const server = createSipServer();
  const bench = await startAgent(server, code);
  const rung = () => bench.events.flatMap((event) => (event.kind === "incoming" ? [event.call.sipCallId] : []));
  const answers = () => server.received.map(({ start }) => start).filter((start) => /^\d/.test(start));
  return { ...bench, code, rung, answers };
}

test("PHONE-160 INVITEs that come before the code of calls get 100, and ring in their order once it is loaded", async () => {
  const { code, server, rung, answers } = await startBefore();
  await server.request("INVITE", invite("first"));
  await server.request("INVITE", invite("second"));
  expect([rung(), answers()]).toEqual([[], ["100", "100"]]);
  code.comes();
  await settle();
  expect([rung(), answers()]).toEqual([
    ["first", "second"],
    ["100", "100", "180", "180"],
  ]);
  await server.request("INVITE", invite("third"));
  expect(rung()).toEqual(["first", "second", "third"]);
});

test("PHONE-160 a call that is cancelled meanwhile gets 487 and never rings", async () => {
  const { code, server, rung, answers } = await startBefore();
  await server.request("INVITE", invite("first"));
  await server.request("CANCEL", [...invite("first").slice(0, 3), "CSeq: 1 CANCEL"]);
  expect(answers()).toEqual(["100", "200", "487"]);
  code.comes();
  await settle();
  expect([rung(), answers().length]).toEqual([[], 3]);
});

test("PHONE-160 a call for which the code is not loaded in time gets 480; the next one rings when it is loaded", async () => {
  const { clock, code, server, rung, answers } = await startBefore();
  await server.request("INVITE", invite("first"));
  await clock.advance(CODE_WAIT_MS - 1);
  await settle();
  expect(answers()).toEqual(["100"]);
  await clock.advance(1);
  await settle();
  expect(answers()).toEqual(["100", "480"]);
  code.comes();
  await settle();
  await server.request("INVITE", invite("second"));
  expect(rung()).toEqual(["second"]);
});

test("PHONE-160 a phone that is stopped meanwhile refuses the call", async () => {
  const { agent, code, server, rung, answers } = await startBefore();
  await server.request("INVITE", invite("first"));
  agent.stop();
  await settle();
  expect(answers()).toEqual(["100", "480"]);
  code.comes();
  await settle();
  expect(rung()).toEqual([]);
});
