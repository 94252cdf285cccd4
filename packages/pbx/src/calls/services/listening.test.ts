import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";
import type { ListeningMode } from "@callpanel/phone-port";

interface Office {
  readonly pbx: TestPbx;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
  /** Alice's and Bob's ends of their call. */
  readonly alice: PhoneCall;
  readonly bob: PhoneCall;
  readonly bobsPhone: SipPhone;
}

async function office(): Promise<Office> {
  const pbx = createTestPbx({ noAnswerMs: 20_000 });
  pbx.directory.permit((by, { kind }) => kind === "listen" && by.sipUsername === "carol");
  pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  const [alice, bobsPhone] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const [carol, dave] = [await pbx.registered("carol"), await pbx.registered("dave")];
  const { out, in: incoming } = await pbx.talk(alice, "102", bobsPhone);
  return { pbx, carol, dave, alice: out, bob: incoming, bobsPhone };
}

/** Carol listens to Bob. */
async function listen({
  pbx,
  carol,
}: Office): Promise<{ readonly ear: PhoneCall; set(mode: ListeningMode): Promise<void> }> {
  const ear = carol.call("***102");
  await ear.until("talking");
  await settle();
  const set = async (mode: ListeningMode): Promise<void> =>
    expect(await pbx.system.commands.setListening({ legId: pbx.legOf(ear), mode })).toEqual({
      ok: true,
      value: undefined,
    });
  return { ear, set };
}

/** Which of these phones a phone hears; a prompt by its name. */
function hears(pbx: TestPbx, call: PhoneCall, ...among: readonly PhoneCall[]): string | readonly PhoneCall[] {
  const source = pbx.media.portOf(call.remoteSdp).hearsNow;
  if (source.kind !== "mix" && source.kind !== "peer") return pbx.heardBy(call);
  const ids = source.kind === "mix" ? source.ports.map(({ id }) => id) : [source.port.id];
  return among.filter((one) => one.state === "talking" && ids.includes(pbx.media.portOf(one.remoteSdp).id));
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(200_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

test("LISTEN-1 without the right it is 403, for an unknown person 404, for one in no call 480, for the user's own extension 480", async () => {
  const { pbx, alice, carol, dave } = await office();
  const statusOf = async (phone: SipPhone, number: string): Promise<number | undefined> => {
    const call = phone.call(number);
    await call.until("ended");
    return call.statuses.at(-1);
  };
  expect([
    await statusOf(dave, "***102"),
    await statusOf(carol, "***199"),
    await statusOf(carol, "***104"),
    await statusOf(carol, "***103"),
  ]).toEqual([403, 404, 480, 480]);
  await expectNothingLeft(pbx, alice);
});

test("LISTEN-1 the right is for one watched person: with the right for Dave one does not hear Bob", async () => {
  const { pbx, alice, bob, carol } = await office();
  const asked: object[] = [];
  pbx.directory.permit((by, act) => {
    asked.push({ by: by.sipUsername, ...act });
    return act.kind === "listen" && act.userId === 4;
  });
  const refused = carol.call("***102");
  await refused.until("ended");
  expect(refused.statuses.at(-1)).toBe(403);
  expect(asked).toEqual([{ by: "carol", kind: "listen", userId: 2 }]);
  expect(pbx.talkTogether(alice, bob)).toBe(true);
  pbx.directory.permit((_, act) => act.kind === "listen" && act.userId === 2);
  const ear = carol.call("***102");
  await ear.until("talking");
  await expectNothingLeft(pbx, alice, ear);
});

test("LISTEN-1 no one can be transferred into listening by a person with the right", async () => {
  const { pbx, alice, bob, carol, dave } = await office();
  const { out, in: incoming } = await pbx.talk(carol, "104", dave);
  await out.request("REFER", { headers: [["Refer-To", "<sip:***102@demo>"]] });
  await settle();
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  expect(hears(pbx, bob, alice)).toEqual([alice]);
  await expectNothingLeft(pbx, alice, out);
});

test("LISTEN-2 LISTEN-3 the listener hears both and no one hears the listener; the call itself is not changed", async () => {
  const at = await office();
  const { pbx, alice, bob } = at;
  const ports = [alice, bob].map((call) => pbx.media.portOf(call.remoteSdp));
  const before = ports.map(({ heard }) => heard.length);
  const { ear } = await listen(at);
  expect(hears(pbx, ear, alice, bob)).toEqual([alice, bob]);
  ear.hangUp();
  await settle();
  expect(ports.map(({ heard }) => heard.length)).toEqual(before);
  expect(pbx.talkTogether(alice, bob)).toBe(true);
  await expectNothingLeft(pbx, alice);
});

test("LISTEN-4 LISTEN-5 in whisper mode only the watched party hears the listener, in barge mode everyone; and back", async () => {
  const at = await office();
  const { pbx, alice, bob } = at;
  const { ear, set } = await listen(at);
  await set("whisper");
  expect([hears(pbx, bob, alice, ear), hears(pbx, alice, bob, ear)]).toEqual([[alice, ear], [bob]]);
  await set("fullbarge");
  expect([hears(pbx, bob, alice, ear), hears(pbx, alice, bob, ear)]).toEqual([
    [alice, ear],
    [bob, ear],
  ]);
  await set("monitor");
  expect(pbx.talkTogether(alice, bob)).toBe(true);
  await set("fullbarge");
  ear.hangUp();
  await settle();
  expect(pbx.talkTogether(alice, bob)).toBe(true);
  await expectNothingLeft(pbx, alice);
});

test("LISTEN-5 a leg that does not listen is wrongState, an unknown leg unknownLeg", async () => {
  const { pbx, alice } = await office();
  const { setListening } = pbx.system.commands;
  expect(await setListening({ legId: pbx.legOf(alice), mode: "whisper" })).toEqual({ ok: false, why: "wrongState" });
  expect(await setListening({ legId: "nobody", mode: "whisper" })).toEqual({ ok: false, why: "unknownLeg" });
  await expectNothingLeft(pbx, alice);
});

test("LISTEN-6 it continues during hold, and follows the watched party to another call and into a room", async () => {
  const at = await office();
  const { pbx, dave, alice, bob } = at;
  const { ear, set } = await listen(at);
  await set("fullbarge");
  await alice.hold();
  await settle();
  expect([hears(pbx, bob), hears(pbx, ear, alice, bob)]).toEqual(["music", [bob]]);
  await alice.unhold();
  await settle();
  expect(hears(pbx, bob, alice, ear)).toEqual([alice, ear]);

  await alice.request("REFER", { headers: [["Refer-To", "<sip:104@demo>"]] });
  const target = await dave.incoming();
  await target.answer();
  await settle();
  expect(hears(pbx, ear, bob, target)).toEqual([bob, target]);
  expect([hears(pbx, bob, target, ear), hears(pbx, target, bob, ear)]).toEqual([
    [target, ear],
    [bob, ear],
  ]);

  const legIds = [pbx.legOf(bob), pbx.legOf(target)];
  await pbx.system.commands.redirect({ by: "carol", legIds, to: "800" });
  await settle();
  expect(hears(pbx, ear, bob, target)).toEqual([bob, target]);
  expect(hears(pbx, target, bob, ear)).toEqual([bob, ear]);
  await expectNothingLeft(pbx, bob, target);
});

test("LISTEN-6 it follows the watched party to another of their phones", async () => {
  const at = await office();
  const { pbx, alice, bob, bobsPhone } = at;
  const { ear, set } = await listen(at);
  await set("whisper");
  const other = bobsPhone.call("102", { headers: [["Replaces", bob.replaces()]] });
  await other.until("talking");
  await settle();
  expect(hears(pbx, ear, alice, other)).toEqual([alice, other]);
  expect(hears(pbx, other, alice, ear)).toEqual([alice, ear]);
  await expectNothingLeft(pbx, alice);
});

test("LISTEN-7 it ends with the watched party's leg", async () => {
  const at = await office();
  const { pbx, bob } = at;
  const { ear } = await listen(at);
  bob.hangUp();
  await ear.until("ended");
  await expectNothingLeft(pbx);
});

test("LISTEN-9 if the company has set it, the watched people hear one beep, and so do people who join them later", async () => {
  const at = await office();
  const { pbx, alice, bob, dave } = at;
  pbx.directory.notify("listened");
  const { ear } = await listen(at);
  expect([pbx.heardBy(alice), pbx.heardBy(bob), hears(pbx, ear, alice, bob)]).toEqual(["beep", "beep", [alice, bob]]);
  await pbx.clock.advance(400);
  expect(pbx.talkTogether(alice, bob)).toBe(true);
  await alice.hold();
  await alice.unhold();
  expect(pbx.talkTogether(alice, bob)).toBe(true);
  await alice.request("REFER", { headers: [["Refer-To", "<sip:104@demo>"]] });
  const target = await dave.incoming();
  await target.answer();
  await settle();
  expect([pbx.heardBy(target), hears(pbx, bob, target)]).toEqual(["beep", [target]]);
  await pbx.clock.advance(400);
  expect(pbx.talkTogether(bob, target)).toBe(true);
  await expectNothingLeft(pbx, bob, ear);
});

test("LISTEN-8 the start, every change of mode and the end are reported", async () => {
  const at = await office();
  const { pbx, alice } = at;
  const { ear, set } = await listen(at);
  const legId = pbx.legOf(ear);
  await set("whisper");
  await set("whisper");
  ear.hangUp();
  await settle();
  const told = pbx.events.flatMap((event) =>
    event.kind === "listeningStarted" || event.kind === "listeningChanged" || event.kind === "listeningEnded"
      ? [[event.kind, event.mode, event.legId === legId, event.listener.number, event.watched.number].join(" ")]
      : [],
  );
  expect(told).toEqual([
    "listeningStarted monitor true 103 102",
    "listeningChanged whisper true 103 102",
    "listeningEnded whisper true 103 102",
  ]);
  await expectNothingLeft(pbx, alice);
});
