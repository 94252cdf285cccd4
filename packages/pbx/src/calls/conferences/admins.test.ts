import type { RoomSettings } from "@callpanel/phone-port";
import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import {
  conferenceOffice,
  type ConferenceOffice,
  dial,
  hearing,
  keys,
  listen,
  members,
  PIN,
  ROOM,
  standing,
} from "../../../test/conference-office.ts";
import { expectNothingLeft } from "../../../test/three-way-room.ts";

/** Carol (user 3) is the admin. */
const ADMIN = { adminIds: [3] };

test("CONF-26 members wait with music until an admin comes, and wait again when the last admin has left", async () => {
  const at = await conferenceOffice({ ...ADMIN, waitForAdmin: true });
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

test("CONF-26 a waiting member can be let in, until an admin has come and gone; a member who does not wait cannot", async () => {
  const at = await conferenceOffice({ ...ADMIN, waitForAdmin: true });
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
  const at = await conferenceOffice({ ...ADMIN, waitForAdmin: true });
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

test("CONF-27 in a room for listeners only admins are heard, and members whom an admin allows to speak", async () => {
  const at = await conferenceOffice({ ...ADMIN, listenOnly: true });
  const [a, b, c] = [await dial(at.alice), await dial(at.bob), await dial(at.carol)];
  expect(hearing(at, { a, b, c })).toBe("a:c b:c c:");
  const { commands } = at.pbx.system;
  const legId = at.pbx.legOf(a);
  // Their own word is not enough.
  const self = { room: ROOM, legId, bySelf: true };
  await commands.muteMember({ ...self, muted: false });
  expect(hearing(at, { a, b, c })).toBe("a:c b:c c:");
  await commands.muteMember({ room: ROOM, legId, muted: false });
  expect(hearing(at, { a, b, c })).toBe("a:c b:ac c:a");
  await commands.muteMember({ ...self, muted: true });
  await commands.muteMember({ ...self, muted: false });
  expect(hearing(at, { a, b, c })).toBe("a:c b:ac c:a");
  await at.set({ listenOnly: false });
  expect(hearing(at, { a, b, c })).toBe("a:bc b:ac c:ab");
  expect(members(at).every(({ mutedByRoom }) => !mutedByRoom)).toBe(true);
  await expectNothingLeft(at.pbx, a, b, c);
});

test("CONF-30 the star key opens a menu: mute, count, leave; the others go on meanwhile", async () => {
  const at = await conferenceOffice({ optionsMenu: true });
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  await keys(at, a, "*");
  expect(hearing(at, { a, b })).toBe("a:b+ b:a");
  await keys(at, a, "2");
  expect(await listen(at, a)).toEqual(["conference-muted"]);
  expect([hearing(at, { a, b }), standing(at)]).toEqual(["a:b b:", "101 muted; 102"]);
  await keys(at, a, "*", "2");
  expect(await listen(at, a)).toEqual(["conference-unmuted"]);
  await keys(at, a, "*", "3");
  expect(await listen(at, a)).toEqual(["conference-one-other"]);
  // Only an admin locks.
  await keys(at, a, "*", "5", "1", "*");
  expect(at.pbx.system.snapshot().rooms).toMatchObject([{ state: { locked: false } }]);
  expect(hearing(at, { a, b })).toBe("a:b b:a");
  await keys(at, a, "*", "8");
  expect([a.state, hearing(at, { b })]).toEqual(["ended", "b:music"]);
  await expectNothingLeft(at.pbx, b);
});

test("CONF-30 an admin locks with the menu; a listener hears why nobody hears them; without the menu the star key does nothing", async () => {
  const at = await conferenceOffice({ ...ADMIN, optionsMenu: true, listenOnly: true });
  const [a, c] = [await dial(at.alice), await dial(at.carol)];
  await keys(at, c, "*", "5");
  expect(await listen(at, c)).toEqual(["conference-lock-on"]);
  expect(at.pbx.system.snapshot().rooms).toMatchObject([{ state: { locked: true } }]);
  await keys(at, a, "*", "2");
  expect(await listen(at, a)).toEqual(["conference-listening"]);
  await at.pbx.clock.advance(1_000);
  await keys(at, c, "*");
  c.hangUp();
  await settle();
  await expectNothingLeft(at.pbx, a);
  const plain = await conferenceOffice();
  const b = await dial(plain.bob);
  await keys(plain, b, "*", "8");
  expect([b.state, hearing(plain, { b })]).toEqual(["talking", "b:music"]);
  await expectNothingLeft(plain.pbx, b);
});

test("CONF-29 members hear the recorded name of people who join and leave; they are back in the room afterwards", async () => {
  const at = await conferenceOffice({ announceJoinLeave: true });
  at.names.set(2, "/names/bob.opus");
  const a = await dial(at.alice);
  expect(hearing(at, { a })).toBe("a:music");
  const b = await dial(at.bob);
  expect(hearing(at, { a, b })).toBe("a:b+ b:a");
  // The next one waits for its turn; nobody hears their own announcement.
  const c = await dial(at.carol);
  expect(hearing(at, { a, b, c })).toBe("a:bc+ b:ac c:ab+");
  expect(await listen(at, a)).toEqual(["bob", "conference-joined", "conference-someone-joined"]);
  expect(hearing(at, { a, b, c })).toBe("a:bc b:ac c:ab");
  b.hangUp();
  await settle();
  expect(await listen(at, a)).toEqual(["bob", "conference-left"]);
  c.hangUp();
  await settle();
  expect([await listen(at, a), hearing(at, { a })]).toEqual([["conference-someone-left"], "a:music"]);
  await expectNothingLeft(at.pbx, a);
});

test("CONF-29 a member who waits or hears the menu does not hear the announcement; another line of the same person is not announced", async () => {
  const at = await conferenceOffice({ ...ADMIN, announceJoinLeave: true, optionsMenu: true, waitForAdmin: true });
  const a = await dial(at.alice);
  await listen(at, a);
  const b = await dial(at.bob);
  await listen(at, b);
  expect(hearing(at, { a, b })).toBe("a:music b:music");
  const c = await dial(at.carol);
  await listen(at, a);
  await keys(at, a, "*");
  const d = await dial(at.dave);
  expect(await listen(at, a)).toEqual(["conference-menu"]);
  expect(await listen(at, b)).toEqual(["conference-someone-joined"]);
  await keys(at, a, "*");
  expect(hearing(at, { a, b, d })).toBe("a:bd b:ad d:ab");
  const laptop = await at.pbx.registered("dave");
  const moved = laptop.call(ROOM, { headers: [["Replaces", d.replaces()]] });
  await moved.until("talking");
  await settle();
  expect(await listen(at, a)).toEqual([]);
  await expectNothingLeft(at.pbx, a, b, c, moved);
});

/** The recordings that were begun and stopped, as events. */
const recorded = (at: ConferenceOffice) =>
  at.pbx.events.flatMap((event) =>
    "recording" in event && event.kind !== "recordingEnded" ? [`${event.kind} ${event.recording.of.number}`] : [],
  );
const isRecorded = (at: ConferenceOffice) =>
  at.pbx.system.snapshot().rooms.find(({ number }) => number === ROOM)?.state.recording;

test("CONF-31 a room that is recorded says so at the door, and is one file from the second member to the last, with everything that all hear", async () => {
  const at = await conferenceOffice({ records: true });
  const a = await dial(at.alice);
  expect(await listen(at, a)).toEqual(["conference-recorded"]);
  expect(recorded(at)).toEqual([]);
  const b = await dial(at.bob);
  await listen(at, b);
  const c = await dial(at.carol);
  await listen(at, c);
  expect([recorded(at), isRecorded(at)]).toEqual([["recordingStarted 800"], true]);
  expect(hearing(at, { a, b, c })).toBe("a:bc b:ac c:ab");
  const [inner] = at.pbx.media.innerPorts;
  const idOf = (call: typeof a) => at.pbx.media.portOf(call.remoteSdp).id;
  expect(inner?.hearsNow).toMatchObject({ kind: "mix", ports: [a, b, c].map((call) => ({ id: idOf(call) })) });
  a.hangUp();
  c.hangUp();
  await settle();
  expect([recorded(at), isRecorded(at), inner?.recordings.length]).toEqual([["recordingStarted 800"], true, 1]);
  expect(inner?.recordings[0]?.stopped).toBe(false);
  b.hangUp();
  await settle();
  expect(inner?.recordings[0]?.stopped).toBe(true);
  // It began in the call of the first, who was no admin, and may not hear it.
  expect(at.pbx.records.map(({ from, recordings }) => `${from.number} ${recordings.length}`).toSorted()).toEqual([
    "101 1",
    "102 0",
    "103 0",
  ]);
  expect(at.pbx.eventsOf("recordingStarted")).toMatchObject([{ recording: { closed: true } }]);
  expect(at.pbx.eventsOf("recordingEnded")).toHaveLength(1);
  await expectNothingLeft(at.pbx);
});

test("CONF-35 a recording is for the person who started it and the admins; for all members if the room says so", async () => {
  const partsIn = async (settings: Partial<RoomSettings>) => {
    const at = await conferenceOffice({ records: true, ...settings });
    const calls = [];
    for (const phone of [at.alice, at.bob, at.carol]) {
      const call = await dial(phone);
      await listen(at, call);
      calls.push(call);
    }
    for (const call of calls) call.hangUp();
    await settle();
    await expectNothingLeft(at.pbx);
    const closed = at.pbx.events.flatMap((event) => ("recording" in event ? (event.recording.closed ?? false) : []));
    const parts = at.pbx.records.flatMap(({ from, recordings }) => (recordings.length > 0 ? from.number : []));
    return [closed[0], parts.toSorted()];
  };
  // Carol is an admin, and the last to come: the recording is in the first member's call, who may not hear it, and in hers.
  expect(await partsIn(ADMIN)).toEqual([true, ["101", "103"]]);
  expect(await partsIn({ sharesRecordings: true })).toEqual([false, ["101", "102", "103"]]);
});

test("CONF-31 an admin who may record starts and stops it with the menu: all others hear that, and it is in the history of admins", async () => {
  const at = await conferenceOffice({ ...ADMIN, optionsMenu: true });
  const [a, c] = [await dial(at.alice), await dial(at.carol)];
  await keys(at, c, "*", "1");
  expect([await listen(at, c), recorded(at)]).toEqual([["not-possible"], []]);
  at.pbx.directory.permit(({ sipUsername }, { kind }) => kind === "record" && sipUsername === "carol");
  await keys(at, a, "*", "1", "*");
  expect(recorded(at)).toEqual([]);
  await keys(at, c, "*", "1");
  expect([isRecorded(at), recorded(at)]).toEqual([true, ["recordingStarted 800"]]);
  expect(await listen(at, a)).toEqual(["conference-recorded"]);
  expect(await listen(at, c)).toEqual(["conference-recorded"]);
  // A caller who comes now hears it at the door.
  const b = await dial(at.bob);
  expect(await listen(at, b)).toEqual(["conference-recorded"]);
  expect(hearing(at, { a, b, c })).toBe("a:bc b:ac c:ab");
  await keys(at, c, "*", "1");
  expect([isRecorded(at), recorded(at)]).toEqual([false, ["recordingStarted 800", "recordingStopped 800"]]);
  expect(await listen(at, a)).toEqual(["conference-not-recorded"]);
  await listen(at, c);
  await expectNothingLeft(at.pbx, a, b, c);
  const ofRoom = at.pbx.records.map(({ from, recordings }) => `${from.number} ${recordings[0]?.of.kind ?? ""}`);
  expect(ofRoom.toSorted()).toEqual(["101 ", "102 ", "103 room"]);
});

test("CONF-31 a command records too, until the room is empty; without storage, or for nobody, it is refused", async () => {
  const at = await conferenceOffice();
  const { commands } = at.pbx.system;
  const order = (on: boolean) => commands.recordRoom({ by: "bob", room: ROOM, recorded: on });
  expect(await order(true)).toEqual({ ok: false, why: "wrongState" });
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  expect(await order(true)).toMatchObject({ ok: true });
  expect(await order(true)).toMatchObject({ ok: true });
  expect([await listen(at, a), recorded(at)]).toEqual([["conference-recorded"], ["recordingStarted 800"]]);
  // The disk is full: the others hear that it has ended, and it does not begin again by itself.
  const [inner] = at.pbx.media.innerPorts;
  inner?.recordings[0]?.end({ durationMs: 700, bytes: 10, marks: [], failure: "ENOSPC" });
  await settle();
  expect([isRecorded(at), await listen(at, a)]).toEqual([false, ["conference-not-recorded"]]);
  for (const call of [a, b]) call.hangUp();
  await settle();
  expect(at.pbx.logged.filter((line) => line.startsWith("error"))).toEqual(["error a recording ended early"]);
  expect(at.pbx.records.map(({ from, recordings }) => `${from.number} ${recordings.length}`).toSorted()).toEqual([
    "101 0",
    "102 1",
  ]);
});

test("CONF-32 a member makes the room and themselves louder and quieter, within limits, and hears each step over the room", async () => {
  const at = await conferenceOffice({ optionsMenu: true });
  const [a, b, c] = [await dial(at.alice), await dial(at.bob), await dial(at.carol)];
  const gains = (call: typeof a) => {
    const { hearsNow } = at.pbx.media.portOf(call.remoteSdp);
    if (hearsNow.kind !== "mix") return hearsNow.kind;
    const of = [...(hearsNow.gains?.of ?? [])].map(([, db]) => db);
    return [hearsNow.gains?.all ?? 0, ...of];
  };
  expect([a, b, c].map(gains)).toEqual([[0], [0], [0]]);
  await keys(at, a, "*", "6", "6");
  expect([a, b, c].map(gains)).toEqual([[6], [0], [0]]);
  expect(await listen(at, a)).toEqual(["conference-louder"]);
  // The menu is still open.
  await keys(at, a, "7");
  expect([a, b, c].map(gains)).toEqual([[6], [0, -3], [0, -3]]);
  await keys(at, a, "7", "7", "7");
  expect(await listen(at, a)).toEqual(["conference-quieter"]);
  await keys(at, a, "7");
  expect([await listen(at, a), gains(b)]).toEqual([["conference-volume-limit"], [0, -12]]);
  await keys(at, a, "9", "9", "9", "9", "4", "4", "*");
  expect([a, b, c].map(gains)).toEqual([[0], [0], [0]]);
  await keys(at, a, "6");
  expect(gains(a)).toEqual([0]);
  await expectNothingLeft(at.pbx, a, b, c);
});

test("CONF-12 with the right on a member one listens to them in the room, also behind a PIN, but not at its door; nobody sees the listener there", async () => {
  const at = await conferenceOffice({ asksForPin: "always" });
  at.pbx.directory.permit(({ id }, act) => act.kind === "listen" && id === 4 && act.userId === 1);
  const a = await dial(at.alice);
  const early = at.dave.call("***101");
  await early.until("ended");
  expect(early.statuses.at(-1)).toBe(480);
  await keys(at, a, ...PIN);
  const b = await dial(at.bob);
  await keys(at, b, ...PIN);
  const listener = at.dave.call("***101");
  await listener.until("talking");
  await settle();
  expect(hearing(at, { a, b, listener })).toBe("a:b b:a listener:ab");
  await at.pbx.system.commands.setListening({ legId: at.pbx.legOf(listener), mode: "whisper" });
  expect(hearing(at, { a, b, listener })).toBe("a:blistener b:a listener:ab");
  await at.pbx.system.commands.setListening({ legId: at.pbx.legOf(listener), mode: "fullbarge" });
  expect(hearing(at, { a, b, listener })).toBe("a:blistener b:alistener listener:ab");
  expect(standing(at)).toBe("101; 102");
  // A right on one member is none on the others.
  const other = at.dave.call("***102");
  await other.until("ended");
  expect(other.statuses.at(-1)).toBe(403);
  await expectNothingLeft(at.pbx, a, b, listener);
});
