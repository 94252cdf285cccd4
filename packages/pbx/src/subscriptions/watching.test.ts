import { header, toTag, fromTag, type HeaderField, type SipRequest, type SipResponse } from "@callpanel/sip";
import type { WatchedState, Watching } from "@callpanel/phone-port";
import { settle, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, type TestPbx } from "../../test/test-pbx.ts";

const IDLE: WatchedState = { userId: 2, presence: "available", calls: [] };
const RINGING: WatchedState = {
  userId: 2,
  presence: "ringing",
  calls: [{ id: "one", direction: "in", answered: false }],
};
const TALKING: WatchedState = {
  userId: 2,
  presence: "onCall",
  calls: [{ id: "one", direction: "in", answered: true }],
};

/** Bob's state, for those who may see it: Alice at first. */
function createFakeWatching() {
  let state: WatchedState | undefined = IDLE;
  const listeners = new Set<(userId: number | undefined) => void>();
  const asked: string[] = [];
  const watching: Watching = {
    stateOf: ({ id }, address) => {
      asked.push(address);
      return id === 1 && (address === "102" || address === "*76102") ? state : undefined;
    },
    subscribe: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
  };
  return {
    watching,
    asked,
    becomes: (next: WatchedState | undefined, userId: number | undefined = 2) => {
      state = next;
      for (const listener of listeners) listener(userId);
    },
    listeners,
  };
}

function createWatched() {
  const bob = createFakeWatching();
  const pbx: TestPbx = createTestPbx({}, { watching: bob.watching });
  return { pbx, bob };
}

const DIALOG: HeaderField = ["Event", "dialog"];
const PRESENCE: HeaderField = ["Event", "presence"];

const watch = async (
  phone: SipPhone,
  { to = "102", event = DIALOG, fields = [] }: { to?: string; event?: HeaderField; fields?: HeaderField[] } = {},
): Promise<SipResponse> =>
  phone.request("SUBSCRIBE", { to, headers: [["Contact", "<sip:a@far.invalid;transport=ws>"], event, ...fields] });
const dialogOf = (response: SipResponse) => ({
  callId: response.callId,
  localTag: fromTag(response) ?? "",
  remoteTag: toTag(response) ?? "",
});

const notices = ({ strays }: SipPhone): readonly SipRequest[] => strays.filter(({ method }) => method === "NOTIFY");
/** Of each NOTIFY: the version, the entity and the dialogs. */
const lamps = (phone: SipPhone): readonly string[] =>
  notices(phone).map(({ body }) =>
    [
      /version="(\d+)"/.exec(body)?.[1],
      /entity="([^"]*)"/.exec(body)?.[1],
      ...[...body.matchAll(/<dialog id="(\w+)"(?: direction="(\w+)")?><state>(\w+)</g)].map((one) =>
        one.slice(1).filter(Boolean).join(" "),
      ),
    ].join(", "),
  );

test("WATCH-1 a phone is sent a colleague's calls immediately and after every change, as dialog-info", async () => {
  const { pbx, bob } = createWatched();
  const alice = pbx.phone("alice");
  const { status, ...answer } = await watch(alice);
  expect(status).toBe(200);
  await settle();
  bob.becomes(RINGING);
  await settle();
  bob.becomes(TALKING);
  await settle();
  bob.becomes(IDLE);
  await settle();
  expect(lamps(alice)).toEqual([
    "0, sip:102@demo, none terminated",
    "1, sip:102@demo, one recipient early",
    "2, sip:102@demo, one recipient confirmed",
    "3, sip:102@demo, none terminated",
  ]);
  const [first] = notices(alice);
  expect(first && [header(first, "Event"), header(first, "Content-Type"), first.callId]).toEqual([
    "dialog",
    "application/dialog-info+xml",
    answer.callId,
  ]);
});

test("WATCH-2 presence is sent as PIDF with the person's own text, escaped", async () => {
  const { pbx, bob } = createWatched();
  const alice = pbx.phone("alice");
  await watch(alice, { event: PRESENCE });
  await settle();
  for (const state of [
    TALKING,
    { ...IDLE, presence: "lunch", note: "<b>Café & \u0001</b>" },
    { ...IDLE, presence: "offline" },
  ] as const) {
    bob.becomes(state);
    await settle();
  }
  const shown = notices(alice).map(({ body }) =>
    [/<basic>(\w+)</, /<note>(.*)<\/note>/, /<rpid:activities><rpid:([\w-]+)\/>/].map(
      (one) => one.exec(body)?.[1] ?? "-",
    ),
  );
  expect(shown).toEqual([
    ["open", "Available", "-"],
    ["open", "On the phone", "on-the-phone"],
    ["open", "&lt;b&gt;Café &amp;  &lt;/b&gt;", "meal"],
    ["closed", "Offline", "-"],
  ]);
  expect(notices(alice).map((one) => header(one, "Content-Type"))).toEqual(Array(4).fill("application/pidf+xml"));
});

test("WATCH-3 a person whom the user may not see is answered like one who does not exist", async () => {
  const { pbx, bob } = createWatched();
  const [alice, carol] = [pbx.phone("alice"), pbx.phone("carol")];
  for (const event of [DIALOG, PRESENCE]) {
    expect((await watch(carol, { event })).status).toBe(404);
    expect((await watch(alice, { to: "999", event })).status).toBe(404);
  }
  bob.becomes({ ...IDLE, calls: undefined });
  expect((await watch(alice)).status).toBe(404);
  expect((await watch(alice, { event: PRESENCE })).status).toBe(200);
  await settle();
  expect(notices(carol)).toEqual([]);
});

test("WATCH-4 a change that a phone cannot see is not sent, and changes of other people are not read", async () => {
  const { pbx, bob } = createWatched();
  const alice = pbx.phone("alice");
  await watch(alice);
  await settle();
  bob.becomes({ ...IDLE, note: "Back at 3" });
  await settle();
  expect(notices(alice)).toHaveLength(1);
  const reads = bob.asked.length;
  bob.becomes(RINGING, 3);
  await settle();
  expect(bob.asked).toHaveLength(reads);
});

test("WATCH-5 the subscription ends when the right is taken away", async () => {
  const { pbx, bob } = createWatched();
  const alice = pbx.phone("alice");
  const made = await watch(alice);
  await settle();
  bob.becomes(undefined, undefined);
  await settle();
  const last = notices(alice).at(-1);
  expect(last && [header(last, "Subscription-State"), last.body]).toEqual(["terminated;reason=rejected", ""]);
  bob.becomes(RINGING);
  await settle();
  expect(notices(alice)).toHaveLength(2);
  expect((await alice.request("SUBSCRIBE", { inDialog: dialogOf(made), headers: [DIALOG] })).status).toBe(481);
});

test("WATCH-6 a phone that has not answered a NOTIFY is sent the newest state after its answer, and none between", async () => {
  const { pbx, bob } = createWatched();
  const alice = pbx.phone("alice");
  await watch(alice);
  await settle();
  bob.becomes(RINGING);
  bob.becomes(IDLE);
  bob.becomes(TALKING);
  await settle();
  expect(lamps(alice).slice(1)).toEqual([
    "1, sip:102@demo, one recipient early",
    "2, sip:102@demo, one recipient confirmed",
  ]);
});

test("WATCH-7 a phone watches several people, 250 at most, and one subscription replaces the earlier one to the same person", async () => {
  const { pbx, bob } = createWatched();
  const alice = pbx.phone("alice");
  await watch(alice);
  await watch(alice, { to: "*76102" });
  const again = await watch(alice);
  await settle();
  const before = notices(alice).length;
  bob.becomes(TALKING);
  await settle();
  const after = notices(alice).slice(before);
  expect(after.map(({ body }) => /entity="([^"]*)"/.exec(body)?.[1] ?? "").toSorted()).toEqual([
    "sip:*76102@demo",
    "sip:102@demo",
  ]);
  expect(after.filter(({ callId }) => callId === again.callId)).toHaveLength(1);
});

test("WATCH-8 the events are announced, and end with the connection and with the phone system", async () => {
  const { pbx, bob } = createWatched();
  const alice = pbx.phone("alice");
  const unknown = await watch(alice, { event: ["Event", "conference"] });
  expect([unknown.status, header(unknown, "Allow-Events")]).toEqual([489, "message-summary, dialog, presence"]);
  expect((await watch(alice, { fields: [["Accept", "application/pidf+xml"]] })).status).toBe(406);
  await watch(alice);
  await settle();
  alice.cut();
  bob.becomes(TALKING);
  await settle();
  expect(notices(alice)).toHaveLength(1);
  await pbx.system.stop({ graceMs: 0 });
  expect(bob.listeners.size).toBe(0);
});
