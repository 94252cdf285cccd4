import { header, serializeUri } from "@callpanel/sip";
import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx } from "../../test/test-pbx.ts";
import { TEXT_BYTES } from "./phone-messages.ts";

const ALICE = { number: "101", name: "Alice Archer", userId: 1 };
const TAKES = { headers: [["Allow", "INVITE, ACK, BYE, MESSAGE"]] } as const;

async function desk() {
  const pbx = createTestPbx();
  const bob = pbx.phone("bob");
  await bob.register(TAKES);
  const texts = () => bob.strays.filter(({ method }) => method === "MESSAGE");
  const send = async (text: string) => {
    pbx.system.texts.send({ userId: 2, from: ALICE, text });
    await settle();
  };
  return { pbx, bob, texts, send };
}

test("TEXT-8 a text reaches a telephone as MESSAGE from its author", async () => {
  const { texts, send } = await desk();
  await send("Zoë\nis here");
  const [message] = texts();
  expect(message && [message.body, header(message, "Content-Type")]).toEqual([
    "Zoë\nis here",
    "text/plain;charset=UTF-8",
  ]);
  expect(message?.from).toMatchObject({ displayName: "Alice Archer" });
  expect(message && [serializeUri(message.from.uri), serializeUri(message.to.uri)]).toEqual([
    "sip:101@demo",
    "sip:102@demo",
  ]);
});

test("TEXT-9 a telephone that does not allow MESSAGE gets none; of two the one that does", async () => {
  const pbx = createTestPbx();
  const panel = await pbx.registered("bob");
  expect([pbx.system.texts.reaches(2), pbx.system.texts.reachesAnybody()]).toEqual([false, false]);
  const other = pbx.phone("bob");
  await other.register(TAKES);
  await other.register(TAKES);
  expect(pbx.system.texts.reachesAnybody()).toBe(true);
  expect([pbx.system.texts.reaches(2), pbx.system.texts.reaches(1)]).toEqual([true, false]);
  pbx.system.texts.send({ userId: 2, from: ALICE, text: "x" });
  await settle();
  expect([panel.strays.length, other.strays.filter(({ method }) => method === "MESSAGE").length]).toEqual([0, 1]);
  await other.unregister();
  expect([pbx.system.texts.reaches(2), pbx.system.texts.reachesAnybody()]).toEqual([false, false]);
});

test("TEXT-10 a longer text is cut at a whole character, and messages above the limit are left out", async () => {
  const { pbx, texts, send } = await desk();
  await send("😀".repeat(400));
  const body = texts()[0]?.body ?? "";
  expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(TEXT_BYTES);
  expect(body).toMatch(/^(?:😀){324}…$/u);
  await send("x".repeat(TEXT_BYTES));
  expect(texts()[1]?.body).toHaveLength(TEXT_BYTES);
  for (let more = 0; more < 30; more += 1) await send("x");
  expect(texts()).toHaveLength(20);
  await pbx.clock.advance(2_000);
  for (let more = 0; more < 3; more += 1) await send("x");
  expect(texts()).toHaveLength(21);
});

/** Bob's telephone answers every text with this status. */
async function answering(textAnswer: number) {
  const pbx = createTestPbx();
  const bob = pbx.phone("bob", { textAnswer });
  await bob.register(TAKES);
  return {
    pbx,
    bob,
    count: () => bob.strays.filter(({ method }) => method === "MESSAGE").length,
    send: async () => {
      pbx.system.texts.send({ userId: 2, from: ALICE, text: "x" });
      await settle();
    },
  };
}

for (const textAnswer of [403, 404, 405, 415, 501])
  test(`TEXT-11 a telephone that refuses a message with ${textAnswer} gets no more until its connection is new`, async () => {
    const { pbx, bob, count, send } = await answering(textAnswer);
    await send();
    await send();
    await bob.register(TAKES);
    await send();
    expect([count(), pbx.system.texts.reaches(2)]).toEqual([1, false]);
    expect(pbx.logged.filter((line) => line.includes("takes no text messages"))).toHaveLength(1);
    bob.cut();
    await settle();
    bob.reconnect();
    await bob.register(TAKES);
    await send();
    expect(count()).toBe(2);
  });

for (const textAnswer of [302, 480, 486, 600, 603])
  test(`TEXT-11 a telephone that answers ${textAnswer} gets the next one`, async () => {
    const { pbx, count, send } = await answering(textAnswer);
    await send();
    await send();
    expect(count()).toBe(2);
    expect(pbx.logged.filter((line) => line.includes("text message"))).toEqual([]);
  });

for (const textAnswer of [408, 500, 503])
  test(`TEXT-11 a telephone that answers ${textAnswer} is left alone for three minutes, and named once`, async () => {
    const { pbx, count, send } = await answering(textAnswer);
    await send();
    await send();
    expect([count(), pbx.system.texts.reaches(2)]).toEqual([1, false]);
    await pbx.clock.advance(179_000);
    await send();
    expect(count()).toBe(1);
    await pbx.clock.advance(1_000);
    expect(pbx.system.texts.reaches(2)).toBe(true);
    await send();
    expect(count()).toBe(2);
    expect(pbx.logged.filter((line) => line.includes("did not answer a text message"))).toHaveLength(1);
  });
