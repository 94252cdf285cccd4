import { header, type SipRequest } from "@callpanel/sip";
import { settle, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice } from "../../test/office.ts";

const notices = ({ strays }: SipPhone): readonly SipRequest[] => strays.filter(({ method }) => method === "NOTIFY");
const lines = ({ body }: SipRequest): readonly string[] => body.split("\r\n").filter((line) => line !== "");

test("REG-40 all phones of the user are told by NOTIFY, with three lines; nobody else's is", async () => {
  const office = createOffice();
  const [desk, mobile] = [await office.registered("alice"), await office.registered("alice")];
  const bob = await office.registered("bob");
  office.system.notifyMailbox({ userId: 1, newCount: 2, oldCount: 8 });
  await settle();
  for (const phone of [desk, mobile]) {
    const [notice] = notices(phone);
    expect(notice === undefined ? [] : lines(notice)).toEqual([
      "Messages-Waiting: yes",
      "Message-Account: sip:alice@demo",
      "Voice-Message: 2/8 (0/0)",
    ]);
    expect(notice && [header(notice, "Event"), header(notice, "Content-Type")]).toEqual([
      "message-summary",
      "application/simple-message-summary",
    ]);
  }
  expect(notices(bob)).toEqual([]);
  expect(office.leftovers()).toMatchObject({ transactions: 0 });
});

test("REG-41 a phone that registers, or comes on another connection, is told again; a refresh is not", async () => {
  const office = createOffice();
  office.system.notifyMailbox({ userId: 1, newCount: 0, oldCount: 3 });
  const alice = await office.registered("alice");
  await settle();
  expect(notices(alice).map(lines)).toEqual([
    ["Messages-Waiting: no", "Message-Account: sip:alice@demo", "Voice-Message: 0/3 (0/0)"],
  ]);
  const frames = alice.received.map((frame) => frame.split(" ")[0]);
  expect(frames.at(-1)).toBe("NOTIFY");
  await alice.register();
  await settle();
  expect(notices(alice)).toHaveLength(1);
  alice.cut();
  alice.reconnect();
  await alice.register();
  await settle();
  expect(notices(alice)).toHaveLength(2);
  await alice.unregister();
  await settle();
  expect(notices(alice)).toHaveLength(2);
});

test("REG-41 without a count a phone is told nothing", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  await settle();
  expect(notices(alice)).toEqual([]);
});

test("REG-42 the last count holds, and is a whole number that is not below zero", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  office.system.notifyMailbox({ userId: 1, newCount: 1, oldCount: 0 });
  office.system.notifyMailbox({ userId: 1, newCount: -1, oldCount: 2.7 });
  await settle();
  expect(notices(alice).map((notice) => lines(notice)[2])).toEqual([
    "Voice-Message: 1/0 (0/0)",
    "Voice-Message: 0/2 (0/0)",
  ]);
});
