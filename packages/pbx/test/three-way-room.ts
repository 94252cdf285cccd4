/** Alice, Bob and others in a room of their own. */
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "./test-pbx.ts";

export const ROOM = "3WC-12345678";

export interface Office {
  readonly pbx: TestPbx;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
}

export async function office(parts: Parameters<typeof createTestPbx>[1] = {}): Promise<Office> {
  const pbx = createTestPbx({ noAnswerMs: 20_000 }, parts);
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const [carol, dave] = [await pbx.registered("carol"), await pbx.registered("dave")];
  return { pbx, alice, bob, carol, dave };
}

export async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(200_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.system.snapshot().rooms).toEqual([]);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

/** Alice has called Bob, and moved both into a room of hers. */
export async function pair({ pbx, alice, bob }: Office) {
  const { out: alices, in: bobs } = await pbx.talk(alice, "102", bob);
  const legIds = [pbx.legOf(alices), pbx.legOf(bobs)];
  expect(await pbx.system.commands.redirect({ by: "alice", legIds, to: ROOM })).toMatchObject({ ok: true });
  await settle();
  return { alices, bobs };
}

export async function invite({ pbx }: Office, to: string, by = "alice"): Promise<string> {
  const outcome = await pbx.system.commands.invite({ by, room: ROOM, to });
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

export async function answer(phone: SipPhone): Promise<PhoneCall> {
  const call = await phone.incoming();
  call.ring();
  await settle();
  await call.answer();
  await settle();
  return call;
}

export async function three(at: Office) {
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  return { alices, bobs, carols: await answer(at.carol) };
}

/** `Alice Archer host; Bob Brandt; Carol Chen ringing by 101`, the current state. */
export function peopleIn(pbx: TestPbx): string {
  const people = pbx.system.snapshot().rooms.flatMap((room) => room.people);
  return people
    .map(({ party, state, isHost, talking, muted, held, invitedBy }) =>
      [
        party.name || party.number,
        isHost && "host",
        state !== "in" && state,
        talking && "talking",
        muted && "muted",
        held && "held",
        invitedBy && `by ${invitedBy.number}`,
      ]
        .filter(Boolean)
        .join(" "),
    )
    .join("; ");
}

/** The reported states of one person, each once. */
export function statesShown(pbx: TestPbx, name: string): readonly string[] {
  const states = pbx.events.flatMap((event) =>
    event.kind === "roomPeople"
      ? [event.people.find(({ party }) => (party.name || party.number) === name)?.state ?? "gone"]
      : [],
  );
  return states.filter((state, at) => state !== states[at - 1]);
}

const idOf = (pbx: TestPbx, name: string): string =>
  pbx.system
    .snapshot()
    .rooms.flatMap((room) => room.people)
    .find(({ party }) => (party.name || party.number) === name)?.id ?? "nobody";

export const remove = async (pbx: TestPbx, name: string): Promise<string> => {
  const outcome = await pbx.system.commands.removeFromRoom({ room: ROOM, id: idOf(pbx, name) });
  return outcome.ok ? "done" : outcome.why;
};
