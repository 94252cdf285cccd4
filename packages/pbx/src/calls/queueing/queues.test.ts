import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { BOB, desk, expectNothingLeft, fileFor, playOut, press } from "../../../test/queue-desk.ts";
import { queueOf } from "../../../test/queue-world.ts";
import { shownFarEnd } from "../../../test/shown-far-end.ts";

test("QUE-80 a caller hears music until an agent answers; the record carries the queue and the agent", async () => {
  const office = await desk();
  const { at } = office;
  const out = await office.enter();
  expect(at.heardBy(out)).toBe("music");
  expect(shownFarEnd(out)).toContain("Support <sip:600@demo>");
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  expect(at.heardBy(out)).toBe("music");
  await at.clock.advance(3_000);
  await ringing.answer();
  await settle();
  expect(at.talkTogether(out, ringing)).toBe(true);
  await at.clock.advance(20_000);
  out.hangUp();
  await ringing.until("ended");
  await settle();
  expect(office.log()).toEqual(["QUEUESTART", "ENTERQUEUE", "CONNECT 2", "COMPLETECALLER 2"]);
  expect(office.queues.rows.at(-1)).toMatchObject({ waitMs: 3_000, talkMs: 20_000 });
  expect(at.records).toMatchObject([
    {
      from: { number: "101" },
      to: { number: "600", name: "Support", kind: "queue" },
      answeredBy: { number: "102", userId: 2 },
      disposition: "answered",
    },
  ]);
  await expectNothingLeft(office);
});

test("QUE-80 the record of a caller who gives up while phones ring names no agent", async () => {
  const office = await desk();
  const bob = await office.agent("bob");
  const out = await office.enter();
  const ringing = await bob.incoming();
  out.hangUp();
  expect(await ringing.until("ended")).toBe("ended");
  await settle();
  expect(office.log().at(-1)).toBe("ABANDON");
  expect(office.at.records).toHaveLength(1);
  expect(office.at.records[0]).toMatchObject({ to: { number: "600" }, disposition: "answered" });
  expect(office.at.records[0]?.answeredBy).toBeUndefined();
  await expectNothingLeft(office);
});

test("QUE-80 the agent hangs up: COMPLETEAGENT, and the next caller is next", async () => {
  const office = await desk({ members: [BOB] });
  const bob = await office.agent("bob");
  const first = await office.enter();
  const second = await office.enter(office.dave);
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  ringing.hangUp();
  expect(await first.until("ended")).toBe("ended");
  const next = await bob.incoming();
  await next.answer();
  await settle();
  expect(office.at.talkTogether(second, next)).toBe(true);
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "ENTERQUEUE", "CONNECT 2", "COMPLETEAGENT 2", "CONNECT 2"]);
  await expectNothingLeft(office, second);
});

test("QUE-80 a number may give its callers a higher priority", async () => {
  const office = await desk();
  office.at.directory.setNumber("609", { kind: "queue", id: "support", name: "Support", priority: 5 });
  const usual = await office.enter();
  const urgent = office.dave.call("609");
  await urgent.until("talking");
  await settle();
  const [support] = office.at.system.snapshot().queues ?? [];
  expect(support?.waiting.map(({ caller }) => caller.number)).toEqual(["104", "101"]);
  await expectNothingLeft(office, usual, urgent);
});

test("QUE-80 a caller whose phone comes back in another call keeps their place", async () => {
  const office = await desk({ members: [BOB] });
  const first = await office.enter();
  const second = await office.enter(office.dave);
  const again = office.alice.call("600", { headers: [["Replaces", first.replaces()]] });
  await again.until("talking");
  await settle();
  expect([first.state, office.at.heardBy(again)]).toEqual(["ended", "music"]);
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "ENTERQUEUE"]);
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  expect(office.at.talkTogether(again, ringing)).toBe(true);
  await expectNothingLeft(office, again, second);
});

test("QUE-81 an agent answers on another of their phones (RFC 3891)", async () => {
  const office = await desk({ members: [BOB] });
  const [desktop, mobile] = [await office.agent("bob"), await office.agent("bob")];
  const out = await office.enter();
  const [ringing] = [await desktop.incoming(), await mobile.incoming()];
  ringing.ring();
  await settle();
  const taken = mobile.call("101", { headers: [["Replaces", ringing.replaces()]] });
  await taken.until("talking");
  await settle();
  expect(office.at.talkTogether(out, taken)).toBe(true);
  expect(ringing.state).toBe("ended");
  expect(office.log().slice(2)).toEqual(["CONNECT 2"]);
  await expectNothingLeft(office, out);
});

test("QUE-81 an agent sees the queue of a caller who was transferred into it", async () => {
  const office = await desk({ members: [BOB] });
  const [bob, { dave }] = [await office.agent("bob"), office];
  const out = office.alice.call("104");
  await (await dave.incoming()).answer();
  await out.until("talking");
  await settle();
  await office.at.system.commands.redirect({ by: "dave", legIds: [office.at.legOf(out)], to: "600" });
  const ringing = await bob.incoming();
  expect(shownFarEnd(ringing)).toBe(
    "Alice Archer <sip:101@demo> | person;came=forwarded;by=600;by-name=Support;by-kind=queue",
  );
  await ringing.answer();
  await settle();
  expect(shownFarEnd(ringing)).toContain("by-kind=queue");
  await expectNothingLeft(office, out);
});

test("QUE-81 all phones of the agent ring, as calls of the caller by the queue; one is answered and the others stop", async () => {
  const office = await desk({ members: [BOB] });
  const [desktop, mobile] = [await office.agent("bob"), await office.agent("bob")];
  const out = await office.enter();
  const [one, other] = [await desktop.incoming(), await mobile.incoming()];
  expect(shownFarEnd(one)).toBe(
    "Alice Archer <sip:101@demo> | person;came=forwarded;by=600;by-name=Support;by-kind=queue",
  );
  await other.answer();
  await settle();
  expect(await one.until("ended")).toBe("ended");
  expect(desktop.received.find((frame) => frame.startsWith("CANCEL"))).toContain("completed elsewhere");
  expect(office.at.talkTogether(out, other)).toBe(true);
  await expectNothingLeft(office, out);
});

test("QUE-81 a phone that registers rings once", async () => {
  const office = await desk({ members: [BOB] });
  const out = await office.enter();
  const bob = await office.agent("bob");
  await bob.incoming();
  await office.at.clock.advance(1_000);
  expect(bob.calls).toHaveLength(1);
  await expectNothingLeft(office, out);
});

test("QUE-81 a phone that registers while its owner is rung rings too", async () => {
  const office = await desk({ members: [BOB] });
  await office.agent("bob");
  const out = await office.enter();
  const late = await office.agent("bob");
  const ringing = await late.incoming();
  await ringing.answer();
  await settle();
  expect(office.at.talkTogether(out, ringing)).toBe(true);
  await expectNothingLeft(office, out);
});

test("QUE-81 the phones of an agent who does not answer stop, and the next one's ring", async () => {
  const office = await desk();
  const [bob, carol] = [await office.agent("bob"), await office.agent("carol")];
  const out = await office.enter();
  const first = await bob.incoming();
  await office.at.clock.advance(15_000);
  expect(await first.until("ended")).toBe("ended");
  const second = await carol.incoming();
  second.reject(486);
  await settle();
  expect(office.log().slice(2)).toEqual(["RINGNOANSWER 2", "RINGNOANSWER 3"]);
  expect(office.at.heardBy(out)).toBe("music");
  await office.at.clock.advance(5_000);
  const again = await bob.incoming();
  await again.answer();
  await settle();
  expect(office.at.talkTogether(out, again)).toBe(true);
  await expectNothingLeft(office, out);
});

test("QUE-82 the agent hears the name of the queue first, the caller still hears music", async () => {
  const office = await desk({ whisper: "/sounds/support.opus" });
  const bob = await office.agent("bob");
  const out = await office.enter();
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  expect([fileFor(office, ringing), office.at.heardBy(out)]).toEqual(["/sounds/support.opus", "music"]);
  await playOut(office, ringing);
  expect(office.at.talkTogether(out, ringing)).toBe(true);
  await expectNothingLeft(office, out);
});

test("QUE-82 an agent who hangs up while hearing it loses the caller to the next agent", async () => {
  const office = await desk({ whisper: "/sounds/support.opus" });
  const [bob, carol] = [await office.agent("bob"), await office.agent("carol")];
  const out = await office.enter();
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  ringing.hangUp();
  await settle();
  const next = await carol.incoming();
  expect(office.at.heardBy(out)).toBe("music");
  expect(office.log().slice(2)).toEqual(["AGENTDUMP 2"]);
  out.hangUp();
  expect(await next.until("ended")).toBe("ended");
  expect(office.log().slice(3)).toEqual(["RINGCANCELED 3", "ABANDON"]);
  await expectNothingLeft(office);
});

test("QUE-82 a caller who hangs up during the whisper leaves no call of the agent behind", async () => {
  const office = await desk({ whisper: "/sounds/support.opus", members: [BOB] });
  const bob = await office.agent("bob");
  const out = await office.enter();
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  out.hangUp();
  expect(await ringing.until("ended")).toBe("ended");
  expect(office.log().slice(2)).toEqual(["RINGCANCELED 2", "ABANDON"]);
  await expectNothingLeft(office);
});

test("QUE-83 position and wait are spoken in the queue's language, then there is music again", async () => {
  const announce = { position: true, wait: false, firstSeconds: 5, everySeconds: 30 };
  const office = await desk({ announce, language: "fr" });
  const first = await office.enter();
  const second = await office.enter(office.dave);
  const heard = async (call: PhoneCall): Promise<readonly string[]> => {
    const files: string[] = [];
    while (fileFor(office, call).startsWith("/")) {
      files.push(fileFor(office, call));
      await playOut(office, call);
    }
    return files;
  };
  await office.at.clock.advance(5_000);
  expect(await heard(first)).toEqual(["/words/fr/queue-next.opus"]);
  expect(await heard(second)).toEqual([
    "/words/fr/queue-position.opus",
    "/words/fr/number-2.opus",
    "/words/fr/queue-in-line.opus",
  ]);
  expect([office.at.heardBy(first), office.at.heardBy(second)]).toEqual(["music", "music"]);
  await expectNothingLeft(office, first, second);
});

test("QUE-83 a caller hears the greeting first, then the queue's own music over and over", async () => {
  const office = await desk({ greeting: "/sounds/hello.opus", music: "/sounds/jazz.opus" });
  const out = await office.enter();
  const files: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    files.push(fileFor(office, out));
    await playOut(office, out);
  }
  expect(files).toEqual(["/sounds/hello.opus", "/sounds/jazz.opus", "/sounds/jazz.opus"]);
  await expectNothingLeft(office, out);
});

test("QUE-84 the exit key and the overflow destination lead to their numbers, also before the call is answered", async () => {
  const office = await desk({ exit: { key: "0", to: "103" }, overflowTo: "103", maxWaiting: 1 });
  const carol = await office.agent("carol");
  const pressing = await office.enter();
  const rung = await carol.incoming();
  await press(pressing, "0");
  expect(await rung.until("ended")).toBe("ended");
  const byKey = await carol.incoming();
  expect(shownFarEnd(byKey)).toContain("101");
  await byKey.answer();
  await settle();
  expect(office.at.talkTogether(pressing, byKey)).toBe(true);
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "RINGCANCELED 3", "EXITWITHKEY"]);
  pressing.hangUp();
  await settle();
  carol.cut();
  await settle();
  const waits = await office.enter();
  const again = await office.agent("carol");
  await again.incoming();
  const turnedAway = office.dave.call("600");
  const overflow = await again.incoming();
  expect(turnedAway.statuses).not.toContain(200);
  expect(shownFarEnd(overflow)).toContain("104");
  await expectNothingLeft(office, turnedAway, waits);
});

test("QUE-85 a blind transfer by the agent is BLINDTRANSFER, and the agent is free for the next caller", async () => {
  const office = await desk({ members: [BOB] });
  const bob = await office.agent("bob");
  const carol = await office.agent("carol");
  const out = await office.enter();
  const ringing = await bob.incoming();
  await ringing.answer();
  await office.at.clock.advance(10_000);
  await ringing.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  const target = await carol.incoming();
  await target.answer();
  await ringing.until("ended");
  await settle();
  expect(office.at.talkTogether(out, target)).toBe(true);
  expect(office.queues.rows.at(-1)).toMatchObject({ event: "BLINDTRANSFER", to: "103", agentId: 2, talkMs: 10_000 });
  const next = await office.enter(office.dave);
  await bob.incoming();
  await expectNothingLeft(office, out, next);
});

test("QUE-85 an attended transfer by the agent is ATTENDEDTRANSFER", async () => {
  const office = await desk({ members: [BOB] });
  const bob = await office.agent("bob");
  const carol = await office.agent("carol");
  const out = await office.enter();
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  const consult = await office.at.talk(bob, "103", carol);
  const value = `<sip:103@demo?Replaces=${encodeURIComponent(consult.out.replaces())}>`;
  await ringing.request("REFER", { headers: [["Refer-To", value]] });
  await settle();
  expect(office.at.talkTogether(out, consult.in)).toBe(true);
  expect(office.queues.rows.at(-1)).toMatchObject({ event: "ATTENDEDTRANSFER", to: "103", agentId: 2 });
  await expectNothingLeft(office, out);
});

test("XFER-11 QUE-85 a consultation that waits in the queue is withdrawn when it is completed as a transfer, and the caller joins", async () => {
  const office = await desk({ members: [BOB] });
  const bob = await office.agent("bob");
  const { alice, at } = office;
  const carol = await office.agent("carol");
  const { out, in: first } = await at.talk(carol, "101", alice);
  const consult = await office.enter();
  const rung = await bob.incoming();
  const value = `<sip:600@demo?Replaces=${encodeURIComponent(consult.replaces())}>`;
  await first.request("REFER", { headers: [["Refer-To", value]] });
  await settle();
  expect([rung.state, consult.state]).toEqual(["ended", "ended"]);
  expect(bob.received.find((frame) => frame.startsWith("CANCEL"))).toContain('cause=200;text="Call transferred"');
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "RINGCANCELED 2", "WITHDRAW", "ENTERQUEUE"]);
  expect(office.queues.rows.find(({ event }) => event === "WITHDRAW")).toMatchObject({ why: "transferred", by: 1 });
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  expect(at.talkTogether(out, ringing)).toBe(true);
  await expectNothingLeft(office, out);
});

test("QUE-86 queues that send each other their callers in a circle end the call", async () => {
  const office = await desk({ leaveWhenEmpty: "noAgents", overflowTo: "601" });
  office.at.directory.setNumber("601", { kind: "queue", id: "sales", name: "Sales" });
  const both = { leaveWhenEmpty: "noAgents", members: [BOB] } as const;
  office.queues.set([
    queueOf({ ...both, overflowTo: "601" }),
    queueOf({ ...both, id: "sales", number: "601", name: "Sales", overflowTo: "600" }),
  ]);
  await office.at.clock.advance(20_000);
  const out = office.alice.call("600");
  expect(await out.until("ended")).toBe("ended");
  expect(office.log().filter((event) => event === "EXITEMPTY").length).toBeLessThan(10);
  await expectNothingLeft(office);
});

test("QUE-87 an agent whose phone has no codec in common loses the caller to the next one", async () => {
  const office = await desk();
  const [bob, carol] = [await office.agent("bob"), await office.agent("carol")];
  const out = await office.enter();
  const ringing = await bob.incoming();
  void ringing.answer({ codecs: [] });
  await settle();
  const next = await carol.incoming();
  expect(office.at.heardBy(out)).toBe("music");
  await next.answer();
  await settle();
  expect(office.at.talkTogether(out, next)).toBe(true);
  expect(office.log().slice(2)).toEqual(["SYSCOMPAT 2", "CONNECT 3"]);
  await expectNothingLeft(office, out);
});

test("QUE-88 agents who talk to others, or have do not disturb on, are not called until that ends", async () => {
  const office = await desk();
  const bob = await office.agent("bob");
  office.at.directory.change("carol", { doNotDisturb: true });
  const carol = await office.agent("carol");
  const other = await office.at.talk(office.dave, "102", bob);
  const out = await office.enter();
  await office.at.clock.advance(1_000);
  expect([bob.calls.length, carol.calls.length]).toEqual([1, 0]);
  const agents = office.at.system.snapshot().queues?.[0]?.agents ?? [];
  expect(agents.map(({ state }) => state)).toEqual(["talking", "offline"]);
  office.at.directory.change("carol", { doNotDisturb: false });
  await (await carol.incoming()).answer();
  await settle();
  const next = await office.enter(office.dave);
  other.out.hangUp();
  await settle();
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  expect(office.at.talkTogether(next, ringing)).toBe(true);
  await expectNothingLeft(office, out, next);
});

test("QUE-89 every call of the queue is recorded from the agent's answer on", async () => {
  const office = await desk({ records: true });
  const bob = await office.agent("bob");
  const out = await office.enter();
  const ringing = await bob.incoming();
  expect(office.at.eventsOf("recordingStarted")).toEqual([]);
  await ringing.answer();
  await settle();
  expect(office.at.eventsOf("recordingStarted")).toMatchObject([{ recording: { by: "bob" } }]);
  await expectNothingLeft(office, out);
});

test("QUE-75 rows are durable before an event is sent; a failed write is repeated in order", async () => {
  const office = await desk();
  office.queues.delay();
  const out = await office.enter();
  const told = () =>
    office.at.eventsOf("queueLogged").flatMap(({ row }) => (row.event === "ADDMEMBER" ? [] : [row.event]));
  const joined = () => office.at.eventsOf("queueChanged").filter(({ change }) => change.kind === "callerJoined").length;
  expect([told(), joined()]).toEqual([["QUEUESTART"], 0]);
  office.queues.catchUp();
  await settle();
  expect([told(), joined()]).toEqual([["QUEUESTART", "ENTERQUEUE"], 1]);
  office.queues.failOnce();
  out.hangUp();
  await settle();
  expect(told()).toHaveLength(2);
  await office.at.clock.advance(1_000);
  expect(told()).toEqual(["QUEUESTART", "ENTERQUEUE", "ABANDON"]);
  expect(office.log()).toEqual(["QUEUESTART", "ENTERQUEUE", "ABANDON"]);
});

test("QUE-75 an order that cannot be written is answered after five seconds", async () => {
  const office = await desk();
  office.queues.delay();
  const order = { kind: "pause", agentId: 2, queueId: "support", reason: "break" } as const;
  const outcome = office.at.system.queues?.order(order);
  await office.at.clock.advance(5_000);
  expect(await outcome).toBe("unavailable");
  office.queues.catchUp();
  await settle();
  expect(office.log().at(-1)).toBe("PAUSE 2");
  expect(office.at.eventsOf("queueLogged").at(-1)?.row.event).toBe("PAUSE");
});

test("QUE-72 stays that were open when the process ended have their end after the next start", async () => {
  const before = await desk();
  await before.enter();
  const after = await desk({}, before.queues.rows);
  expect(after.log()).toEqual(["QUEUESTART", "ENTERQUEUE", "ABANDON", "QUEUESTART"]);
});

test("QUE-72 a shutdown writes the ends of all calls", async () => {
  const office = await desk({ members: [BOB] });
  const bob = await office.agent("bob");
  await office.enter();
  await (await bob.incoming()).answer();
  await office.enter(office.dave);
  const stopped = office.at.system.stop({ graceMs: 0 });
  await office.at.clock.advance(10_000);
  await stopped;
  expect(office.log().slice(-3)).toEqual(["COMPLETEAGENT 2", "RINGCANCELED 2", "ABANDON"]);
});
