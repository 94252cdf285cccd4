import { fromTag, header, toTag, type HeaderField, type SipRequest, type SipResponse } from "@callpanel/sip";
import { createFakeVoicemail, settle, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, REALM } from "../../test/test-pbx.ts";

const notices = ({ strays }: SipPhone): readonly SipRequest[] => strays.filter(({ method }) => method === "NOTIFY");
const lines = ({ body }: SipRequest): readonly string[] => body.split("\r\n").filter((line) => line !== "");

test("REG-40 all phones of the user get a NOTIFY with three lines; phones of others do not", async () => {
  const pbx = createTestPbx();
  const [desk, mobile] = [await pbx.registered("alice"), await pbx.registered("alice")];
  const bob = await pbx.registered("bob");
  pbx.system.notifyMailbox({ userId: 1, newCount: 2, oldCount: 8, urgentCount: 1 });
  await settle();
  for (const phone of [desk, mobile]) {
    const [notice] = notices(phone);
    expect(notice === undefined ? [] : lines(notice)).toEqual([
      "Messages-Waiting: yes",
      "Message-Account: sip:alice@demo",
      "Voice-Message: 2/8 (1/0)",
    ]);
    expect(notice && [header(notice, "Event"), header(notice, "Content-Type")]).toEqual([
      "message-summary",
      "application/simple-message-summary",
    ]);
  }
  expect(notices(bob)).toEqual([]);
  expect(pbx.leftovers()).toMatchObject({ transactions: 0 });
});

test("REG-41 a phone that registers, or moves to another connection, gets a NOTIFY again; after a refresh it does not", async () => {
  const pbx = createTestPbx();
  pbx.system.notifyMailbox({ userId: 1, newCount: 0, oldCount: 3, urgentCount: 0 });
  const alice = await pbx.registered("alice");
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

test("REG-41 without a count a phone gets no NOTIFY", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  await settle();
  expect(notices(alice)).toEqual([]);
});

test("REG-42 an unknown count is read from the boxes, and a later reported count replaces it", async () => {
  const boxes = createFakeVoicemail(REALM);
  const { id } = boxes.add({ mailbox: "101", ownerId: 1 });
  boxes.deliver(id, {});
  const pbx = createTestPbx({}, { boxes });
  const alice = await pbx.registered("alice");
  await settle();
  expect(notices(alice).map((notice) => lines(notice)[2])).toEqual(["Voice-Message: 1/0 (0/0)"]);
  pbx.system.notifyMailbox({ userId: 1, newCount: 0, oldCount: 1, urgentCount: 0 });
  const bob = await pbx.registered("bob");
  const desk = await pbx.registered("alice");
  await settle();
  expect(notices(desk).map((notice) => lines(notice)[2])).toEqual(["Voice-Message: 0/1 (0/0)"]);
  expect(notices(bob)).toEqual([]);
});

test("REG-42 boxes that cannot be read are logged, and the phone gets no NOTIFY", async () => {
  const boxes = createFakeVoicemail(REALM);
  boxes.breakDown(true);
  const pbx = createTestPbx({}, { boxes });
  const alice = await pbx.registered("alice");
  await settle();
  expect(notices(alice)).toEqual([]);
  expect(pbx.logged).toContain("warn a mailbox could not be counted");
});

test("REG-42 the last count is used, and is a whole number that is not below zero", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  pbx.system.notifyMailbox({ userId: 1, newCount: 1, oldCount: 0, urgentCount: 0 });
  pbx.system.notifyMailbox({ userId: 1, newCount: -1, oldCount: 2.7, urgentCount: 0 });
  await settle();
  expect(notices(alice).map((notice) => lines(notice)[2])).toEqual([
    "Voice-Message: 1/0 (0/0)",
    "Voice-Message: 0/2 (0/0)",
  ]);
});

const SUMMARY: HeaderField = ["Event", "message-summary"];
const EXPIRES_0: HeaderField = ["Expires", "0"];

async function subscribe(phone: SipPhone, fields: readonly HeaderField[] = [], event = SUMMARY): Promise<SipResponse> {
  return phone.request("SUBSCRIBE", { headers: [["Contact", "<sip:a@far.invalid;transport=ws>"], event, ...fields] });
}

const states = (phone: SipPhone): readonly (string | undefined)[] =>
  notices(phone).map((notice) => `${header(notice, "Subscription-State")} ${lines(notice)[2]?.slice(15)}`);
const dialogOf = (response: SipResponse) => ({
  callId: response.callId,
  localTag: fromTag(response) ?? "",
  remoteTag: toTag(response) ?? "",
});

test("REG-45 a subscriber to their own mailbox gets a NOTIFY immediately and after every change, within the dialog", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const answer = await subscribe(alice, [["Expires", "7200"]], ["Event", "message-summary;id=7"]);
  expect([answer.status, header(answer, "Expires")]).toEqual([200, "3600"]);
  await settle();
  await pbx.clock.advance(60_000);
  pbx.system.notifyMailbox({ userId: 1, newCount: 2, oldCount: 8, urgentCount: 0 });
  pbx.system.notifyMailbox({ userId: 2, newCount: 9, oldCount: 9, urgentCount: 0 });
  await settle();
  expect(states(alice)).toEqual(["active;expires=3600 0/0 (0/0)", "active;expires=3540 2/8 (0/0)"]);
  const [first, second] = notices(alice);
  expect([first, second].map((one) => [one?.callId, one && fromTag(one), one?.cseq.number])).toEqual([
    [answer.callId, toTag(answer), 1],
    [answer.callId, toTag(answer), 2],
  ]);
  expect(first && header(first, "Event")).toBe("message-summary;id=7");
  expect(first?.uri).toMatchObject({ user: "a", host: "far.invalid" });
});

test("REG-45 no one can subscribe to another user's mailbox, or for less than a minute", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const other = await alice.request("SUBSCRIBE", { to: "bob", headers: [["Contact", "<sip:a@b>"], SUMMARY] });
  expect(other.status).toBe(403);
  const short = await subscribe(alice, [["Expires", "59"]]);
  expect([short.status, header(short, "Min-Expires")]).toEqual([423, "60"]);
  await settle();
  expect(notices(alice)).toEqual([]);
});

test("REG-46 it is refreshed, ended and read once by Expires, and ends by itself", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const made = await subscribe(alice, [["Expires", "60"]]);
  await pbx.clock.advance(50_000);
  const inDialog = dialogOf(made);
  const again = await alice.request("SUBSCRIBE", { inDialog, headers: [SUMMARY, ["Expires", "60"]] });
  expect(again.status).toBe(200);
  await pbx.clock.advance(59_000);
  expect(states(alice)).toEqual(["active;expires=60 0/0 (0/0)", "active;expires=60 0/0 (0/0)"]);
  await pbx.clock.advance(1_000);
  expect(states(alice)[2]).toBe("terminated;reason=timeout 0/0 (0/0)");
  expect((await alice.request("SUBSCRIBE", { inDialog, headers: [SUMMARY] })).status).toBe(481);
  const second = await subscribe(alice);
  expect((await alice.request("SUBSCRIBE", { inDialog: dialogOf(second), headers: [SUMMARY, EXPIRES_0] })).status).toBe(
    200,
  );
  await subscribe(alice, [EXPIRES_0]);
  await settle();
  expect(states(alice).slice(3)).toEqual([
    "active;expires=3600 0/0 (0/0)",
    "terminated 0/0 (0/0)",
    "terminated 0/0 (0/0)",
  ]);
  pbx.system.notifyMailbox({ userId: 1, newCount: 1, oldCount: 0, urgentCount: 0 });
  await settle();
  expect(states(alice)).toHaveLength(6);
  expect(pbx.clock.timerCount).toBeLessThan(5);
});

test("REG-47 a subscribed phone gets one NOTIFY, and a second subscription replaces the first", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  await subscribe(alice);
  const second = await subscribe(alice);
  await settle();
  pbx.system.notifyMailbox({ userId: 1, newCount: 1, oldCount: 0, urgentCount: 0 });
  await settle();
  expect(
    notices(alice)
      .map(({ callId }) => callId)
      .slice(2),
  ).toEqual([second.callId]);
});

test("REG-48 it ends with its connection, and when the phone does not know it any more", async () => {
  const pbx = createTestPbx();
  const [alice, bob] = [pbx.phone("alice"), pbx.phone("bob")];
  const made = await subscribe(alice);
  await subscribe(bob);
  await settle();
  alice.cut();
  alice.reconnect();
  expect((await alice.request("SUBSCRIBE", { inDialog: dialogOf(made), headers: [SUMMARY] })).status).toBe(481);
  bob.forgetSubscriptions();
  for (const newCount of [1, 2, 3]) {
    pbx.system.notifyMailbox({ userId: 2, newCount, oldCount: 0, urgentCount: 0 });
    await settle();
  }
  expect(states(bob)).toHaveLength(2);
});

test("REG-48 an invalid subscription is refused", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const other = await subscribe(alice, [], ["Event", "presence"]);
  expect([other.status, header(other, "Allow-Events")]).toEqual([489, "message-summary"]);
  expect((await subscribe(alice, [["Accept", "text/plain"]])).status).toBe(406);
  expect((await subscribe(alice, [["Accept", "text/plain, application/*"]])).status).toBe(200);
  expect((await alice.request("SUBSCRIBE", { headers: [SUMMARY] })).status).toBe(400);
});
