/** People with phones whose calls change in every way there is. */
import { createFakeVoicemail, settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect } from "vitest";
import { createTestPbx, REALM, type TestPbx } from "./test-pbx.ts";

const LOT = { id: "main", name: "Main", extension: "700", firstSlot: 701, lastSlot: 702, timeoutSeconds: 60 };

export const ROOM = "3WC-12345678";

export interface Scene {
  readonly pbx: TestPbx;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
  /** Bob has called Alice, who has answered. */
  talk(): Promise<{ readonly bobs: PhoneCall; readonly alices: PhoneCall }>;
}

export const WITHOUT_UPDATE = "INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, REFER, NOTIFY";

export async function scene(allow?: string): Promise<Scene> {
  const boxes = createFakeVoicemail(REALM);
  boxes.add({ mailbox: "103", name: "Carol Chen", ownerId: 3 }, "2468");
  const announcements = {
    announcement: () => Promise.resolve({ name: "Hours", language: "en", sound: "/h.opus", next: undefined } as const),
    checkPin: () => Promise.resolve("right" as const),
    promptsFolder: "/words",
  };
  const pbx = createTestPbx({ noAnswerMs: 20_000 }, { boxes, announcements });
  pbx.directory.addLot(LOT);
  pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Sales" });
  pbx.directory.setNumber("640", { kind: "announcement", id: "640", name: "Hours" });
  const options = allow === undefined ? {} : { allow };
  const [alice, bob] = [await pbx.registered("alice", options), await pbx.registered("bob", options)];
  const [carol, dave] = [await pbx.registered("carol", options), await pbx.registered("dave", options)];
  return {
    pbx,
    alice,
    bob,
    carol,
    dave,
    talk: async () => {
      const { out, in: incoming } = await pbx.talk(bob, "101", alice);
      return { bobs: out, alices: incoming };
    },
  };
}

export async function refer(call: PhoneCall, to: string): Promise<void> {
  await call.request("REFER", { headers: [["Refer-To", to]] });
  await settle();
}

export async function answered(phone: SipPhone): Promise<PhoneCall> {
  const call = await phone.incoming();
  call.ring();
  await settle();
  await call.answer();
  await settle();
  return call;
}

export async function order(pbx: TestPbx, to: string, ...calls: readonly PhoneCall[]): Promise<void> {
  const legIds = calls.map((call) => pbx.legOf(call));
  expect(await pbx.system.commands.redirect({ by: "dave", legIds, to })).toMatchObject({ ok: true });
  await settle();
}

export const ALICE = "Alice Archer <sip:101@demo>";

export const BOB = "Bob Brandt <sip:102@demo>";

export const CAROL = "Carol Chen <sip:103@demo>";

export const by = (how: string, number: string, name: string, kind = "person"): string =>
  `came=${how};by=${number};by-name=${name};by-kind=${kind}`;

export const BY_ALICE = by("transferred", "101", "Alice Archer");

/** Alice moves her call with Bob into a room and invites Carol. */
export async function threeWay({ pbx, talk }: Scene) {
  const { bobs, alices } = await talk();
  const { commands } = pbx.system;
  const legIds = [pbx.legOf(alices), pbx.legOf(bobs)];
  expect(await commands.redirect({ by: "alice", legIds, to: ROOM })).toMatchObject({ ok: true });
  await settle();
  void commands.invite({ by: "alice", room: ROOM, to: "103" });
  return { bobs, alices };
}

export async function threeOf(at: Scene) {
  return { ...(await threeWay(at)), carols: await answered(at.carol) };
}

/** Alice holds Bob and talks to Carol. */
export async function twoCalls({ pbx, talk, alice, carol }: Scene) {
  const { bobs, alices } = await talk();
  await alices.hold();
  const { out: second, in: carols } = await pbx.talk(alice, "103", carol);
  return { bobs, alices, second, carols };
}

export async function merge({ pbx }: Scene, kept: PhoneCall, left: PhoneCall): Promise<string> {
  const order = { by: "alice", kept: pbx.legOf(kept), left: pbx.legOf(left), room: ROOM };
  const outcome = await pbx.system.commands.merge(order);
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

export const PHONES = [
  { phones: "phones", allow: undefined },
  { phones: "phones without UPDATE", allow: WITHOUT_UPDATE },
] as const;

export const reinvites = ({ requests }: PhoneCall) => requests.filter(({ method }) => method === "INVITE");
