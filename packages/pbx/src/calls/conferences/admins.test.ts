import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import {
  conferenceHouse,
  dial,
  hearing,
  keys,
  listen,
  members,
  ROOM,
  standing,
} from "../../../test/conference-house.ts";
import { expectNothingLeft } from "../../../test/three-way-room.ts";

/** Carol (user 3) is the admin. */
const ADMIN = { adminIds: [3] };

test("CONF-26 members wait with music until an admin comes, and wait again when the last admin has left", async () => {
  const at = await conferenceHouse({ ...ADMIN, waitForAdmin: true });
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  await listen(at, a);
  await listen(at, b);
  expect(hearing(at, { a, b })).toBe("a:music b:music");
  const c = await dial(at.carol);
  expect(hearing(at, { a, b, c })).toBe("a:bc b:ac c:ab");
  expect(standing(at)).toBe("101; 102; 103 admin");
  c.hangUp();
  await settle();
  expect([hearing(at, { a, b }), standing(at)]).toEqual(["a:music b:music", "101 waiting; 102 waiting"]);
  await at.set({ music: false });
  expect(hearing(at, { a, b })).toBe("a:silence b:silence");
  await expectNothingLeft(at.pbx, a, b);
});

test("CONF-26 a member can be let in, until an admin has come and gone; who does not wait cannot", async () => {
  const at = await conferenceHouse({ ...ADMIN, waitForAdmin: true });
  const [a, b, d] = [await dial(at.alice), await dial(at.bob), await dial(at.dave)];
  for (const call of [a, b, d]) await listen(at, call);
  const { commands } = at.pbx.system;
  const about = (call: typeof a) => ({ room: ROOM, legId: at.pbx.legOf(call) });
  expect(await commands.letIn(about(a))).toMatchObject({ ok: true });
  expect(await commands.letIn(about(b))).toMatchObject({ ok: true });
  expect(hearing(at, { a, b, d })).toBe("a:b b:a d:music");
  expect(await commands.letIn(about(a))).toEqual({ ok: false, why: "unknownLeg" });
  const c = await dial(at.carol);
  c.hangUp();
  await settle();
  expect(standing(at)).toBe("101 waiting; 102 waiting; 104 waiting");
  await expectNothingLeft(at.pbx, a, b, d);
});

test("CONF-26 the phone of the last admin who comes back on another line does not send the others to wait", async () => {
  const at = await conferenceHouse({ ...ADMIN, waitForAdmin: true });
  const c = await dial(at.carol);
  const a = await dial(at.alice);
  await at.pbx.system.commands.muteMember({ room: ROOM, legId: at.pbx.legOf(c), muted: true });
  const laptop = await at.pbx.registered("carol");
  const moved = laptop.call(ROOM, { headers: [["Replaces", c.replaces()]] });
  await moved.until("talking");
  await settle();
  expect([c.state, hearing(at, { a, moved })]).toEqual(["ended", "a: moved:a"]);
  expect(standing(at)).toBe("101; 103 admin muted");
  expect(at.pbx.events.some((event) => "member" in event && event.member.waiting)).toBe(false);
  await expectNothingLeft(at.pbx, a, moved);
});

test("CONF-27 in a room for listeners only admins are heard, and those whom an admin lets speak", async () => {
  const at = await conferenceHouse({ ...ADMIN, listenOnly: true });
  const [a, b, c] = [await dial(at.alice), await dial(at.bob), await dial(at.carol)];
  expect(hearing(at, { a, b, c })).toBe("a:c b:c c:");
  const { commands } = at.pbx.system;
  const legId = at.pbx.legOf(a);
  // Their own word is not enough.
  await commands.setMuted({ legId, muted: false });
  expect(hearing(at, { a, b, c })).toBe("a:c b:c c:");
  await commands.muteMember({ room: ROOM, legId, muted: false });
  expect(hearing(at, { a, b, c })).toBe("a:c b:ac c:a");
  await commands.setMuted({ legId, muted: true });
  await commands.setMuted({ legId, muted: false });
  expect(hearing(at, { a, b, c })).toBe("a:c b:ac c:a");
  await at.set({ listenOnly: false });
  expect(hearing(at, { a, b, c })).toBe("a:bc b:ac c:ab");
  expect(members(at).every(({ mutedByRoom }) => !mutedByRoom)).toBe(true);
  await expectNothingLeft(at.pbx, a, b, c);
});

test("CONF-30 the star key opens a menu: mute, count, leave; the others go on meanwhile", async () => {
  const at = await conferenceHouse({ optionsMenu: true });
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  await keys(at, a, "*");
  expect(hearing(at, { a, b })).toBe("a:file b:a");
  await keys(at, a, "2");
  expect(await listen(at, a)).toEqual(["conference-muted"]);
  expect([hearing(at, { a, b }), standing(at)]).toEqual(["a:b b:", "101 muted; 102"]);
  await keys(at, a, "*", "2");
  expect(await listen(at, a)).toEqual(["conference-unmuted"]);
  await keys(at, a, "*", "3");
  expect(await listen(at, a)).toEqual(["conference-one-other"]);
  // Only an admin locks.
  await keys(at, a, "*", "4", "*");
  expect(at.pbx.system.snapshot().rooms).toMatchObject([{ state: { locked: false } }]);
  expect(hearing(at, { a, b })).toBe("a:b b:a");
  await keys(at, a, "*", "8");
  expect([a.state, hearing(at, { b })]).toEqual(["ended", "b:music"]);
  await expectNothingLeft(at.pbx, b);
});

test("CONF-30 an admin locks with the menu; a listener hears why nobody hears them; without the menu the star key does nothing", async () => {
  const at = await conferenceHouse({ ...ADMIN, optionsMenu: true, listenOnly: true });
  const [a, c] = [await dial(at.alice), await dial(at.carol)];
  await keys(at, c, "*", "4");
  expect(await listen(at, c)).toEqual(["conference-lock-on"]);
  expect(at.pbx.system.snapshot().rooms).toMatchObject([{ state: { locked: true } }]);
  await keys(at, a, "*", "2");
  expect(await listen(at, a)).toEqual(["conference-listening"]);
  await at.pbx.clock.advance(1_000);
  await keys(at, c, "*");
  c.hangUp();
  await settle();
  await expectNothingLeft(at.pbx, a);
  const plain = await conferenceHouse();
  const b = await dial(plain.bob);
  await keys(plain, b, "*", "8");
  expect([b.state, hearing(plain, { b })]).toEqual(["talking", "b:music"]);
  await expectNothingLeft(plain.pbx, b);
});

test("CONF-29 members hear who joins and leaves, with the recorded name of a person who has one; they are back in the room afterwards", async () => {
  const at = await conferenceHouse({ announceJoinLeave: true });
  at.names.set(2, "/names/bob.opus");
  const a = await dial(at.alice);
  expect(hearing(at, { a })).toBe("a:music");
  const b = await dial(at.bob);
  expect(hearing(at, { a, b })).toBe("a:file b:a");
  // The next one waits for its turn.
  const c = await dial(at.carol);
  expect(await listen(at, a)).toEqual(["bob", "conference-joined", "conference-someone-joined"]);
  expect(await listen(at, b)).toEqual(["conference-someone-joined"]);
  expect(hearing(at, { a, b, c })).toBe("a:bc b:ac c:ab");
  b.hangUp();
  await settle();
  expect(await listen(at, a)).toEqual(["bob", "conference-left"]);
  c.hangUp();
  await settle();
  expect([await listen(at, a), hearing(at, { a })]).toEqual([["conference-someone-left"], "a:music"]);
  await expectNothingLeft(at.pbx, a);
});

test("CONF-29 a member who waits or hears the menu hears nothing of it; another line of the same person is not announced", async () => {
  const at = await conferenceHouse({ ...ADMIN, announceJoinLeave: true, optionsMenu: true, waitForAdmin: true });
  const a = await dial(at.alice);
  await listen(at, a);
  const b = await dial(at.bob);
  await listen(at, b);
  expect(hearing(at, { a, b })).toBe("a:music b:music");
  const c = await dial(at.carol);
  await listen(at, a);
  await keys(at, a, "*");
  const d = await dial(at.dave);
  expect(await listen(at, b)).toEqual(["conference-someone-joined", "conference-someone-joined"]);
  await keys(at, a, "*");
  expect(hearing(at, { a, b, d })).toBe("a:bd b:ad d:ab");
  await listen(at, c);
  const laptop = await at.pbx.registered("dave");
  const moved = laptop.call(ROOM, { headers: [["Replaces", d.replaces()]] });
  await moved.until("talking");
  await settle();
  expect(await listen(at, a)).toEqual([]);
  await expectNothingLeft(at.pbx, a, b, c, moved);
});

test("CONF-31 a recorded room says so, records while two are there, and goes on when the recorded member leaves", async () => {
  const at = await conferenceHouse({ records: true });
  const a = await dial(at.alice);
  expect(await listen(at, a)).toEqual(["conference-recorded"]);
  const recorded = (kind: "recordingStarted" | "recordingStopped") =>
    at.pbx.events.flatMap((event) => (event.kind === kind && "recording" in event ? [event.recording.of.number] : []));
  const recordings = () => recorded("recordingStarted");
  expect(recordings()).toEqual([]);
  const b = await dial(at.bob);
  await listen(at, b);
  const c = await dial(at.carol);
  await listen(at, c);
  expect(recordings()).toEqual(["101"]);
  a.hangUp();
  await settle();
  expect(recordings()).toEqual(["101", "102"]);
  c.hangUp();
  await settle();
  expect(recorded("recordingStopped")).toEqual(["101", "102"]);
  await at.set({ records: false });
  await expectNothingLeft(at.pbx, b);
});
