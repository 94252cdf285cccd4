/** Every way in which the parties of a call change: what each phone shows, what the events say, what the record says. */
import { header, parseSipfrag } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { NOTHING_LEFT } from "../../../test/test-pbx.ts";
import { shownFarEnd } from "../../../test/shown-far-end.ts";
import {
  ROOM,
  scene,
  refer,
  answered,
  order,
  ALICE,
  BOB,
  CAROL,
  by,
  BY_ALICE,
  threeWay,
  threeOf,
  twoCalls,
  merge,
  PHONES,
  type Scene,
} from "../../../test/far-end-calls.ts";

const room = (names: string): string => `"${names}" <sip:${ROOM}@demo> | room;name=${names}`;

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
    play: async ({ pbx, bob, carol }) => {
      pbx.directory.change("alice", { forward: "103" });
      const { out, in: incoming } = await pbx.talk(bob, "101", carol);
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
    play: async ({ pbx, bob, carol }) => {
      const numbers = [{ number: "103", timeoutSeconds: 20 }];
      const plan = { strategy: "ringall", firstSeconds: 0, totalSeconds: 30, prefix: "", confirm: false } as const;
      pbx.directory.change("alice", { followMe: { ...plan, numbers, markAnswered: true } });
      const { out, in: incoming } = await pbx.talk(bob, "101", carol);
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
    play: async ({ pbx, bob, alice, carol }) => {
      const out = bob.call("101");
      (await alice.incoming()).ring();
      const taken = carol.call("**101");
      await taken.until("talking");
      await pbx.clock.advance(100);
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
    play: async ({ pbx, talk, alice, carol }) => {
      const { bobs, alices } = await talk();
      const { out: second, in: carols } = await pbx.talk(alice, "103", carol);
      await refer(alices, `<sip:103@demo?Replaces=${encodeURIComponent(second.replaces())}>`);
      return [bobs, carols];
    },
    told: [`${CAROL} | person;${BY_ALICE}`, `${BOB} | person;${BY_ALICE}`],
    record: "102 > 103",
  },
  {
    way: "moved by a third person",
    play: async ({ pbx, talk, carol }) => {
      const { bobs } = await talk();
      await order(pbx, "103", bobs);
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
    play: async ({ pbx, talk, alice }) => {
      const { bobs, alices } = await talk();
      await refer(alices, "<sip:700@demo>");
      await pbx.clock.advance(60_000);
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
    way: "three-way call with an invited third person",
    play: async ({ pbx, talk, carol }) => {
      const { bobs, alices } = await talk();
      await order(pbx, ROOM, bobs, alices);
      await pbx.system.commands.invite({ by: "alice", room: ROOM, to: "103" });
      const carols = await carol.incoming();
      expect(shownFarEnd(carols)).toBe(`${ALICE} | person;${by("invited", "101", "Alice Archer")}`);
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
    way: "three-way call by one party, while the third person is rung",
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
    way: "three-way call after its maker has left",
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
      const { commands } = at.pbx.system;
      expect(await commands.removeFromRoom({ room: ROOM, id: at.pbx.legOf(bobs) })).toMatchObject({ ok: true });
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
    way: "to voicemail after no answer",
    play: async ({ pbx, bob, carol }) => {
      const out = bob.call("103");
      (await carol.incoming()).ring();
      await pbx.clock.advance(20_000);
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
    play: async ({ pbx, talk }) => {
      const { bobs, alices } = await talk();
      const outcome = await pbx.system.commands.startRecording({ by: "alice", legId: pbx.legOf(alices) });
      expect(outcome).toMatchObject({ ok: true });
      return [bobs, alices];
    },
    told: [`${ALICE} | person`, `${BOB} | person`],
    record: "102 > 101",
  },
  {
    way: "put on hold by the far end",
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

test.each(PHONES.flatMap((phones) => ROWS.map((row) => ({ ...row, ...phones }))))(
  "CALL-90 CALL-91 CALL-93 CALL-97 $way: all $phones get their far end and how the call came",
  async (row) => {
    const at = await scene(row.allow);
    const { pbx } = at;
    const calls = await row.play(at);
    // A re-INVITE waits for the end of the phones' own offers.
    if (row.allow !== undefined) await pbx.clock.advance(2_200);
    expect(calls.map(shownFarEnd)).toEqual(row.told);
    // The events say the same as the phones.
    const legs = pbx.system.snapshot().calls.flatMap((call) => call.legs);
    for (const call of calls) {
      const far = legs.find(({ sipCallId }) => sipCallId === call.invite?.callId)?.far;
      expect(shownFarEnd(call)).toContain(`:${far?.party.number}@`);
      expect(shownFarEnd(call)).toContain(
        far?.came === undefined ? " | " : `;came=${far.came.how};by=${far.came.by.number}`,
      );
      expect(shownFarEnd(call).includes("doing=")).toBe(far?.doing !== undefined);
    }
    for (const phone of [at.alice, at.bob, at.carol, at.dave]) for (const call of phone.calls) call.hangUp();
    await pbx.clock.advance(200_000);
    const last = pbx.records.at(-1);
    const forwards = last?.forwardedBy?.map(({ number }) => number).join() ?? "";
    expect(`${last?.from.number} > ${last?.to.number}${forwards === "" ? "" : ` by ${forwards}`}`).toBe(row.record);
    expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  },
);
