/** Every way in which the parties of a call change: what each phone shows, what the events say, what the record says. */
import { header, parseSipfrag } from "@callpanel/sip";
import { createFakeVoicemail, describedCodecs, settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, REALM, type Office } from "../../test/office.ts";
import { gateway } from "../../test/outside.ts";
import { toldTo } from "../../test/told.ts";

const LOT = { id: "main", name: "Main", extension: "700", firstSlot: 701, lastSlot: 702, timeoutSeconds: 60 };
const ROOM = "3WC-12345678";

interface Scene {
  readonly office: Office;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
  /** Bob has called Alice, who has answered. */
  talk(): Promise<{ readonly bobs: PhoneCall; readonly alices: PhoneCall }>;
}

const WITHOUT_UPDATE = "INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, REFER, NOTIFY";

async function scene(allow?: string): Promise<Scene> {
  const boxes = createFakeVoicemail(REALM);
  boxes.add({ mailbox: "103", name: "Carol Chen", ownerId: 3 }, "2468");
  const announcements = {
    announcement: () => Promise.resolve({ name: "Hours", language: "en", sound: "/h.opus", next: undefined } as const),
    checkPin: () => Promise.resolve("right" as const),
    promptsFolder: "/words",
  };
  const office = createOffice({ noAnswerMs: 20_000 }, { boxes, announcements });
  office.directory.addLot(LOT);
  office.directory.setNumber("800", { kind: "room", id: "800", name: "Sales" });
  office.directory.setNumber("640", { kind: "announcement", id: "640", name: "Hours" });
  const options = allow === undefined ? {} : { allow };
  const [alice, bob] = [await office.registered("alice", options), await office.registered("bob", options)];
  const [carol, dave] = [await office.registered("carol", options), await office.registered("dave", options)];
  return {
    office,
    alice,
    bob,
    carol,
    dave,
    talk: async () => {
      const { out, in: incoming } = await office.talk(bob, "101", alice);
      return { bobs: out, alices: incoming };
    },
  };
}

async function refer(call: PhoneCall, to: string): Promise<void> {
  await call.request("REFER", { headers: [["Refer-To", to]] });
  await settle();
}

async function answered(phone: SipPhone): Promise<PhoneCall> {
  const call = await phone.incoming();
  call.ring();
  await settle();
  await call.answer();
  await settle();
  return call;
}

async function order(office: Office, to: string, ...calls: readonly PhoneCall[]): Promise<void> {
  const legIds = calls.map((call) => office.legOf(call));
  expect(await office.system.commands.redirect({ by: "dave", legIds, to })).toMatchObject({ ok: true });
  await settle();
}

const ALICE = "Alice Archer <sip:101@demo>";
const BOB = "Bob Brandt <sip:102@demo>";
const CAROL = "Carol Chen <sip:103@demo>";
const by = (how: string, number: string, name: string, kind = "person"): string =>
  `came=${how};by=${number};by-name=${name};by-kind=${kind}`;
const BY_ALICE = by("transferred", "101", "Alice Archer");

const room = (names: string): string => `"${names}" <sip:${ROOM}@demo> | room;name=${names}`;

/** Alice moves her call with Bob into a room and invites Carol. */
async function threeWay({ office, talk }: Scene) {
  const { bobs, alices } = await talk();
  const { commands } = office.system;
  const legIds = [office.legOf(alices), office.legOf(bobs)];
  expect(await commands.redirect({ by: "alice", legIds, to: ROOM })).toMatchObject({ ok: true });
  await settle();
  void commands.invite({ by: "alice", room: ROOM, to: "103" });
  return { bobs, alices };
}

async function threeOf(at: Scene) {
  return { ...(await threeWay(at)), carols: await answered(at.carol) };
}

/** Alice holds Bob and talks to Carol. */
async function twoCalls({ office, talk, alice, carol }: Scene) {
  const { bobs, alices } = await talk();
  await alices.hold();
  const { out: second, in: carols } = await office.talk(alice, "103", carol);
  return { bobs, alices, second, carols };
}

async function merge({ office }: Scene, kept: PhoneCall, left: PhoneCall): Promise<string> {
  const order = { by: "alice", kept: office.legOf(kept), left: office.legOf(left), room: ROOM };
  const outcome = await office.system.commands.merge(order);
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

/** What the phones of the remaining people show, and the last record after they have hung up. */
interface Row {
  readonly way: string;
  readonly play: (at: Scene) => Promise<readonly PhoneCall[]>;
  readonly told: readonly string[];
  /** The last record: from, to, who forwarded. */
  readonly record: string;
}

const ROWS: readonly Row[] = [
  {
    way: "answered",
    play: async ({ talk }) => {
      const { bobs, alices } = await talk();
      return [bobs, alices];
    },
    told: [`${ALICE} | person`, `${BOB} | person`],
    record: "102 > 101",
  },
  {
    way: "forwarded",
    play: async ({ office, bob, carol }) => {
      office.directory.change("alice", { forward: "103" });
      const { out, in: incoming } = await office.talk(bob, "101", carol);
      return [out, incoming];
    },
    told: [
      `${CAROL} | person;${by("forwarded", "101", "Alice Archer")}`,
      `${BOB} | person;${by("forwarded", "101", "Alice Archer")}`,
    ],
    record: "102 > 103 by 101",
  },
  {
    way: "follow-me",
    play: async ({ office, bob, carol }) => {
      const numbers = [{ number: "103", timeoutSeconds: 20 }];
      const plan = { strategy: "ringall", firstSeconds: 0, totalSeconds: 30, prefix: "", confirm: false } as const;
      office.directory.change("alice", { followMe: { ...plan, numbers, markAnswered: true } });
      const { out, in: incoming } = await office.talk(bob, "101", carol);
      return [out, incoming];
    },
    told: [
      `${CAROL} | person;${by("forwarded", "101", "Alice Archer")}`,
      `${BOB} | person;${by("forwarded", "101", "Alice Archer")}`,
    ],
    record: "102 > 101",
  },
  {
    way: "picked up",
    play: async ({ office, bob, alice, carol }) => {
      const out = bob.call("101");
      (await alice.incoming()).ring();
      const taken = carol.call("**101");
      await taken.until("talking");
      await office.clock.advance(100);
      return [out, taken];
    },
    told: [
      `${CAROL} | person;${by("pickedUp", "101", "Alice Archer")}`,
      `${BOB} | person;${by("pickedUp", "101", "Alice Archer")}`,
    ],
    record: "102 > 103",
  },
  {
    way: "blind transfer",
    play: async ({ talk, carol }) => {
      const { bobs, alices } = await talk();
      await refer(alices, "<sip:103@demo>");
      return [bobs, await answered(carol)];
    },
    told: [`${CAROL} | person;${BY_ALICE}`, `${BOB} | person;${BY_ALICE}`],
    record: "102 > 103",
  },
  {
    way: "blind transfer, while it rings",
    play: async ({ talk, carol }) => {
      const { bobs, alices } = await talk();
      await refer(alices, "<sip:103@demo>");
      (await carol.incoming()).ring();
      await settle();
      return [bobs, alices];
    },
    told: [`${CAROL} | person;doing=ringing;${BY_ALICE}`, `${BOB} | person;doing=away`],
    record: "102 > 101",
  },
  {
    way: "blind transfer, refused",
    play: async ({ talk, carol }) => {
      const { bobs, alices } = await talk();
      await refer(alices, "<sip:199@demo>");
      expect(carol.calls).toEqual([]);
      return [bobs, alices];
    },
    told: [`${ALICE} | person`, `${BOB} | person`],
    record: "102 > 101",
  },
  {
    way: "attended transfer",
    play: async ({ office, talk, alice, carol }) => {
      const { bobs, alices } = await talk();
      const { out: second, in: carols } = await office.talk(alice, "103", carol);
      await refer(alices, `<sip:103@demo?Replaces=${encodeURIComponent(second.replaces())}>`);
      return [bobs, carols];
    },
    told: [`${CAROL} | person;${BY_ALICE}`, `${BOB} | person;${BY_ALICE}`],
    record: "102 > 103",
  },
  {
    way: "moved by a third",
    play: async ({ office, talk, carol }) => {
      const { bobs } = await talk();
      await order(office, "103", bobs);
      return [bobs, await answered(carol)];
    },
    told: [
      `${CAROL} | person;${by("transferred", "104", "Dave Diaz")}`,
      `${BOB} | person;${by("transferred", "104", "Dave Diaz")}`,
    ],
    record: "102 > 103",
  },
  {
    way: "parked",
    play: async ({ talk }) => {
      const { bobs, alices } = await talk();
      await refer(alices, "<sip:700@demo>");
      return [bobs];
    },
    told: [`Parked at 701 <sip:701@demo> | parking;name=Main;${BY_ALICE}`],
    record: "102 > 701",
  },
  {
    way: "retrieved",
    play: async ({ talk, carol }) => {
      const { bobs, alices } = await talk();
      await refer(alices, "<sip:700@demo>");
      const retrieved = carol.call("701");
      await retrieved.until("talking");
      await settle();
      return [bobs, retrieved];
    },
    told: [
      `${CAROL} | person;${by("retrieved", "701", "Main", "parking")}`,
      `${BOB} | person;${by("retrieved", "701", "Main", "parking")}`,
    ],
    record: "103 > 102",
  },
  {
    way: "came back from parking",
    play: async ({ office, talk, alice }) => {
      const { bobs, alices } = await talk();
      await refer(alices, "<sip:700@demo>");
      await office.clock.advance(60_000);
      const back = await answered(alice);
      expect(back.invite && header(back.invite, "Diversion")).toBe(
        "Parked at 701 <sip:701@demo>;reason=no-answer;counter=1",
      );
      return [bobs, back];
    },
    told: [
      `${ALICE} | person;${by("returned", "701", "Main", "parking")}`,
      `${BOB} | person;${by("returned", "701", "Main", "parking")}`,
    ],
    record: "102 > 101",
  },
  {
    way: "three-way made, and a third invited",
    play: async ({ office, talk, carol }) => {
      const { bobs, alices } = await talk();
      await order(office, ROOM, bobs, alices);
      await office.system.commands.invite({ by: "alice", room: ROOM, to: "103" });
      const carols = await carol.incoming();
      expect(toldTo(carols)).toBe(`${ALICE} | person;${by("invited", "101", "Alice Archer")}`);
      await carols.answer();
      await settle();
      return [bobs, alices, carols];
    },
    told: [
      `${room("Alice Archer, Carol Chen")};${by("transferred", "104", "Dave Diaz")}`,
      `${room("Bob Brandt, Carol Chen")};${by("transferred", "104", "Dave Diaz")}`,
      `${room("Bob Brandt, Alice Archer")};${by("invited", "101", "Alice Archer")}`,
    ],
    record: `103 > ${ROOM}`,
  },
  {
    way: "three-way made by a party, while the third is rung",
    play: async (at) => {
      const { bobs, alices } = await threeWay(at);
      (await at.carol.incoming()).ring();
      await settle();
      return [bobs, alices];
    },
    told: [`${ALICE} | person`, `${BOB} | person`],
    record: `102 > ${ROOM}`,
  },
  {
    way: "three-way, and the one who made it has left",
    play: async (at) => {
      const { bobs, alices, carols } = await threeOf(at);
      alices.hangUp();
      await settle();
      return [bobs, carols];
    },
    told: [`${CAROL} | person`, `${BOB} | person;${by("invited", "101", "Alice Archer")}`],
    record: `103 > ${ROOM}`,
  },
  {
    way: "person removed",
    play: async (at) => {
      const { bobs, alices, carols } = await threeOf(at);
      const { commands } = at.office.system;
      expect(commands.removeFromRoom({ room: ROOM, id: at.office.legOf(bobs) })).toMatchObject({ ok: true });
      await settle();
      expect(bobs.state).toBe("ended");
      return [alices, carols];
    },
    // A guest who is alone with their inviter does not see who invited them.
    told: [`${CAROL} | person`, `${ALICE} | person`],
    record: `103 > ${ROOM}`,
  },
  {
    way: "merged",
    play: async (at) => {
      const { bobs, alices, second, carols } = await twoCalls(at);
      expect(await merge(at, second, alices)).toBe("done");
      expect(alices.state).toBe("ended");
      return [bobs, second, carols];
    },
    told: [room("Alice Archer, Carol Chen"), room("Carol Chen, Bob Brandt"), room("Alice Archer, Bob Brandt")],
    record: `103 > ${ROOM}`,
  },
  {
    way: "into a room by dialling it",
    play: async ({ bob }) => [await dialled(bob, "800")],
    told: ["Conference 800 <sip:800@demo> | room;name=Sales"],
    record: "102 > 800",
  },
  {
    way: "to voicemail, since nobody answers",
    play: async ({ office, bob, carol }) => {
      const out = bob.call("103");
      (await carol.incoming()).ring();
      await office.clock.advance(20_000);
      await out.until("talking");
      return [out];
    },
    told: ["Voicemail of Carol Chen <sip:*98103@demo> | mailbox;name=Carol Chen"],
    record: "102 > *98103 by 103",
  },
  {
    way: "to voicemail, by a transfer",
    play: async ({ talk }) => {
      const { bobs, alices } = await talk();
      await refer(alices, "<sip:*98103@demo>");
      expect(alices.requests.flatMap(({ body }) => parseSipfrag(body)?.status ?? [])).toEqual([100, 200]);
      return [bobs];
    },
    told: [`Voicemail of Carol Chen <sip:*98103@demo> | mailbox;name=Carol Chen;${BY_ALICE}`],
    record: "102 > *98103",
  },
  {
    way: "to one's own messages",
    play: async ({ carol }) => [await dialled(carol, "*97")],
    told: ["Voicemail <sip:*97@demo> | messages;name=Voicemail"],
    record: "103 > *97",
  },
  {
    way: "to an announcement",
    play: async ({ bob }) => [await dialled(bob, "640")],
    told: ["Hours <sip:640@demo> | announcement;name=Hours"],
    record: "102 > 640",
  },
  {
    way: "recorded",
    play: async ({ office, talk }) => {
      const { bobs, alices } = await talk();
      const outcome = office.system.commands.startRecording({ by: "alice", legId: office.legOf(alices) });
      expect(outcome).toMatchObject({ ok: true });
      return [bobs, alices];
    },
    told: [`${ALICE} | person`, `${BOB} | person`],
    record: "102 > 101",
  },
  {
    way: "put on hold by the other",
    play: async ({ talk }) => {
      const { bobs, alices } = await talk();
      await alices.hold();
      await settle();
      return [bobs, alices];
    },
    told: [`${ALICE} | person;doing=holding`, `${BOB} | person`],
    record: "102 > 101",
  },
];

async function dialled(phone: SipPhone, number: string): Promise<PhoneCall> {
  const call = phone.call(number);
  await call.until("talking");
  await settle();
  return call;
}

const PHONES = [
  { phones: "phones", allow: undefined },
  { phones: "phones without UPDATE", allow: WITHOUT_UPDATE },
] as const;

test.each(PHONES.flatMap((phones) => ROWS.map((row) => ({ ...row, ...phones }))))(
  "CALL-90 CALL-91 CALL-93 CALL-97 $way: all $phones get their far end and how the call came",
  async (row) => {
    const at = await scene(row.allow);
    const { office } = at;
    const calls = await row.play(at);
    // A re-INVITE waits for the end of the phones' own offers.
    if (row.allow !== undefined) await office.clock.advance(2_200);
    expect(calls.map(toldTo)).toEqual(row.told);
    // The events say the same as the phones.
    const legs = office.system.snapshot().calls.flatMap((call) => call.legs);
    for (const call of calls) {
      const far = legs.find(({ sipCallId }) => sipCallId === call.invite?.callId)?.far;
      expect(toldTo(call)).toContain(`:${far?.party.number}@`);
      expect(toldTo(call)).toContain(
        far?.came === undefined ? " | " : `;came=${far.came.how};by=${far.came.by.number}`,
      );
      expect(toldTo(call).includes("doing=")).toBe(far?.doing !== undefined);
    }
    for (const phone of [at.alice, at.bob, at.carol, at.dave]) for (const call of phone.calls) call.hangUp();
    await office.clock.advance(200_000);
    const last = office.records.at(-1);
    const forwards = last?.forwardedBy?.map(({ number }) => number).join() ?? "";
    expect(`${last?.from.number} > ${last?.to.number}${forwards === "" ? "" : ` by ${forwards}`}`).toBe(row.record);
    expect(office.leftovers()).toEqual(NOTHING_LEFT);
  },
);

const updates = ({ requests }: PhoneCall) => requests.filter(({ method }) => method === "UPDATE");

test("CALL-92 a phone gets an update when something changes, and only then", async () => {
  const { talk } = await scene();
  const { bobs, alices } = await talk();
  expect([...updates(bobs), ...updates(alices)]).toEqual([]);
  await alices.hold();
  await alices.unhold();
  await settle();
  expect(updates(bobs).map((update) => header(update, "X-Far-End"))).toEqual(["person;doing=holding", "person"]);
  expect(updates(alices)).toEqual([]);
});

test("CALL-92 a phone that responds 491 gets the update again, with the state of that moment", async () => {
  const { office, talk, carol } = await scene();
  const { bobs, alices } = await talk();
  bobs.refuseNext("UPDATE", 491);
  await refer(alices, "<sip:103@demo>");
  await answered(carol);
  await office.clock.advance(3_000);
  expect(toldTo(bobs)).toBe(`${CAROL} | person;${BY_ALICE}`);
  expect(bobs.state).toBe("talking");
});

const reinvites = ({ requests }: PhoneCall) => requests.filter(({ method }) => method === "INVITE");

test("CALL-92 a phone without UPDATE gets a re-INVITE that offers the codec in use, keeps its hold and goes on talking", async () => {
  const { office, talk, carol } = await scene(WITHOUT_UPDATE);
  const { bobs, alices } = await talk();
  expect([...reinvites(bobs), ...reinvites(alices)]).toEqual([]);
  await alices.hold();
  await office.clock.advance(2_200);
  expect(reinvites(bobs).map((request) => header(request, "X-Far-End"))).toEqual(["person;doing=holding"]);
  expect(reinvites(alices)).toEqual([]);
  expect(describedCodecs(reinvites(bobs)[0]?.body ?? "")).toEqual(["opus"]);
  await alices.unhold();
  await refer(alices, "<sip:103@demo>");
  await answered(carol);
  await office.clock.advance(2_200);
  expect(toldTo(bobs)).toBe(`${CAROL} | person;${BY_ALICE}`);
  expect([...updates(bobs), ...updates(alices)]).toEqual([]);
  expect(bobs.state).toBe("talking");
  bobs.hangUp();
  await office.clock.advance(200_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test.each([488, 491])("CALL-92 a phone that refuses the re-INVITE with %d stays in its call", async (status) => {
  const { office, talk, carol } = await scene(WITHOUT_UPDATE);
  const { bobs, alices } = await talk();
  bobs.refuseNext("INVITE", status);
  await refer(alices, "<sip:103@demo>");
  await answered(carol);
  await office.clock.advance(5_000);
  expect(reinvites(bobs)).toHaveLength(status === 491 ? 2 : 1);
  expect(bobs.state).toBe("talking");
  expect((await bobs.hold()).status).toBe(200);
});

test.each([undefined, WITHOUT_UPDATE])(
  "CALL-92 a phone that was offline gets the new far end when it is back (%s)",
  async (allow) => {
    const { office, bob, talk, carol } = await scene(allow);
    const { bobs, alices } = await talk();
    bob.cut();
    await refer(alices, "<sip:103@demo>");
    await answered(carol);
    bob.reconnect();
    await bob.register();
    await office.clock.advance(2_200);
    expect(toldTo(bobs)).toBe(`${CAROL} | person;${BY_ALICE}`);
  },
);

test("CALL-94 a far end that a phone itself writes is dropped", async () => {
  const { bob, alice } = await scene();
  bob.call("101", {
    headers: [
      ["X-Far-End", "mailbox;name=Carol;came=transferred;by=103;by-name=Carol;by-kind=person"],
      ["Referred-By", "<sip:103@demo>"],
      ["Diversion", "<sip:103@demo>"],
    ],
  });
  const { invite } = await alice.incoming();
  const said = ["X-Far-End", "Referred-By", "Diversion"].map((name) => invite && header(invite, name));
  expect(said).toEqual(["person", undefined, undefined]);
});

test("CALL-95 an outside line does not see how a call moves inside", async () => {
  const { office, alice, carol } = await scene();
  const trunk = await gateway(office);
  const { out, in: incoming } = await office.talk(alice, "5550142", trunk);
  expect(incoming.invite && header(incoming.invite, "X-Far-End")).toBeUndefined();
  await refer(out, "<sip:103@demo>");
  const target = await answered(carol);
  expect(toldTo(target)).toBe(`<sip:5550142@demo> | outside;${BY_ALICE}`);
  expect(updates(incoming)).toEqual([]);
});

test("CALL-96 a caller who withholds their number stays anonymous after a transfer", async () => {
  const { office, bob, alice, carol } = await scene();
  const { in: incoming } = await office.talk(bob, "*67101", alice);
  expect(toldTo(incoming)).toBe("nothing");
  expect(incoming.invite && header(incoming.invite, "X-Far-End")).toBe("outside");
  await refer(incoming, "<sip:103@demo>");
  const target = await answered(carol);
  for (const call of [incoming, target])
    for (const message of [call.invite, ...call.requests])
      expect(message?.headers.map(([, value]) => value).join()).not.toMatch(/Bob|102@/);
});

test("CALL-98 a phone without an audio path, and its far end, are notified until there is one", async () => {
  const { office, talk } = await scene();
  office.media.losePaths();
  const { bobs, alices } = await talk();
  const ports = [alices, bobs].map(({ remoteSdp }) => office.media.portOf(remoteSdp));
  ports[1]?.emit({ kind: "connected" });
  await office.clock.advance(4_999);
  expect([toldTo(alices), toldTo(bobs)]).not.toContain("silence");
  await office.clock.advance(1);
  expect(toldTo(alices)).toContain("person;silence=near");
  expect(toldTo(bobs)).toContain("person;silence=far");
  ports[0]?.emit({ kind: "connected" });
  await settle();
  expect(toldTo(alices)).not.toContain("silence");
  expect(toldTo(bobs)).not.toContain("silence");
  bobs.hangUp();
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-98 with both ends cut off each phone gets its own state; a call that ends in time reports nothing", async () => {
  const { office, talk } = await scene();
  office.media.losePaths();
  const { bobs, alices } = await talk();
  await office.clock.advance(5_000);
  expect(toldTo(alices)).toContain("silence=near");
  expect(toldTo(bobs)).toContain("silence=near");
  bobs.hangUp();
  await settle();
  const next = await talk();
  next.bobs.hangUp();
  await office.clock.advance(40_000);
  expect(toldTo(next.alices)).not.toContain("silence");
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});
