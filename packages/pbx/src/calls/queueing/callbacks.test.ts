import { header } from "@callpanel/sip";
import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import {
  answeredCaller,
  askCallback,
  callbackDesk,
  expectDone,
  outcalls,
  SUPPORT_NUMBER,
  waiting,
} from "../../../test/callback-desk.ts";
import { STRANGER } from "../../../test/outside.ts";
import { BOB, CAROL, fileFor, playOut, press } from "../../../test/queue-desk.ts";
import { shownFarEnd } from "../../../test/shown-far-end.ts";

test("QCB-20, QCB-21, QCB-22 the agent is called first, then the caller, who confirms that they are there", async () => {
  const office = await callbackDesk({ whisper: "/sounds/whisper.opus", records: true });
  const { at, line } = office;
  at.directory.change("bob", { outgoing: { number: SUPPORT_NUMBER } });
  await askCallback(office, await office.fromOutside());
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  expect(ringing.invite?.from).toMatchObject({ displayName: "Zoe Zimmer", uri: { user: STRANGER } });
  expect(shownFarEnd(ringing)).toContain("calledBack");
  expect(shownFarEnd(ringing)).toContain("Support");
  await ringing.answer();
  await settle();
  expect(fileFor(office, ringing)).toBe("/sounds/whisper.opus");
  expect(line.calls.filter(({ direction }) => direction === "incoming")).toEqual([]);
  await playOut(office, ringing);
  expect(at.heardBy(ringing)).toBe("ringback");
  const out = await line.incoming();
  expect(out.invite?.uri).toMatchObject({ user: STRANGER });
  expect(out.invite?.from.uri).toMatchObject({ user: SUPPORT_NUMBER });
  await out.answer();
  await settle();
  expect(fileFor(office, out)).toBe("/words/en/queue-callback-here.opus");
  expect(at.heardBy(ringing)).toBe("ringback");
  // The agent's keys are not the caller's.
  await press(ringing, "1");
  await press(out, "5");
  expect(at.talkTogether(out, ringing)).toBe(false);
  await playOut(office, out);
  expect(fileFor(office, out)).toBe("/words/en/queue-callback-here.opus");
  await press(out, "1");
  expect(at.talkTogether(out, ringing)).toBe(true);
  await at.clock.advance(20_000);
  out.hangUp();
  await ringing.until("ended");
  await settle();
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "OUTCALL", "OUTCALL 2", "CONNECT 2", "COMPLETECALLER 2"]);
  expect(office.queues.rows.at(-1)).toMatchObject({ talkMs: 20_000 });
  await expectDone(office);
});

test("QCB-25 the call has a record of the agent and the caller; the first one leads to the queue", async () => {
  const office = await callbackDesk();
  await askCallback(office, await office.fromOutside());
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  const out = await answeredCaller(office.line);
  await press(out, "1");
  ringing.hangUp();
  await out.until("ended");
  await settle();
  expect(office.log().at(-1)).toBe("COMPLETEAGENT 2");
  expect(office.at.records).toMatchObject([
    {
      from: { number: STRANGER },
      to: { number: SUPPORT_NUMBER, kind: "queue" },
      direction: "inbound",
      endReason: "Called back",
    },
    {
      from: { userId: 2 },
      to: { number: STRANGER },
      direction: "outbound",
      disposition: "answered",
      endedBy: "caller",
    },
  ]);
  await expectDone(office);
});

test("QCB-23, QCB-24, QCB-25 nobody answers: tried again later, then given up; the agent serves others meanwhile", async () => {
  const office = await callbackDesk();
  const { at, line } = office;
  await askCallback(office, await office.fromOutside());
  const bob = await office.agent("bob");
  for (const attempt of [1, 2]) {
    const ringing = await bob.incoming();
    await ringing.answer();
    await settle();
    const out = await line.incoming();
    out.ring();
    await at.clock.advance(30_000);
    await out.until("ended");
    await ringing.until("ended");
    if (attempt === 2) break;
    expect(waiting(office)).toEqual([[STRANGER, 1]]);
    const other = await office.enter();
    const served = await bob.incoming();
    await served.answer();
    await settle();
    other.hangUp();
    await served.until("ended");
    await at.clock.advance(60_000);
  }
  await settle();
  expect(outcalls(office)).toEqual(["asked", "dialled", "noAnswer", "dialled", "noAnswer"]);
  expect(office.log().at(-1)).toBe("EXITWITHTIMEOUT");
  expect(at.records.filter(({ from }) => from.userId === 2)).toMatchObject([
    { to: { number: "600", kind: "queue" }, direction: "internal" },
    { to: { number: "600", kind: "queue" } },
  ]);
  await expectDone(office);
});

/** What ends the agent's call. */
const reasonOf = ({ requests }: PhoneCall): string | undefined => {
  const bye = requests.find(({ method }) => method === "BYE");
  return bye && header(bye, "Reason");
};

test.each([
  ["refuses", "busy", "cause=486", (out: PhoneCall) => out.reject(486)],
  ["answers and hangs up", "notConfirmed", "Q.850;cause=20", (out: PhoneCall) => out.answer().then(() => out.hangUp())],
  [
    "is a mailbox, which answers and presses nothing",
    "notConfirmed",
    "Q.850;cause=20",
    (out: PhoneCall) => out.answer(),
  ],
] as const)(
  "QCB-22, QCB-23 the caller %s: %s, and the agent is free and gets the reason",
  async (_, why, cause, act) => {
    const office = await callbackDesk();
    await askCallback(office, await office.fromOutside());
    const bob = await office.agent("bob");
    const ringing = await bob.incoming();
    await ringing.answer();
    await settle();
    const out = await office.line.incoming();
    await act(out);
    await settle();
    await office.at.clock.advance(20_000);
    await ringing.until("ended");
    expect(await out.until("ended")).toBe("ended");
    expect(outcalls(office)).toEqual(["asked", "dialled", why]);
    expect(reasonOf(ringing)).toContain(cause);
    expect(office.at.system.snapshot().queues?.[0]?.agents[0]?.state).toBe("idle");
    await expectDone(office);
  },
);

test("QCB-23 an agent who hangs up first has used an attempt, and the caller's phone stops", async () => {
  const office = await callbackDesk();
  await askCallback(office, await office.fromOutside());
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  const out = await office.line.incoming();
  out.ring();
  await settle();
  ringing.hangUp();
  expect(await out.until("ended")).toBe("ended");
  await settle();
  expect(outcalls(office)).toEqual(["asked", "dialled", "dropped"]);
  await expectDone(office);
});

test("QCB-20 after an agent who refuses, or does not answer, the next one is called; without a record", async () => {
  const office = await callbackDesk({ members: [BOB, CAROL] });
  await askCallback(office, await office.fromOutside());
  const [bob, carol] = [await office.agent("bob"), await office.agent("carol")];
  const first = await bob.incoming();
  first.reject(603);
  const second = await carol.incoming();
  await office.at.clock.advance(15_000);
  expect(await second.until("ended")).toBe("ended");
  const third = await bob.incoming();
  await third.answer();
  await settle();
  const out = await answeredCaller(office.line);
  await press(out, "1");
  expect(office.at.talkTogether(out, third)).toBe(true);
  expect(office.log().slice(3)).toEqual(["RINGNOANSWER 2", "RINGNOANSWER 3", "OUTCALL 2", "CONNECT 2"]);
  out.hangUp();
  await third.until("ended");
  await settle();
  expect(office.at.records.length).toBe(2);
  await expectDone(office);
});

test("QCB-20 where all agents ring, the others stop as soon as one answers", async () => {
  const office = await callbackDesk({ strategy: "ringAll", members: [BOB, CAROL] });
  await askCallback(office, await office.fromOutside());
  const [bob, carol] = [await office.agent("bob"), await office.agent("carol")];
  const [first, second] = [await bob.incoming(), await carol.incoming()];
  await first.answer();
  await settle();
  expect(await second.until("ended")).toBe("ended");
  expect(carol.received.find((frame) => frame.startsWith("CANCEL"))).toContain("completed elsewhere");
  const out = await answeredCaller(office.line);
  await press(out, "1");
  expect(office.at.talkTogether(out, first)).toBe(true);
  await expectDone(office, first);
});

test("QCB-21 a colleague is called back at their own phones", async () => {
  const office = await callbackDesk();
  const call = await office.enter(office.dave);
  await askCallback(office, call);
  office.at.directory.change("dave", { doNotDisturb: false });
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  expect(shownFarEnd(ringing)).toContain("Dave Diaz <sip:104@demo> | person");
  const out = await office.dave.incoming();
  expect(shownFarEnd(out)).toContain("calledBack");
  await out.answer();
  await settle();
  await press(out, "1");
  expect(office.at.talkTogether(out, ringing)).toBe(true);
  await expectDone(office, out);
});

test("QCB-12 a caller who calls again while an agent is calling them is served at their place; that call ends", async () => {
  const office = await callbackDesk();
  await askCallback(office, await office.fromOutside());
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  const out = await office.line.incoming();
  const again = await office.fromOutside();
  await out.until("ended");
  await ringing.until("ended");
  const rung = await bob.incoming();
  await rung.answer();
  await settle();
  expect(office.at.talkTogether(again, rung)).toBe(true);
  expect(waiting(office)).toEqual([]);
  await expectDone(office, again);
});

test("QCB-13 after a restart the caller is called back", async () => {
  const before = await callbackDesk();
  await askCallback(before, await before.fromOutside());
  const office = await callbackDesk({}, before.queues.rows);
  expect(waiting(office)).toEqual([[STRANGER, 0]]);
  await office.at.clock.advance(15_000);
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  const out = await answeredCaller(office.line);
  await press(out, "1");
  expect(office.at.talkTogether(out, ringing)).toBe(true);
  await expectDone(office, out);
});

test("QCB-13 a system that is about to stop calls nobody back; the next start finds the callback as it was", async () => {
  const office = await callbackDesk();
  const { at, alice, dave } = office;
  const call = await office.fromOutside();
  const bob = await office.agent("bob");
  (await bob.incoming()).reject(486);
  await settle();
  const { out } = await at.talk(alice, "104", dave);
  await press(call, "2");
  await press(call, "1");
  await playOut(office, call);
  await call.until("ended");
  const stopped = at.system.stop({ graceMs: 60_000 });
  await at.clock.advance(40_000);
  expect(bob.calls.length).toBe(1);
  out.hangUp();
  await at.clock.advance(60_000);
  await stopped;
  expect(outcalls(office)).toEqual(["asked"]);
  const next = await callbackDesk({}, office.queues.rows);
  expect(waiting(next)).toEqual([[STRANGER, 0]]);
  await expectDone(next);
});

test("QCB-15 a callback that another system has taken over, or may have taken over, is called by nobody here", async () => {
  const office = await callbackDesk();
  await askCallback(office, await office.fromOutside());
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  // The log cannot be read when the agent has answered: the caller is not called, and waits on.
  office.queues.holds = undefined;
  await ringing.answer();
  await ringing.until("ended");
  await office.at.clock.advance(30_000);
  expect([office.line.calls.length, bob.calls.length, waiting(office)]).toEqual([1, 1, [[STRANGER, 0]]]);
  office.queues.holds = true;
  await office.at.clock.advance(5_000);
  const again = await bob.incoming();
  office.queues.holds = false;
  await again.answer();
  await again.until("ended");
  await office.at.clock.advance(600_000);
  expect([office.line.calls.length, waiting(office), outcalls(office)]).toEqual([1, [], ["asked"]]);
});

test("QCB-14 a callback is removed by order; another one, or a caller on the line, is not", async () => {
  const office = await callbackDesk();
  await askCallback(office, await office.fromOutside());
  const live = await office.enter();
  const { system } = office.at;
  const [callback, caller] = system.snapshot().queues?.[0]?.waiting ?? [];
  const remove = (callId = "", queueId = "support") => system.queues?.removeCallback({ queueId, callId, by: 3 });
  expect(await remove(callback?.callId, "other")).toBe("unknownCallback");
  expect(await remove(caller?.callId)).toBe("unknownCallback");
  expect(await remove(callback?.callId)).toBeUndefined();
  expect(await remove(callback?.callId)).toBe("unknownCallback");
  expect(office.queues.rows.at(-1)).toMatchObject({ event: "WITHDRAW", why: "callback removed", by: 3 });
  expect(waiting(office)).toEqual([["101", undefined]]);
  await expectDone(office, live);
});
