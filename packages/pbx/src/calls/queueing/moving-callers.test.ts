/** A person moves a caller who waits in a queue (rules QUE-6, QUE-86, QBOARD-11). */
import { settle, type PhoneCall } from "@callpanel/testkit";
import { describe, expect, test } from "vitest";
import { BOB, desk, expectNothingLeft, playOut, press, type Desk } from "../../../test/queue-desk.ts";
import { PLACE_KEPT_MS } from "./kept-places.ts";
import { queueOf } from "../../../test/queue-world.ts";

/** Dave, who sees the queue, gives the command. */
const move = ({ at }: Desk, call: PhoneCall, { to = "104", waitingIn = "support" } = {}) =>
  at.system.commands.redirect({ by: "dave", legIds: [at.legOf(call)], to, waitingIn });

test("QUE-86 a waiting caller is moved like any other leg, and is withdrawn from the line", async () => {
  const office = await desk();
  const dave = await office.at.registered("dave");
  const out = await office.enter();
  expect(await move(office, out)).toEqual({ ok: true, value: undefined });
  const ringing = await dave.incoming();
  await ringing.answer();
  await settle();
  expect(office.at.talkTogether(out, ringing)).toBe(true);
  expect(office.queues.rows.at(-1)).toMatchObject({ event: "WITHDRAW", why: "to 104", by: 4, position: 1 });
  expect(office.at.system.snapshot().queues).toMatchObject([{ id: "support", waiting: [] }]);
  await expectNothingLeft(office, out);
});

test("QUE-86 a caller who was moved and reaches nobody joins the line again", async () => {
  const office = await desk();
  const dave = await office.at.registered("dave");
  const out = await office.enter();
  await move(office, out);
  (await dave.incoming()).reject(603);
  await settle();
  expect([out.state, office.at.heardBy(out)]).toEqual(["talking", "music"]);
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "WITHDRAW", "ENTERQUEUE"]);
  await expectNothingLeft(office, out);
});

test("QUE-86 a caller who was moved and comes back has their place: nobody answered, or the move was undone", async () => {
  const office = await desk({ members: [] });
  const dave = await office.at.registered("dave");
  const [bob, carol] = [await office.at.registered("bob"), await office.at.registered("carol")];
  const first = await office.enter();
  await office.enter(bob);
  const line = () =>
    office.at.system.snapshot().queues?.flatMap(({ waiting }) => waiting.map(({ caller }) => caller.number));
  await move(office, first);
  await office.enter(carol);
  expect(line()).toEqual(["102", "103"]);
  (await dave.incoming()).reject(603);
  await settle();
  expect(line()).toEqual(["101", "102", "103"]);
  expect(office.queues.rows.at(-1)).toMatchObject({ event: "ENTERQUEUE", position: 1 });
  // Dave has answered, and the caller is brought back.
  await move(office, first);
  const taken = await dave.incoming();
  await taken.answer();
  await settle();
  const back = { by: "dave", legIds: [office.at.legOf(first)], to: "600" };
  expect(await office.at.system.commands.redirect(back)).toEqual({ ok: true, value: undefined });
  await settle();
  expect([line(), taken.state]).toEqual([["101", "102", "103"], "ended"]);
  // A place is kept for a while, not for ever.
  await move(office, first);
  const again = await dave.incoming();
  await again.answer();
  await settle();
  await office.at.clock.advance(PLACE_KEPT_MS);
  await office.at.system.commands.redirect(back);
  await settle();
  expect(line()).toEqual(["102", "103", "101"]);
});

describe("QBOARD-11 the undo of a move", () => {
  const undo = ({ at }: Desk, call: PhoneCall) =>
    at.system.commands.redirect({ by: "dave", legIds: [at.legOf(call)], to: "600", whileUnanswered: true });
  const DONE = { ok: true, value: undefined };
  const REFUSED = { ok: false, why: "wrongState" };
  const lineOf = (office: Desk, id = "support") =>
    office.at.system
      .snapshot()
      .queues?.find((one) => one.id === id)
      ?.waiting.map(({ caller }) => caller.number);

  test("QBOARD-11 brings the caller back while the phone rings, and stops the phone", async () => {
    const office = await desk({ members: [] });
    const [dave, bob] = [await office.at.registered("dave"), await office.at.registered("bob")];
    const first = await office.enter();
    await office.enter(bob);
    await move(office, first);
    const ringing = await dave.incoming();
    expect(await undo(office, first)).toEqual(DONE);
    await settle();
    expect([lineOf(office), ringing.state, first.state]).toEqual([["101", "102"], "ended", "talking"]);
    expect(office.at.heardBy(first)).toBe("music");
  });

  test("QBOARD-11 is refused from the moment the phone is picked up, and again and again", async () => {
    const office = await desk({ members: [] });
    const dave = await office.at.registered("dave");
    const out = await office.enter();
    await move(office, out);
    const taken = await dave.incoming();
    // The phone is picked up while the undo is on its way.
    const undone = undo(office, out);
    await taken.answer();
    await settle();
    expect([await undone, await undo(office, out)]).toEqual([REFUSED, REFUSED]);
    expect([office.at.talkTogether(out, taken), lineOf(office)]).toEqual([true, []]);
    await office.at.clock.advance(PLACE_KEPT_MS - 1);
    expect(await undo(office, out)).toEqual(REFUSED);
    expect(office.at.talkTogether(out, taken)).toBe(true);
    await expectNothingLeft(office, out);
  });

  test("QBOARD-11 is refused for a talk that is on hold", async () => {
    const office = await desk({ members: [] });
    const dave = await office.at.registered("dave");
    const out = await office.enter();
    await move(office, out);
    const taken = await dave.incoming();
    await taken.answer();
    await taken.hold();
    await settle();
    expect(await undo(office, out)).toEqual(REFUSED);
    expect(taken.state).toBe("talking");
    await expectNothingLeft(office, out);
  });

  test("QBOARD-11 does not take the caller from an agent of the queue to which the undo led", async () => {
    const office = await desk({ members: [BOB], whisper: "/sounds/support.opus" });
    const dave = await office.at.registered("dave");
    const out = await office.enter();
    await move(office, out);
    await dave.incoming();
    const bob = await office.agent("bob");
    expect(await undo(office, out)).toEqual(DONE);
    const rung = await bob.incoming();
    await rung.answer();
    await settle();
    // Bob hears the whisper, and then the caller.
    expect(await undo(office, out)).toEqual(REFUSED);
    await playOut(office, rung);
    expect([office.at.talkTogether(out, rung), await undo(office, out)]).toEqual([true, REFUSED]);
    await expectNothingLeft(office, out);
  });

  test("QBOARD-11 is possible from a slot until the caller is retrieved, and not from a conference", async () => {
    const office = await desk({ members: [] });
    const { at } = office;
    const dave = await at.registered("dave");
    at.directory.addLot({
      id: "main",
      name: "Main",
      extension: "700",
      firstSlot: 701,
      lastSlot: 702,
      timeoutSeconds: 60,
    });
    at.directory.setNumber("800", { kind: "room", id: "800", name: "Sales" });
    await settle();
    const out = await office.enter();
    expect(await move(office, out, { to: "700" })).toEqual(DONE);
    await settle();
    expect(lineOf(office)).toEqual([]);
    expect(await undo(office, out)).toEqual(DONE);
    await settle();
    expect(lineOf(office)).toEqual(["101"]);
    expect(await move(office, out, { to: "700" })).toEqual(DONE);
    await settle();
    const retrieved = dave.call("701");
    await retrieved.until("talking");
    await settle();
    expect([await undo(office, out), at.talkTogether(out, retrieved)]).toEqual([REFUSED, true]);
    retrieved.hangUp();
    await settle();
    const next = await office.enter();
    const member = dave.call("800");
    await member.until("talking");
    expect(await move(office, next, { to: "800" })).toEqual(DONE);
    await settle();
    expect(await undo(office, next)).toEqual(REFUSED);
    await settle();
    expect(at.system.snapshot().rooms[0]?.members).toHaveLength(2);
    await expectNothingLeft(office, next, member);
  });
});

test("QBOARD-11 the phones that ring for the caller stop, the stay has one end, and the records are one chain", async () => {
  const office = await desk({ strategy: "ringAll" });
  const [bob, carol] = [await office.agent("bob"), await office.agent("carol")];
  const dave = await office.at.registered("dave");
  const out = await office.enter();
  const rung = [await bob.incoming(), await carol.incoming()];
  await move(office, out);
  for (const one of rung) expect(await one.until("ended")).toBe("ended");
  const taken = await dave.incoming();
  await taken.answer();
  await settle();
  expect(office.at.talkTogether(out, taken)).toBe(true);
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "RINGCANCELED 2", "RINGCANCELED 3", "WITHDRAW"]);
  const states = office.at.system.snapshot().queues?.[0]?.agents.map(({ state }) => state);
  expect(states).toEqual(["idle", "idle"]);
  const legId = office.at.legOf(out);
  await expectNothingLeft(office, out);
  expect(office.log()).toHaveLength(5);
  const { records } = office.at;
  expect(records.map(({ to }) => to.number).toSorted()).toEqual(["104", "600"]);
  expect(records.every(({ legIds }) => legIds.includes(legId))).toBe(true);
});

test("QBOARD-11 a caller for whom an agent has picked up is not taken away from the agent", async () => {
  const office = await desk({ members: [BOB], whisper: "/sounds/support.opus" });
  const bob = await office.agent("bob");
  const out = await office.enter();
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  expect(await move(office, out)).toEqual({ ok: false, why: "wrongState" });
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE"]);
  await expectNothingLeft(office, out);
});

test("QBOARD-11 an agent who picks up while the command is on its way has the caller", async () => {
  const office = await desk({ members: [BOB] });
  const bob = await office.agent("bob");
  const dave = await office.at.registered("dave");
  const out = await office.enter();
  const ringing = await bob.incoming();
  const moved = move(office, out);
  await ringing.answer();
  await settle();
  expect([await moved, office.at.talkTogether(out, ringing)]).toEqual([{ ok: false, why: "wrongState" }, true]);
  expect(dave.calls).toEqual([]);
  await expectNothingLeft(office, out);
});

test("QBOARD-11 a caller who waits in another queue by then stays there", async () => {
  const office = await desk({ exit: { key: "0", to: "601" }, members: [] });
  office.at.directory.setNumber("601", { kind: "queue", id: "sales", name: "Sales" });
  office.queues.set([
    queueOf({ members: [], exit: { key: "0", to: "601" } }),
    queueOf({ id: "sales", number: "601", name: "Sales", members: [] }),
  ]);
  await settle();
  const out = await office.enter();
  await press(out, "0");
  expect(await move(office, out)).toEqual({ ok: false, why: "wrongState" });
  expect(office.at.system.snapshot().queues?.map(({ waiting }) => waiting.length)).toEqual([0, 1]);
  await expectNothingLeft(office, out);
});

test("QBOARD-11 a destination that does not exist, or may not be called, leaves the caller in the line", async () => {
  const office = await desk();
  const out = await office.enter();
  expect(await move(office, out, { to: "" })).toEqual({ ok: false, why: "unknownNumber" });
  expect(await move(office, out, { to: "999" })).toEqual({ ok: false, why: "unknownNumber" });
  expect(await move(office, out, { to: "102" })).toEqual({ ok: false, why: "notRegistered" });
  expect(await move(office, out, { to: "+19005551234" })).toEqual({ ok: false, why: "unknownNumber" });
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE"]);
  await expectNothingLeft(office, out);
});

test("QUE-94 a call of a queue that rings at an agent is picked up by a colleague: the caller leaves the line, the phones stop", async () => {
  const office = await desk({ strategy: "ringAll" });
  const [bob, carol] = [await office.agent("bob"), await office.agent("carol")];
  const dave = await office.at.registered("dave");
  const out = await office.enter();
  const rung = [await bob.incoming(), await carol.incoming()];
  const taken = dave.call("**102");
  await taken.until("talking");
  await settle();
  expect(office.at.talkTogether(out, taken)).toBe(true);
  expect(rung.map(({ state }) => state)).toEqual(["ended", "ended"]);
  expect(bob.received.find((frame) => frame.startsWith("CANCEL"))).toContain("Call completed elsewhere");
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "RINGCANCELED 2", "RINGCANCELED 3", "WITHDRAW"]);
  expect(office.queues.rows.at(-1)).toMatchObject({ why: "picked up by 104", by: 4 });
  expect(office.at.system.snapshot().queues?.[0]?.agents.map(({ state }) => state)).toEqual(["idle", "idle"]);
  taken.hangUp();
  expect(await out.until("ended")).toBe("ended");
  await expectNothingLeft(office);
  expect(office.log()).toHaveLength(5);
  expect(office.at.records).toContainEqual(
    expect.objectContaining({
      to: expect.objectContaining({ number: "600" }),
      answeredBy: expect.objectContaining({ number: "104" }),
    }),
  );
});

test("QUE-94 an agent who picks up a call that rings at a colleague's phone answers for themselves", async () => {
  const office = await desk({ strategy: "ringAll" });
  const [bob, carol] = [await office.agent("bob"), await office.agent("carol")];
  const out = await office.enter();
  await bob.incoming();
  await carol.incoming();
  const taken = carol.call("**102");
  await taken.until("talking");
  await settle();
  expect(office.at.talkTogether(out, taken)).toBe(true);
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "CONNECT 3"]);
  await expectNothingLeft(office, out);
});

test("QUE-94 a caller whom an agent has answered cannot be picked up from the agent", async () => {
  const office = await desk({ members: [BOB], whisper: "/sounds/support.opus" });
  const bob = await office.agent("bob");
  const dave = await office.at.registered("dave");
  const out = await office.enter();
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  const taken = dave.call("**102");
  await taken.until("ended");
  expect(taken.statuses.at(-1)).toBe(480);
  expect([ringing.state, out.state]).toEqual(["talking", "talking"]);
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE"]);
  await expectNothingLeft(office, out);
});
