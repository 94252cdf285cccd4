import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { conferenceOffice, dial, hearing, ROOM, type ConferenceOffice } from "../../../test/conference-office.ts";
import { expectNothingLeft, type Office } from "../../../test/three-way-room.ts";

const openOffice = (): Promise<ConferenceOffice> => conferenceOffice();

const toldIn = ({ pbx }: Office): readonly string[] =>
  pbx.events.flatMap((event) => {
    if (event.kind === "roomChanged") return event.state.locked ? "locked" : "unlocked";
    if (!("member" in event)) return [];
    const { party, talking, muted } = event.member;
    return [`${event.kind} ${party.number}`, talking && "talking", muted && "muted"].filter(Boolean).join(" ");
  });

const speak = ({ pbx }: Office, call: PhoneCall, talking = true): void =>
  pbx.media.portOf(call.remoteSdp).emit({ kind: "talking", talking });

test("CONF-5 a muted member hears the others and is not heard; an unmuted member is heard again", async () => {
  const at = await openOffice();
  const { commands } = at.pbx.system;
  const [a, b, c] = [await dial(at.alice), await dial(at.bob), await dial(at.carol)];
  expect(hearing(at, { a, b, c })).toBe("a:bc b:ac c:ab");
  const about = { room: ROOM, legId: at.pbx.legOf(b) };
  expect(await commands.muteMember({ ...about, muted: true })).toMatchObject({ ok: true });
  expect(hearing(at, { a, b, c })).toBe("a:c b:ac c:a");
  // The member's own word counts the same.
  expect(await commands.muteMember({ ...about, bySelf: true, muted: false })).toMatchObject({ ok: true });
  expect(hearing(at, { a, b, c })).toBe("a:bc b:ac c:ab");
  expect(await commands.muteMember({ room: ROOM, legId: "none", muted: true })).toEqual({
    ok: false,
    why: "unknownLeg",
  });
  expect(await commands.muteMember({ room: "801", legId: about.legId, muted: true })).toEqual({
    ok: false,
    why: "unknownLeg",
  });
  await expectNothingLeft(at.pbx, a, b, c);
});

test("CONF-5 CONF-6 a member who holds is not heard and stops talking, and is heard again afterwards", async () => {
  const at = await openOffice();
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  speak(at, b);
  await b.hold();
  await settle();
  expect(hearing(at, { a, b })).toBe("a: b:a");
  expect(toldIn(at).slice(2)).toEqual(["roomTalking 102 talking", "roomTalking 102"]);
  await b.unhold();
  await settle();
  expect(hearing(at, { a, b })).toBe("a:b b:a");
  await expectNothingLeft(at.pbx, a, b);
});

test("CONF-6 a talking member who is muted or leaves is reported as silent first", async () => {
  const at = await openOffice();
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  speak(at, a);
  speak(at, b);
  await at.pbx.system.commands.muteMember({ room: ROOM, legId: at.pbx.legOf(a), muted: true });
  b.hangUp();
  await settle();
  expect(toldIn(at).slice(4)).toEqual([
    "roomTalking 101 muted",
    "roomMember 101 muted",
    "roomTalking 102",
    "roomLeft 102",
  ]);
  await expectNothingLeft(at.pbx, a);
});

test("CONF-7 a locked room refuses people who dial it, and people who are invited without trust; the lock ends with the last member", async () => {
  const at = await openOffice();
  const { commands } = at.pbx.system;
  expect(await commands.lockRoom({ room: ROOM, locked: true })).toEqual({ ok: false, why: "wrongState" });
  const a = await dial(at.alice);
  expect(await commands.lockRoom({ room: ROOM, locked: true })).toMatchObject({ ok: true });
  const refused = at.bob.call(ROOM);
  await refused.until("ended");
  expect(refused.statuses.at(-1)).toBe(480);
  const invitation = { by: "alice", room: ROOM, to: "103" };
  expect(await commands.invite(invitation)).toEqual({ ok: false, why: "wrongState" });
  expect(await commands.invite({ ...invitation, isTrusted: true })).toMatchObject({ ok: true });
  const c = await at.carol.incoming();
  await c.answer();
  await settle();
  expect(hearing(at, { a, c })).toBe("a:c c:a");
  expect(at.pbx.system.snapshot().rooms).toMatchObject([
    { state: { locked: true }, members: [{ invited: false }, { invited: true }] },
  ]);
  a.hangUp();
  c.hangUp();
  await settle();
  const b = await dial(at.bob);
  expect(hearing(at, { b })).toBe("b:music");
  await expectNothingLeft(at.pbx, b);
});

test("CONF-7 a transfer into a locked room fails, and the call goes on", async () => {
  const at = await openOffice();
  const a = await dial(at.alice);
  await at.pbx.system.commands.lockRoom({ room: ROOM, locked: true });
  const talk = await at.pbx.talk(at.bob, "103", at.carol);
  await talk.in.request("REFER", { headers: [["Refer-To", `<sip:${ROOM}@demo>`]] });
  await at.pbx.clock.advance(2_000);
  expect(at.pbx.talkTogether(talk.out, talk.in)).toBe(true);
  await expectNothingLeft(at.pbx, a, talk.out);
});

test("CONF-9 a removed member is hung up, and may dial the room again", async () => {
  const at = await openOffice();
  const [a, b] = [await dial(at.alice), await dial(at.bob)];
  expect(await at.pbx.system.commands.removeFromRoom({ room: ROOM, id: at.pbx.legOf(b) })).toMatchObject({ ok: true });
  await settle();
  expect([b.state, hearing(at, { a })]).toEqual(["ended", "a:music"]);
  const again = await dial(at.bob);
  expect(hearing(at, { a, again })).toBe("a:again again:a");
  await expectNothingLeft(at.pbx, a, again);
});
