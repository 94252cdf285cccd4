import type { RoomPinCheck, VideoDoor, VideoDoors, VideoRefusal, VideoVisitor } from "@callpanel/phone-port";
import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { dial, keys, listen } from "../../../test/conference-office.ts";
import { ALICES_NUMBER, BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../test/outside.ts";
import { expectNothingLeft, office } from "../../../test/three-way-room.ts";

const NUMBER = "850";
const ROOM_KEYS = ["1", "2", "3", "#"] as const;

/** A meeting that writes down what telephones do. */
async function videoOffice({
  asksForPin = "always",
  refusal,
}: { readonly asksForPin?: VideoDoor["asksForPin"]; readonly refusal?: VideoRefusal } = {}) {
  const visitors: VideoVisitor[] = [];
  const done: string[] = [];
  const tries: string[] = [];
  const pins: Readonly<Record<string, RoomPinCheck>> = { "1234": "member", "4321": "admin", "5555": "locked" };
  const doors: VideoDoors = {
    language: () => "en",
    find: (realm, number) =>
      number === "123" ? { id: 7, name: `Daily of ${realm}`, language: "fr", asksForPin } : undefined,
    checkPin: (room, { pin, caller }) => {
      tries.push(`${room.id} ${caller} ${pin}`);
      return pins[pin] ?? "wrong";
    },
    enter: (id, visitor) => {
      if (refusal !== undefined) return refusal;
      visitors.push(visitor);
      const { admin, invitation } = visitor;
      const as = `${admin ? " admin" : ""}${invitation === undefined ? "" : ` invited by ${invitation}`}`;
      done.push(`enter ${id} ${visitor.number} ${visitor.name}${as}`);
      return {
        speak: (on) => void done.push(on ? "speaks" : "is silent"),
        leave: () => void done.push("leaves"),
      };
    },
    missed: (invitation, why) => void done.push(`${invitation} ${why}`),
  };
  const at = await office({ video: { doors, promptsFolder: "/words" } });
  at.pbx.directory.setNumber(NUMBER, { kind: "videoRooms", id: NUMBER, name: "Video rooms" });
  const source = (call: Awaited<ReturnType<typeof dial>>) => at.pbx.media.portOf(call.remoteSdp).hearsNow;
  return { ...at, visitors, tries, source, done: () => done.splice(0) };
}

test("VPHONE-10 VPHONE-11 VPHONE-13 a caller enters the room number and the PIN, waits with music, is admitted, and hears the voices that the meeting chooses", async () => {
  const at = await videoOffice();
  const call = await dial(at.alice, NUMBER);
  expect(await listen(at, call)).toEqual(["video-room-number"]);
  await keys(at, call, ...ROOM_KEYS);
  expect(await listen(at, call)).toEqual(["enter-pin"]);
  await keys(at, call, "1", "2", "3", "4", "#");
  expect(at.tries).toEqual(["7 user 1 1234"]);
  expect(at.done()).toEqual(["enter 7 101 Alice Archer"]);
  const [visitor] = at.visitors;
  expect(visitor?.voice.id).toBe(at.pbx.media.portOf(call.remoteSdp).id);
  visitor?.told({ kind: "waits" });
  expect(await listen(at, call)).toEqual(["video-waits"]);
  expect(at.pbx.heardBy(call)).toBe("music");
  const voices = [{ id: "3/ann/voice" }, { id: "3/ben/voice" }];
  visitor?.hear(voices);
  expect(at.pbx.heardBy(call)).toBe("music");
  visitor?.told({ kind: "joined", recorded: false });
  expect(at.source(call)).toEqual({ kind: "mix", ports: voices });
  visitor?.told({ kind: "recorded", on: true });
  expect(await listen(at, call)).toEqual(["conference-recorded"]);
  expect(at.source(call)).toEqual({ kind: "mix", ports: voices });
  call.hangUp();
  await settle();
  expect(at.done()).toEqual(["leaves"]);
  await expectNothingLeft(at.pbx, call);
});

test("VPHONE-11 three wrong room numbers or PINs end the call; a locked PIN does at once; # is enough where only admins have a PIN", async () => {
  const at = await videoOffice();
  const wrongRoom = await dial(at.alice, NUMBER);
  for (let tries = 0; tries < 3; tries += 1) {
    await listen(at, wrongRoom);
    await keys(at, wrongRoom, "9", "#");
  }
  expect(await listen(at, wrongRoom)).toEqual(["wrong-pin", "goodbye"]);
  const wrongPin = await dial(at.bob, NUMBER);
  await listen(at, wrongPin);
  await keys(at, wrongPin, ...ROOM_KEYS);
  for (let tries = 0; tries < 3; tries += 1) {
    await listen(at, wrongPin);
    await keys(at, wrongPin, "9", "9", "#");
  }
  expect(await listen(at, wrongPin)).toEqual(["wrong-pin", "goodbye"]);
  expect(at.tries).toEqual(Array.from({ length: 3 }, () => "7 user 2 99"));
  const locked = await dial(at.carol, NUMBER);
  await listen(at, locked);
  await keys(at, locked, ...ROOM_KEYS, "5", "5", "5", "5", "#");
  expect(await listen(at, locked)).toEqual(["locked", "goodbye"]);
  await settle();
  expect([wrongRoom.state, wrongPin.state, locked.state]).toEqual(["ended", "ended", "ended"]);
  expect(at.done()).toEqual([]);

  const admins = await videoOffice({ asksForPin: "admins" });
  const [guest, admin] = [await dial(admins.alice, NUMBER), await dial(admins.bob, NUMBER)];
  await keys(admins, guest, ...ROOM_KEYS);
  expect(await listen(admins, guest)).toEqual(["conference-admin-pin"]);
  await keys(admins, guest, "#");
  await keys(admins, admin, ...ROOM_KEYS, "4", "3", "2", "1", "#");
  expect(admins.done()).toEqual(["enter 7 101 Alice Archer", "enter 7 102 Bob Brandt admin"]);
  await expectNothingLeft(admins.pbx, guest, admin);
  await expectNothingLeft(at.pbx);
});

test("VPHONE-12 a meeting that is locked, full or closed says so and ends the call", async () => {
  for (const [refusal, word] of [
    ["locked", "conference-locked"],
    ["full", "conference-full"],
    ["closed", "conference-closed"],
  ] as const) {
    const at = await videoOffice({ asksForPin: "never", refusal });
    const call = await dial(at.alice, NUMBER);
    await keys(at, call, ...ROOM_KEYS);
    expect(await listen(at, call)).toEqual([word, "goodbye"]);
    await settle();
    expect(call.state).toBe("ended");
    await expectNothingLeft(at.pbx, call);
  }
});

test("VPHONE-14 a muted caller hears an announcement and unmutes by *6; on hold a telephone is silent; when the meeting is over the call ends", async () => {
  const at = await videoOffice({ asksForPin: "never" });
  const call = await dial(at.alice, NUMBER);
  await keys(at, call, ...ROOM_KEYS);
  const [visitor] = at.visitors;
  visitor?.told({ kind: "joined", recorded: true });
  expect(await listen(at, call)).toEqual(["conference-recorded"]);
  at.done();
  visitor?.told({ kind: "muted" });
  expect(await listen(at, call)).toEqual(["conference-muted"]);
  await keys(at, call, "6", "*", "*", "6");
  expect(await listen(at, call)).toEqual(["conference-unmuted"]);
  await keys(at, call, "*", "6");
  expect(at.done()).toEqual(["is silent", "speaks", "is silent"]);
  await listen(at, call);
  await keys(at, call, "*", "6");
  expect(await listen(at, call)).toEqual(["conference-unmuted"]);
  at.done();
  await call.hold();
  await settle();
  await call.unhold();
  await settle();
  expect(at.done()).toEqual(["is silent", "speaks"]);
  visitor?.told({ kind: "over" });
  visitor?.told({ kind: "recorded", on: false });
  expect(await listen(at, call)).toEqual(["goodbye"]);
  await settle();
  expect(call.state).toBe("ended");
  expect(at.done()).toEqual(["leaves"]);
  await expectNothingLeft(at.pbx, call);
});

test("VPHONE-10 without video rooms the number is refused", async () => {
  const at = await office();
  at.pbx.directory.setNumber(NUMBER, { kind: "videoRooms", id: NUMBER, name: "Video rooms" });
  const call = at.alice.call(NUMBER);
  await call.until("ended");
  expect(call.statuses.at(-1)).toBe(480);
});

test("VPHONE-16 a caller is asked for the room in the language of the company, then hears the room's language, also inside", async () => {
  const at = await videoOffice();
  const call = await dial(at.alice, NUMBER);
  const spoken = () => {
    const source = at.source(call);
    return source.kind === "file" ? source.path : source.kind;
  };
  expect(spoken()).toBe("/words/en/video-room-number.opus");
  await keys(at, call, ...ROOM_KEYS);
  expect(spoken()).toBe("/words/fr/enter-pin.opus");
  await keys(at, call, "1", "2", "3", "4", "#");
  at.visitors[0]?.told({ kind: "waits" });
  expect(spoken()).toBe("/words/fr/video-waits.opus");
  call.hangUp();
  await settle();
  await expectNothingLeft(at.pbx, call);
});

const ROOM = { id: 7, name: "Daily", language: "fr" as const, number: NUMBER, callerId: { name: "Acme", number: "" } };

test("VPHONE-30 VPHONE-33 a colleague is called into a room, sees the inviter, and is in it when they answer; declined, unanswered and cancelled calls are reported", async () => {
  const at = await videoOffice();
  const { commands } = at.pbx.system;
  const call = (to: string, invitation: string) => commands.callToVideo({ by: "alice", to, room: ROOM, invitation });
  expect(await call("102", "i1")).toEqual({ ok: true, value: { number: "102", name: "Bob Brandt" } });
  const bobs = await at.bob.incoming();
  expect(bobs.invite?.from).toMatchObject({ displayName: "Acme", uri: { user: NUMBER } });
  bobs.ring();
  await bobs.answer();
  await settle();
  expect(at.done()).toEqual(["enter 7 102 Bob Brandt invited by i1"]);
  at.visitors[0]?.told({ kind: "joined", recorded: false });
  at.visitors[0]?.hear([{ id: "3/ann/voice" }]);
  expect(at.source(bobs)).toEqual({ kind: "mix", ports: [{ id: "3/ann/voice" }] });
  bobs.hangUp();
  await settle();
  expect(at.done()).toEqual(["leaves"]);

  await call("103", "i2");
  const carols = await at.carol.incoming();
  carols.ring();
  await settle();
  carols.reject(486);
  await settle();
  await call("104", "i4");
  const daves = await at.dave.incoming();
  await at.pbx.clock.advance(20_000);
  expect(at.done()).toEqual(["i2 declined", "i4 noAnswer"]);
  await call("104", "i5");
  const rung = await at.dave.incoming();
  expect(await commands.cancelVideoCall({ invitation: "i5" })).toMatchObject({ ok: true });
  await settle();
  expect([daves.state, rung.state, at.done()]).toEqual(["ended", "ended", []]);
  expect(await commands.cancelVideoCall({ invitation: "i5" })).toMatchObject({ ok: false, why: "unknownLeg" });
  await expectNothingLeft(at.pbx, bobs);
});

test("VPHONE-31 TOLL-3 a number outside is called in the name of the inviter, with the room's number only if it is one of the company; classes that the inviter may not call are refused", async () => {
  const at = await videoOffice();
  giveNumbers(at.pbx);
  const line = await gateway(at.pbx);
  const { commands } = at.pbx.system;
  const call = (to: string, number: string, by = "alice") =>
    commands.callToVideo({ by, to, room: { ...ROOM, callerId: { name: "Acme", number } }, invitation: `to ${to}` });
  const shown: string[] = [];
  for (const number of [BOBS_NUMBER, "+18005550100", ""]) {
    expect(await call(STRANGER, number)).toMatchObject({ ok: true, value: { number: STRANGER } });
    const ring = await line.incoming();
    shown.push(/\+\d+/.exec(JSON.stringify(ring.invite?.from))?.[0] ?? "");
    ring.reject(486);
    await settle();
  }
  expect(shown).toEqual([BOBS_NUMBER, ALICES_NUMBER, ALICES_NUMBER]);
  expect(at.done()).toEqual(Array.from({ length: 3 }, () => `to ${STRANGER} busy`));
  at.pbx.directory.allowOutside(() => ({ may: false, numberClass: "abroad" }));
  expect(await call(STRANGER, "")).toMatchObject({ ok: false, why: "outside.abroad" });
  expect(await call("911", "")).toMatchObject({ ok: false, why: "unknownNumber" });
  expect(await call("800", "")).toMatchObject({ ok: false, why: "unknownNumber" });
  at.pbx.directory.change("bob", { mayUseSoftphone: false });
  expect(await call("103", "", "bob")).toMatchObject({ ok: false, why: "unavailable" });
  expect(at.done()).toEqual([]);
  await expectNothingLeft(at.pbx);
});
