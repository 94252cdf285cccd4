import { seededRandom, settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import type { RoomMemberView } from "@callpanel/phone-port";
import { expect, test } from "vitest";
import {
  conferenceOffice,
  keys,
  ADMIN_PIN,
  PIN,
  ROOM,
  type ConferenceOffice,
} from "../../../test/conference-office.ts";
import { expectNothingLeft } from "../../../test/three-way-room.ts";

const STEPS = 120;

/** The members after all events. */
function toldMembers({ pbx }: ConferenceOffice): ReadonlyMap<string, RoomMemberView> {
  const members = new Map<string, RoomMemberView>();
  for (const event of pbx.events) {
    if (!("member" in event)) continue;
    if (event.kind === "roomLeft") members.delete(event.member.legId);
    else members.set(event.member.legId, event.member);
  }
  return members;
}

/** Nobody is lost, no member waits while an admin is there, nobody who is muted or waits is heard, and what was reported is true. */
function check(at: ConferenceOffice, calls: readonly PhoneCall[]): void {
  const members = at.pbx.system.snapshot().rooms.find(({ number }) => number === ROOM)?.members ?? [];
  expect([...toldMembers(at).values()]).toEqual(members);
  const hasAdmin = members.some(({ admin }) => admin);
  const portOf = (call: PhoneCall) => at.pbx.media.portOf(call.remoteSdp);
  const inside = calls.filter((call) => call.state === "talking");
  const heardIds = members.flatMap(({ legId, muted, waiting }) =>
    muted || waiting ? [] : inside.flatMap((call) => (at.pbx.legOf(call) === legId ? [portOf(call).id] : [])),
  );
  for (const { admin, waiting, talking, muted, legId } of members) {
    expect(inside.some((call) => at.pbx.legOf(call) === legId)).toBe(true);
    if (admin || hasAdmin) expect(waiting).toBe(false);
    if (muted || waiting) expect(talking).toBe(false);
  }
  for (const call of inside) {
    const { hearsNow } = portOf(call);
    if (hearsNow.kind !== "mix") continue;
    for (const { id } of hearsNow.ports) if (at.pbx.media.innerOf(id) === undefined) expect(heardIds).toContain(id);
    expect(hearsNow.ports.map(({ id }) => id)).not.toContain(portOf(call).id);
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "CONF-20 CONF-26 a random walk of joining, leaving, muting, locking and changing settings loses and leaks nobody (%i)",
  async (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const at = await conferenceOffice({ asksForPin: "always", waitForAdmin: seed % 2 === 0, optionsMenu: true });
    if (seed % 3 === 0) at.answerLater();
    const { commands } = at.pbx.system;
    const phones: readonly SipPhone[] = [at.alice, at.bob, at.carol, at.dave];
    const calls: PhoneCall[] = [];
    const legId = () => pick(at.pbx.system.snapshot().rooms.flatMap(({ members }) => members))?.legId ?? "none";
    /** To the door, and mostly on into the room. */
    const join = async (): Promise<void> => {
      const call = (pick(phones) ?? at.alice).call(ROOM);
      calls.push(call);
      await settle();
      if (call.state === "talking" && random() < 0.85) await keys(at, call, ...(random() < 0.25 ? ADMIN_PIN : PIN));
    };
    const steps: ReadonlyArray<() => unknown> = [
      join,
      join,
      join,
      () => {
        const call = pick(calls.filter(({ state }) => state === "talking"));
        return call && keys(at, call, ...PIN);
      },
      () => pick(calls)?.hangUp(),
      () => commands.muteMember({ room: ROOM, legId: legId(), muted: random() < 0.5 }),
      () => commands.letIn({ room: ROOM, legId: legId() }),
      () => commands.lockRoom({ room: ROOM, locked: random() < 0.5 }),
      () => random() < 0.3 && commands.removeFromRoom({ room: ROOM, id: legId() }),
      () => at.set({ listenOnly: random() < 0.5, waitForAdmin: random() < 0.5, maxUsers: random() < 0.5 ? 0 : 2 }),
      () => random() < 0.1 && at.set({ disabled: true }).then(() => at.set({ disabled: false })),
      () => {
        const call = pick(calls.filter(({ state }) => state === "talking"));
        at.pbx.media.portOf(call?.remoteSdp ?? "").emit({ kind: "talking", talking: random() < 0.5 });
      },
      () => {
        const call = pick(calls.filter(({ state }) => state === "talking"));
        return call && keys(at, call, "*", pick(["2", "3", "4", "5", "6", "7", "8", "*"] as const) ?? "*");
      },
    ];
    for (let first = 0; first < 3; first += 1) await join();
    for (let step = 0; step < STEPS; step += 1) {
      try {
        await pick(steps)?.();
      } catch (error) {
        // There is no port of a call that has not been answered.
        if (!String(error).includes("no open port")) throw error;
      }
      await settle();
      check(at, calls);
    }
    expect(at.pbx.events.filter(({ kind }) => kind === "roomJoined").length).toBeGreaterThan(4);
    for (const call of calls) call.hangUp();
    await settle();
    await expectNothingLeft(at.pbx);
  },
);
