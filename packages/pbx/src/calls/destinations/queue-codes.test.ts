import type { SpokenLanguage } from "@callpanel/phone-port";
import { settle, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createFakeQueues } from "../../../test/fake-queues.ts";
import { queueOf } from "../../../test/queue-world.ts";
import { createTestPbx, type TestPbx } from "../../../test/test-pbx.ts";

interface Office {
  readonly at: TestPbx;
  readonly bob: SipPhone;
  events(): readonly string[];
  /** The language of the first queue. */
  set(language: SpokenLanguage): void;
}

async function office(): Promise<Office> {
  const members = [{ agentId: 2, penalty: 0, login: "byCode" }] as const;
  const others = [
    queueOf({ id: "sales", number: "601", name: "Sales", members }),
    queueOf({ id: "vip", number: "602", name: "Vip", members: [] }),
  ];
  const queues = createFakeQueues([queueOf({ members }), ...others]);
  const set = (language: SpokenLanguage): void => queues.set([queueOf({ members, language }), ...others]);
  const at = createTestPbx({}, { queues });
  for (const [number, id] of [
    ["600", "support"],
    ["601", "sales"],
    ["602", "vip"],
  ] as const)
    at.directory.setNumber(number, { kind: "queue", id, name: id });
  const bob = await at.registered("bob");
  await settle();
  const events = () =>
    queues.rows.flatMap(({ event, queueId = "all" }) => (event === "QUEUESTART" ? [] : [`${event} ${queueId}`]));
  return { at, bob, events, set };
}

/** Dials a code; what is said, or the last status. */
async function dial(at: TestPbx, phone: SipPhone, code: string): Promise<string> {
  const call = phone.call(code);
  await settle();
  if (call.state !== "talking") return String(call.statuses.at(-1));
  const port = at.media.portOf(call.remoteSdp);
  const { hearsNow } = port;
  if (hearsNow.kind !== "file") return hearsNow.kind;
  const { path, token } = hearsNow;
  port.emit({ kind: "played", path, ...(token === undefined ? {} : { token }) });
  expect(await call.until("ended")).toBe("ended");
  return path;
}

const IN = "/words/en/queue-logged-in.opus";
const OFF = "/words/en/queue-logged-off.opus";

test("QUE-90 *45 logs in to all queues that list the agent, and off again", async () => {
  const { at, bob, events } = await office();
  expect(await dial(at, bob, "*45")).toBe(IN);
  expect(events()).toEqual(["AGENTLOGIN all", "ADDMEMBER support", "ADDMEMBER sales"]);
  expect(await dial(at, bob, "*45")).toBe(OFF);
  expect(events().slice(3)).toEqual(["REMOVEMEMBER support", "REMOVEMEMBER sales", "AGENTLOGOFF all"]);
});

test("QUE-90 the announcement is in the language of the queue, or of the first queue that lists the agent", async () => {
  const { at, bob, set } = await office();
  set("fr");
  expect(await dial(at, bob, "*45")).toBe("/words/fr/queue-logged-in.opus");
  expect(await dial(at, bob, "*71601")).toBe(OFF);
  expect(await dial(at, bob, "*46")).toBe("/words/fr/queue-logged-off.opus");
});

test("QUE-90 an agent who has logged in gets calls", async () => {
  const { at, bob } = await office();
  const alice = await at.registered("alice");
  const out = alice.call("600");
  await out.until("talking");
  await dial(at, bob, "*45");
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  expect(at.talkTogether(out, ringing)).toBe(true);
});

test("QUE-91 *45 and *70 with a number join one queue, *71 leaves it, *46 leaves all", async () => {
  const { at, bob, events } = await office();
  expect(await dial(at, bob, "*45601")).toBe(IN);
  expect(await dial(at, bob, "*70*600")).toBe(IN);
  expect(await dial(at, bob, "*71601")).toBe(OFF);
  expect(events()).toEqual(["AGENTLOGIN all", "ADDMEMBER sales", "ADDMEMBER support", "REMOVEMEMBER sales"]);
  expect(await dial(at, bob, "*46")).toBe(OFF);
  expect(events().slice(4)).toEqual(["REMOVEMEMBER support", "AGENTLOGOFF all"]);
});

test("QUE-92 a queue that does not list the person takes the right to join it", async () => {
  const { at, bob, events } = await office();
  expect(await dial(at, bob, "*70602")).toBe("403");
  expect(await dial(at, bob, "*45602")).toBe("403");
  at.directory.permit((_, act) => act.kind === "joinQueue" && act.queueId === "vip");
  expect(await dial(at, bob, "*70602")).toBe(IN);
  expect(events()).toEqual(["AGENTLOGIN all", "ADDMEMBER vip"]);
});

test.each([
  ["*70101", "404"],
  ["*71600", "480"],
  ["*46", "480"],
  ["*70699", "404"],
])("QUE-93 %s, which changes nothing, is refused with %s", async (code, status) => {
  const { at, bob, events } = await office();
  expect(await dial(at, bob, code)).toBe(status);
  expect(events()).toEqual([]);
});

test("QUE-93 a person who is listed nowhere has no queue to log in to; a party who was sent there cannot log anyone in", async () => {
  const { at, bob, events } = await office();
  const alice = await at.registered("alice");
  expect(await dial(at, alice, "*45")).toBe("480");
  const talk = await at.talk(alice, "102", bob);
  await talk.out.request("REFER", { headers: [["Refer-To", "<sip:*45@demo>"]] });
  await settle();
  expect(events()).toEqual([]);
});
