import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import {
  ADMIN_PIN,
  conferenceOffice,
  dial,
  hearing,
  keys,
  listen,
  members,
  PIN,
  refusal,
  ROOM,
  standing,
  WRONG_PIN,
} from "../../../../test/conference-office.ts";
import { gateway } from "../../../../test/outside.ts";
import { expectNothingLeft } from "../../../../test/three-way-room.ts";

test("CONF-20 CONF-21 a room with a PIN asks for it; the admin PIN makes an admin", async () => {
  const at = await conferenceOffice({ asksForPin: "always" });
  at.answerLater();
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  expect(await listen(at, a)).toEqual(["enter-pin"]);
  expect(members(at)).toEqual([]);
  await keys(at, a, ...PIN);
  await keys(at, b, ...ADMIN_PIN);
  await settle();
  expect(standing(at)).toBe("101; 102 admin");
  expect(hearing(at, { a, b })).toBe("a:b b:a");
  expect(at.tries).toEqual(["user 1: 1234", "user 2: 4321"]);
  await expectNothingLeft(at.pbx, a, b);
});

test("CONF-20 three wrong PINs end the call, an empty one is not checked, and too many over several calls lock the caller out", async () => {
  const at = await conferenceOffice({ asksForPin: "always" });
  const first = await dial(at.alice);
  await keys(at, first, ...WRONG_PIN);
  expect(await listen(at, first)).toEqual(["wrong-pin", "enter-pin"]);
  await keys(at, first, "#");
  await keys(at, first, ...WRONG_PIN);
  expect(await listen(at, first)).toEqual(["wrong-pin", "goodbye"]);
  await settle();
  expect(first.state).toBe("ended");
  expect(at.tries).toHaveLength(2);
  const second = await dial(at.alice);
  for (let again = 0; again < 3; again += 1) await keys(at, second, ...WRONG_PIN);
  await listen(at, second);
  const third = await dial(at.alice);
  await keys(at, third, ...PIN);
  expect(await listen(at, third)).toEqual(["locked", "goodbye"]);
  expect(members(at)).toEqual([]);
  const other = await dial(at.bob);
  await keys(at, other, ...PIN);
  expect(standing(at)).toBe("102");
  await expectNothingLeft(at.pbx, other);
});

test("CONF-20 too many PINs in a short time: no more than three are checked in a call", async () => {
  const at = await conferenceOffice({ asksForPin: "always" });
  at.answerLater();
  const call = await dial(at.alice);
  await keys(at, call, ...Array.from({ length: 40 }, () => WRONG_PIN).flat());
  await settle();
  expect(at.tries).toHaveLength(3);
  await listen(at, call);
  expect(call.state).toBe("ended");
  await expectNothingLeft(at.pbx);
});

test("CONF-20 a caller who hangs up while the PIN is checked is never in the room", async () => {
  const at = await conferenceOffice({ asksForPin: "always" });
  at.answerLater();
  const call = await dial(at.alice);
  void keys(at, call, ...PIN);
  call.hangUp();
  await settle();
  expect(members(at)).toEqual([]);
  expect(at.pbx.eventsOf("roomJoined")).toEqual([]);
  await expectNothingLeft(at.pbx);
});

test("CONF-20 a caller from outside, and one who is transferred, are asked too", async () => {
  const at = await conferenceOffice({ asksForPin: "always" });
  at.pbx.directory.setDirectNumber("+16045550180", ROOM);
  const line = await gateway(at.pbx);
  const outside = await dial(line, "+16045550180");
  expect(await listen(at, outside)).toEqual(["enter-pin"]);
  await keys(at, outside, ...PIN);
  const talk = await at.pbx.talk(at.alice, "102", at.bob);
  const order = { by: "alice", legIds: [at.pbx.legOf(talk.in)], to: ROOM };
  expect(await at.pbx.system.commands.redirect(order)).toMatchObject({ ok: true });
  await settle();
  expect(members(at)).toHaveLength(1);
  await keys(at, talk.in, ...PIN);
  expect(members(at)).toHaveLength(2);
  expect(hearing(at, { outside, b: talk.in })).toBe("outside:b b:outside");
  await expectNothingLeft(at.pbx, outside, talk.in);
});

test("CONF-21 a room with only an admin PIN lets everybody in who presses #", async () => {
  const at = await conferenceOffice({ asksForPin: "admins" });
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  expect(await listen(at, a)).toEqual(["conference-admin-pin"]);
  await keys(at, a, "#");
  await keys(at, b, ...ADMIN_PIN);
  expect(standing(at)).toBe("101; 102 admin");
  await expectNothingLeft(at.pbx, a, b);
});

test("CONF-22 an admin by name needs no PIN on their own phone, and has a place in a locked and in a full room", async () => {
  const at = await conferenceOffice({ asksForPin: "always", adminIds: [3], maxUsers: 1 });
  const a = await dial(at.alice);
  await keys(at, a, ...PIN);
  await at.pbx.system.commands.lockRoom({ room: ROOM, locked: true });
  const c = await dial(at.carol);
  expect(standing(at)).toBe("101; 103 admin");
  await expectNothingLeft(at.pbx, a, c);
});

test("CONF-23 an invited person is asked for the PIN, unless the invitation is trusted", async () => {
  const at = await conferenceOffice({ asksForPin: "always" });
  const invite = (to: string, isTrusted: boolean) =>
    at.pbx.system.commands.invite({ by: "alice", room: ROOM, to, isTrusted });
  expect(await invite("102", false)).toMatchObject({ ok: true });
  const b = await at.bob.incoming();
  await b.answer();
  await settle();
  expect([members(at), await listen(at, b)]).toEqual([[], ["enter-pin"]]);
  expect(await invite("103", true)).toMatchObject({ ok: true });
  const c = await at.carol.incoming();
  await c.answer();
  await settle();
  expect(standing(at)).toBe("103 invited");
  await expectNothingLeft(at.pbx, b, c);
});

test("CONF-24 a full room refuses with 486, and after the PIN with an announcement; waiting callers count", async () => {
  const at = await conferenceOffice({ maxUsers: 2, waitForAdmin: true });
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  expect(await listen(at, a)).toEqual(["conference-waits"]);
  await listen(at, b);
  expect(standing(at)).toBe("101 waiting; 102 waiting");
  expect(await refusal(at.carol)).toBe(486);
  expect(await at.pbx.system.commands.invite({ by: "alice", room: ROOM, to: "103" })).toEqual({
    ok: false,
    why: "limit",
  });
  await at.set({ asksForPin: "always" });
  const c = await dial(at.carol);
  await keys(at, c, ...PIN);
  expect(await listen(at, c)).toEqual(["conference-full", "goodbye"]);
  const d = await dial(at.dave);
  await keys(at, d, ...ADMIN_PIN);
  expect(standing(at)).toBe("101; 102; 104 admin");
  await expectNothingLeft(at.pbx, a, b, d);
});

test("CONF-24 of two callers who are asked for the PIN only one gets the last place", async () => {
  const at = await conferenceOffice({ maxUsers: 1, announceCount: true });
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  expect(await listen(at, a)).toEqual(["conference-nobody-else"]);
  expect(await listen(at, b)).toEqual(["conference-nobody-else", "conference-full", "goodbye"]);
  await settle();
  expect([standing(at), b.state]).toEqual(["101", "ended"]);
  await expectNothingLeft(at.pbx, a);
});

test("CONF-25 a disabled or removed room refuses callers, and the calls of everybody in it end; callers who are asked for the PIN hear a message", async () => {
  for (const change of [{ disabled: true }, undefined]) {
    const at = await conferenceOffice({ asksForPin: "always" });
    const [a, b] = [await dial(at.alice), await dial(at.bob)];
    await keys(at, a, ...PIN);
    await at.set(change);
    expect([a.state, members(at)]).toEqual(["ended", []]);
    await keys(at, b, ...PIN);
    expect(await listen(at, b)).toEqual(["conference-closed", "goodbye"]);
    expect(await refusal(at.carol)).toBe(480);
    expect(await at.pbx.system.commands.invite({ by: "alice", room: ROOM, to: "104" })).toEqual({
      ok: false,
      why: "unavailable",
    });
    await expectNothingLeft(at.pbx);
  }
});

test("CONF-28 a caller who joins hears how many others are there", async () => {
  const at = await conferenceOffice({ announceCount: true });
  const calls = [];
  for (const [phone, said] of [
    [at.alice, ["conference-nobody-else"]],
    [at.bob, ["conference-one-other"]],
    [at.carol, ["conference-there-are", "number-2", "conference-others"]],
  ] as const) {
    const call = await dial(phone);
    calls.push(call);
    expect(await listen(at, call)).toEqual(said);
  }
  expect(members(at)).toHaveLength(3);
  await expectNothingLeft(at.pbx, ...calls);
});

/** A caller from outside at the tone, in a room that announces names. */
async function atTheTone(settings: Parameters<typeof conferenceOffice>[0] = {}) {
  const at = await conferenceOffice({ announceJoinLeave: true, ...settings });
  at.pbx.directory.setDirectNumber("+16045550180", ROOM);
  const line = await gateway(at.pbx);
  const a = await dial(at.alice);
  const outside = await dial(line, "+16045550180");
  expect(await listen(at, outside)).toEqual(["conference-your-name"]);
  await at.pbx.clock.advance(400);
  const port = at.pbx.media.portOf(outside.remoteSdp);
  const say = async (durationMs: number): Promise<void> => {
    port.recordings.at(-1)?.end({ durationMs, bytes: 10, marks: [] });
    await settle();
  };
  return { at, a, outside, port, say };
}

test("CONF-33 a caller from outside says their name, which a key ends; the others hear it when they join and leave, then it is deleted", async () => {
  const { at, a, outside, port, say } = await atTheTone();
  expect(members(at)).toHaveLength(1);
  expect(port.recordings).toMatchObject([{ path: "/said/1.opus", stopped: false }]);
  await keys(at, outside, "#");
  expect(port.recordings).toMatchObject([{ stopped: true }]);
  await say(1_200);
  expect(members(at)).toHaveLength(2);
  expect(await listen(at, a)).toEqual(["1", "conference-joined"]);
  expect(await listen(at, outside)).toEqual([]);
  outside.hangUp();
  await settle();
  expect(at.spoken.get("/said/1.opus")).toBe("open");
  expect(await listen(at, a)).toEqual(["1", "conference-left"]);
  expect(at.spoken.get("/said/1.opus")).toBe("removed");
  await expectNothingLeft(at.pbx, a);
});

test("CONF-33 the recording of a name has a limit; a silent caller is announced as somebody, and no recording is kept", async () => {
  const { at, a, outside, port } = await atTheTone();
  port.emit({ kind: "talking", talking: true });
  await at.pbx.clock.advance(7_999);
  expect(port.recordings[0]?.stopped).toBe(false);
  await at.pbx.clock.advance(1);
  expect([port.recordings[0]?.stopped, members(at).length]).toEqual([true, 2]);
  await expectNothingLeft(at.pbx, a, outside);
  expect([...at.spoken.values()]).toEqual(["removed"]);
  const silent = await atTheTone();
  await silent.say(200);
  expect(await listen(silent.at, silent.a)).toEqual(["conference-someone-joined"]);
  expect([...silent.at.spoken.values()]).toEqual(["removed"]);
  await expectNothingLeft(silent.at.pbx, silent.a, silent.outside);
});

test("CONF-33 a caller who hangs up while they say their name, or is refused after it, leaves nothing; # leaves the name out", async () => {
  const { at, a, outside } = await atTheTone();
  outside.hangUp();
  await settle();
  expect([[...at.spoken.values()], members(at).length]).toEqual([["removed"], 1]);
  await expectNothingLeft(at.pbx, a);
  const refused = await atTheTone();
  await refused.at.pbx.system.commands.lockRoom({ room: ROOM, locked: true });
  await refused.say(1_000);
  expect(await listen(refused.at, refused.outside)).toEqual(["conference-locked", "goodbye"]);
  expect([...refused.at.spoken.values()]).toEqual(["removed"]);
  await expectNothingLeft(refused.at.pbx, refused.a);
  const shy = await conferenceOffice({ announceJoinLeave: true });
  shy.pbx.directory.setDirectNumber("+16045550180", ROOM);
  const quick = await dial(await gateway(shy.pbx), "+16045550180");
  await keys(shy, quick, "#");
  expect([members(shy).length, shy.spoken.size]).toEqual([1, 0]);
  await expectNothingLeft(shy.pbx, quick);
});
