import { createFakeClock, settle, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { inTable, TORTURE_ANSWERS } from "../../../sip/test/torture-answers.ts";
import { tortureEntries, tortureTexts } from "../../../sip/test/torture.ts";
import { createTestPbx, NOTHING_LEFT } from "../../test/test-pbx.ts";
import { createTokenBucket } from "./token-bucket.ts";

const options = (id: number, extra = ""): string =>
  `OPTIONS sip:demo SIP/2.0\r\nVia: SIP/2.0/WSS x.invalid;branch=z9hG4bK${id}\r\nFrom: <sip:alice@demo>;tag=1\r\nTo: <sip:demo>\r\nCall-ID: ${id}\r\nCSeq: 1 OPTIONS\r\nMax-Forwards: 70\r\n${extra}Content-Length: 0\r\n\r\n`;

test("REG-20 a frame above the limit closes the connection with 1009, a smaller one is read", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  alice.sendRaw(options(1, `X-Long: ${"x".repeat(4_000)}\r\n`));
  await settle();
  expect(alice.received.at(-1)).toMatch(/^SIP\/2\.0 401 /);
  alice.sendRaw(options(2, `X-Long: ${"ü".repeat(33_000)}\r\n`));
  await settle();
  expect(pbx.closings).toEqual([{ code: 1009, reason: "Message too big" }]);
  expect(pbx.system.snapshot().counts.connections).toBe(0);
});

test("REG-21 a flood of frames closes the connection with 1008; others continue", async () => {
  const pbx = createTestPbx({ framesPerSecond: 10 });
  const quiet = await pbx.registered("bob");
  const alice = pbx.phone("alice");
  for (let id = 0; id < 50; id += 1) alice.sendRaw(options(id));
  await settle();
  expect(pbx.closings).toEqual([{ code: 1008, reason: "Too many messages" }]);
  expect(alice.received).toHaveLength(20);
  expect((await quiet.request("OPTIONS")).status).toBe(200);
});

test("REG-22 a connection without sign-in is closed, one with a registration stays", async () => {
  const pbx = createTestPbx();
  pbx.phone("alice");
  await pbx.registered("bob");
  await pbx.clock.advance(30_000);
  expect(pbx.closings).toEqual([{ code: 1008, reason: "Nobody signed in" }]);
});

test("REG-23 too many connections of one address, or in total, are refused with 1013", async () => {
  const pbx = createTestPbx({ connectionsPerAddress: 1, connections: 2 });
  await pbx.registered("alice", { address: "192.0.2.1" });
  pbx.phone("alice", { address: "192.0.2.1" });
  await pbx.registered("bob", { address: "192.0.2.2" });
  pbx.phone("carol", { address: "192.0.2.3" });
  expect(pbx.closings).toEqual([1, 2].map(() => ({ code: 1013, reason: "Too many connections" })));
  expect(pbx.system.snapshot().counts.connections).toBe(2);
});

test("REG-23 connections without sign-in get few places of an address, and a network of IPv6 counts as one address", async () => {
  const pbx = createTestPbx({ connectionsPerAddress: 6, unprovedPerAddress: 2 });
  const people = ["alice", "bob", "carol", "dave"];
  for (const name of people) await pbx.registered(name, { address: "192.0.2.1" });
  const strangers = ["alice", "bob"].map((name) => pbx.phone(name, { address: "192.0.2.1" }));
  expect(pbx.closings).toEqual([]);
  strangers.forEach((one) => one.cut());
  await settle();
  const connect = (remoteAddress: string, network: string): boolean => {
    let isOpen = true;
    pbx.system.connect({ remoteAddress, network, send: () => undefined, close: () => (isOpen = false) });
    return isOpen;
  };
  expect([1, 2, 3].map((index) => connect(`2001:db8::${index}`, "2001:db8::/64"))).toEqual([true, true, false]);
  expect(connect("2001:db8:1::1", "2001:db8:1::/64")).toBe(true);
  await pbx.clock.advance(30_000);
  expect(connect("2001:db8::4", "2001:db8::/64")).toBe(true);
  expect(pbx.system.snapshot().counts.connections).toBe(people.length + 1);
});

test("REG-23 an address that has disconnected may connect again", async () => {
  const pbx = createTestPbx({ connectionsPerAddress: 1 });
  const alice = await pbx.registered("alice");
  alice.cut();
  await settle();
  expect((await pbx.phone("alice").register()).status).toBe(200);
});

test("REG-24 a client that does not read is disconnected", () => {
  const pbx = createTestPbx({ sendBufferBytes: 1_000 });
  const closings: number[] = [];
  const handlers = pbx.system.connect({
    remoteAddress: "127.0.0.1",
    send: () => undefined,
    close: (code) => closings.push(code),
    bufferedAmount: 1_001,
  });
  handlers.receive("\r\n\r\n");
  expect(closings).toEqual([1008]);
});

test.each([
  ["nonsense", "hello world"],
  ["an empty request", "\r\n\r\n\r\n\r\n"],
  ["a request without headers", "OPTIONS sip:demo SIP/2.0\r\n\r\n"],
  ["a length past the end", options(1).replace("Content-Length: 0", "Content-Length: 900")],
  ["a negative length", options(1).replace("Content-Length: 0", "Content-Length: -1")],
  ["another version", options(1).replace("SIP/2.0\r\n", "SIP/7.0\r\n")],
  [
    "a stray response",
    "SIP/2.0 200 OK\r\nVia: SIP/2.0/WS demo;branch=z9hG4bKx\r\nFrom: <sip:a@demo>;tag=1\r\nTo: <sip:b@demo>;tag=2\r\nCall-ID: 1\r\nCSeq: 1 INVITE\r\nContact: <sip:x@y>\r\nContent-Length: 0\r\n\r\n",
  ],
  ["bytes that are no text", String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code))],
])("REG-26 %s gets the correct response or none, and the phone continues", async (_, frame) => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  alice.sendRaw(frame);
  await settle();
  expect((await alice.request("OPTIONS")).status).toBe(200);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
});

test("REG-26 twenty malformed messages in a row close the connection", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  for (let count = 0; count < 20; count += 1) alice.sendRaw("OPTIONS\r\n\r\n");
  await settle();
  expect(pbx.closings).toMatchObject([{ code: 1008 }]);
});

test("REG-26 every truncation of a valid message, and every lost byte, is survived", async () => {
  const pbx = createTestPbx({ framesPerSecond: 100_000, unauthenticatedMs: 600_000 });
  const alice: SipPhone = await pbx.registered("alice");
  const good = alice.sent.find((frame) => frame.startsWith("REGISTER")) ?? "";
  for (let at = 0; at < good.length; at += 7) {
    alice.sendRaw(good.slice(0, at));
    alice.sendRaw(good.slice(0, at) + good.slice(at + 1));
    alice.sendRaw(options(at));
  }
  await settle();
  expect((await alice.request("OPTIONS")).status).toBe(200);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("REG-21 the rate of a bucket: a burst, then a fixed number per second", () => {
  const clock = { ...createFakeClock(), at: 0, now: () => clock.at };
  const limit = createTokenBucket({ clock, burst: 3, perSecond: 2 });
  const take = (count: number): boolean[] => Array.from({ length: count }, () => limit.take());
  expect(take(4)).toEqual([true, true, true, false]);
  clock.at = 1_000;
  expect(take(3)).toEqual([true, true, false]);
  clock.at = 0;
  expect(take(1)).toEqual([false]);
  clock.at = 60_000;
  expect(take(4)).toEqual([true, true, true, false]);
});

test("REG-26 the torture messages of RFC 4475 get a response or are dropped, and leave nothing", async () => {
  const pbx = createTestPbx({ unauthenticatedMs: 600_000 });
  for (const text of tortureTexts) {
    const alice = await pbx.registered("alice");
    alice.sendRaw(text);
    await settle();
    expect((await alice.request("OPTIONS")).status).toBe(200);
    alice.cut();
  }
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
});

test("REG-26 each torture message of RFC 4475 over a new connection gets its own answer, and the connection goes on", async () => {
  const pbx = createTestPbx();
  const answered = new Map<string, string>();
  for (const [name, text] of tortureEntries) {
    const stranger = pbx.phone("alice");
    stranger.sendRaw(text);
    await settle();
    answered.set(name, stranger.received.map((frame) => frame.slice(8, 11)).join(" "));
    expect([name, (await stranger.request("OPTIONS", { withoutCredentials: true })).status]).toEqual([name, 401]);
    stranger.cut();
  }
  expect(inTable(answered)).toEqual(TORTURE_ANSWERS);
});
