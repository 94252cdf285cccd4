/** Alice, Bob and others in a room of their own. */
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect } from "vitest";
import { createOffice, NOTHING_LEFT, type Office } from "./office.ts";

export const ROOM = "3WC-12345678";

export interface House {
  readonly office: Office;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
}

export async function house(): Promise<House> {
  const office = createOffice({ noAnswerMs: 20_000 });
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const [carol, dave] = [await office.registered("carol"), await office.registered("dave")];
  return { office, alice, bob, carol, dave };
}

export async function expectNothingLeft(office: Office, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await office.clock.advance(200_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.system.snapshot().rooms).toEqual([]);
  expect(office.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

/** Alice has called Bob, and moved both into a room of hers. */
export async function pair({ office, alice, bob }: House) {
  const { out: alices, in: bobs } = await office.talk(alice, "102", bob);
  const legIds = [office.legOf(alices), office.legOf(bobs)];
  expect(await office.system.commands.redirect({ by: "alice", legIds, to: ROOM })).toMatchObject({ ok: true });
  await settle();
  return { alices, bobs };
}

export async function invite({ office }: House, to: string, by = "alice"): Promise<string> {
  const outcome = await office.system.commands.invite({ by, room: ROOM, to });
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

export async function three(at: House) {
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  return { alices, bobs, carols: await answer(at.carol) };
}

/** `Alice Archer host; Bob Brandt; Carol Chen ringing by 101`, the current state. */
export function peopleIn(office: Office): string {
  const people = office.system.snapshot().rooms.flatMap((room) => room.people);
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
export function statesTold(office: Office, name: string): readonly string[] {
  const states = office.events.flatMap((event) =>
    event.kind === "roomPeople"
      ? [event.people.find(({ party }) => (party.name || party.number) === name)?.state ?? "gone"]
      : [],
  );
  return states.filter((state, at) => state !== states[at - 1]);
}

const idOf = (office: Office, name: string): string =>
  office.system
    .snapshot()
    .rooms.flatMap((room) => room.people)
    .find(({ party }) => (party.name || party.number) === name)?.id ?? "nobody";

export const remove = (office: Office, name: string): string => {
  const outcome = office.system.commands.removeFromRoom({ room: ROOM, id: idOf(office, name) });
  return outcome.ok ? "done" : outcome.why;
};
