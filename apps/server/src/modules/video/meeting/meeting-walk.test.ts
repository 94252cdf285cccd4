import { isDeepStrictEqual } from "node:util";
import { MEETING_REACTIONS, meetingServerFrameSchema } from "@callpanel/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { foldText } from "../../../kernel/text/search-text.ts";
import { Meeting } from "./meeting.ts";
import {
  blockedOf,
  NOTHING_SENT,
  SENT,
  type MeetingCommand,
  type MeetingState,
  type QuickOrder,
  type Sending,
  type Sent,
} from "./meeting.model.ts";

const STEPS = 10_000;
const NAMES = ["Anna", "anna", "Bob", "Ánna", "<b>", "Bob (2)"];

/** Numbers that look random and are the same for the same seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (share: number) => next() < share,
    below: (limit: number) => Math.floor(next() * limit),
    of: <One>(all: readonly One[]): One => all[Math.floor(next() * all.length)] ?? raise(),
  };
}
const raise = (): never => {
  throw new Error("nothing to choose from");
};

/** `expect` would take most of the time. */
function hold(isTrue: boolean, rule: string): void {
  if (!isTrue) throw new Error(rule);
}

/** The expected state of a meeting, kept separately from it: by commands and effects only. */
class Watcher {
  readonly blocked = new Map<string, readonly string[]>();
  readonly out = new Set<string>();
  readonly entrants = new Map<string, { readonly userId: number | null; readonly role: string }>();
  /** People who were removed and not admitted since. */
  readonly removed = new Set<number>();
  readonly held = new Map<string, Set<Sent>>();
  told = 0;

  check(command: MeetingCommand, before: MeetingState, after: MeetingState, effects: ReturnType<Meeting["take"]>) {
    if (command.do === "enter") this.entrants.set(command.entrant.id, command.entrant);
    for (const effect of effects) {
      if (effect.kind === "block") this.blocked.set(effect.id, effect.kinds);
      if (effect.kind === "out" || effect.kind === "refused") this.out.add(effect.id);
      if (effect.kind !== "tell") continue;
      this.told += 1;
      hold(
        z.safeParse(meetingServerFrameSchema, effect.frame).success,
        `a frame of the contract: ${effect.frame.type}`,
      );
    }
    this.#checkPresence(before, after);
    this.#checkEntering(command, before, after);
    this.#checkSending(command, before, after);
    this.#checkRights(command, before, after, effects);
  }

  #checkPresence(before: MeetingState, after: MeetingState) {
    const all = [...after.participants, ...after.waiting];
    const areDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
    hold(areDistinct(all.map(({ id }) => id)), "ids are distinct");
    hold(areDistinct(all.map(({ name }) => foldText(name))), "names are distinct");
    const people = all.flatMap(({ id }) => this.entrants.get(id)?.userId ?? []);
    hold(areDistinct(people), "nobody is in twice");
    for (const { id } of all) hold(!this.out.has(id), "nobody is in after the end");
    const now = new Set(all.map(({ id }) => id));
    for (const { id } of [...before.participants, ...before.waiting])
      if (!now.has(id)) hold(this.out.has(id), "nobody leaves without an end");
    if (after.participants.length === 0) {
      hold(!after.locked && after.messages.length === 0, "nothing outlives a meeting");
      this.removed.clear();
    }
    const hasAdmin = after.participants.some(({ role }) => role === "admin");
    hold(hasAdmin || !after.locked, "a lock ends with the last admin");
  }

  #checkEntering(command: MeetingCommand, before: MeetingState, after: MeetingState) {
    const known = new Set(before.participants.map(({ id }) => id));
    for (const { id, user_id } of after.participants) {
      if (known.has(id)) continue;
      const admitted = command.do === "order" && command.order.order === "admit" && command.order.participant === id;
      const { role } = this.entrants.get(id) ?? raise();
      if (user_id === null && role === "guest") hold(admitted, "guests of a link wait");
      if (user_id === null) continue;
      if (this.removed.has(user_id)) hold(admitted, "who was removed waits");
      this.removed.delete(user_id);
    }
    if (command.do !== "order" || command.order.order !== "remove") return;
    const { participant } = command.order;
    const gone = before.participants.find(({ id }) => id === participant);
    if (gone !== undefined && this.out.has(gone.id) && gone.user_id !== null && after.participants.length > 0)
      this.removed.add(gone.user_id);
  }

  #checkSending(command: MeetingCommand, before: MeetingState, after: MeetingState) {
    for (const person of after.participants) {
      hold(String(this.blocked.get(person.id)) === String(blockedOf(person)), "what is not sent is dropped");
      const held = this.held.get(person.id) ?? new Set<Sent>();
      this.held.set(person.id, held);
      const was = before.participants.find(({ id }) => id === person.id) ?? { ...person, ...NOTHING_SENT };
      const own = command.do === "sending" && command.id === person.id ? command.sending : undefined;
      for (const what of SENT) {
        if (own?.[what] === false) held.delete(what);
        if (!was[what] && person[what]) {
          hold(own?.[what] === true, "nobody is turned on by others");
          hold(!held.has(what), "what an admin turned off stays off");
        }
        if (was[what] && !person[what] && own === undefined) held.add(what);
      }
      hold(after.sharedScreen || !person.screen, "screens are sent where they may be");
    }
  }

  #checkRights(
    command: MeetingCommand,
    before: MeetingState,
    after: MeetingState,
    effects: ReturnType<Meeting["take"]>,
  ) {
    if (command.do !== "order") return;
    const by = before.participants.find(({ id }) => id === command.id);
    const answers = effects.flatMap(({ kind, ...rest }) =>
      kind === "tell" && "frame" in rest && "request" in rest.frame ? [rest.frame.type] : [],
    );
    hold(answers.length === 1, "an order has one answer");
    if (by?.role === "admin") return;
    const isOwn = ["hand", "react", "say"].includes(command.order.order);
    if (by === undefined || !isOwn) hold(answers[0] === "refused", "orders of admins");
    if (answers[0] === "refused") hold(isDeepStrictEqual(after, before), "what is refused changes nothing");
  }
}

it("MEET-8 MEET-11 MEET-13 MEET-15 MEET-20 MEET-22 10,000 random steps: nobody in twice, nobody in after the end, nobody sends what is blocked", () => {
  walk(1, STEPS);
});

function walk(seed: number, steps: number): void {
  const random = createRandom(seed);
  const meeting = new Meeting({ sharedScreen: true });
  const watcher = new Watcher();
  let now = 0;
  let made = 0;
  const someone = (): string => {
    const { participants, waiting } = meeting.state;
    const ids = [...participants, ...waiting].map(({ id }) => id);
    return ids.length === 0 || random.chance(0.02) ? "nobody" : random.of(ids);
  };
  const sending = (): Sending => ({
    microphone: random.chance(0.5),
    camera: random.chance(0.5),
    screen: random.chance(0.3),
  });
  const order = (): QuickOrder =>
    random.of<() => QuickOrder>([
      () => ({ order: "hand", up: random.chance(0.5), ...(random.chance(0.3) && { participant: someone() }) }),
      () => ({ order: "react", emoji: random.chance(0.8) ? random.of(MEETING_REACTIONS) : "x" }),
      () => ({ order: "say", text: random.chance(0.9) ? "hello" : "" }),
      () => ({ order: "admit", participant: someone() }),
      () => ({ order: "admit", participant: meeting.state.waiting[0]?.id ?? "nobody" }),
      () => ({ order: "deny", participant: someone() }),
      () => ({ order: "mute", what: random.of(SENT), ...(random.chance(0.7) && { participant: someone() }) }),
      () => ({ order: "remove", participant: someone() }),
      () => ({ order: "lock", on: random.chance(0.3) }),
      () => (random.chance(0.05) ? { order: "end" } : { order: "hand", up: true }),
    ])();
  const command = (): MeetingCommand => {
    const kind = random.below(100);
    if (kind < 22) {
      const userId = random.chance(0.5) ? random.below(8) + 1 : null;
      const role = random.chance(0.3) ? "admin" : "guest";
      made += 1;
      return { do: "enter", entrant: { id: `p${made}`, name: random.of(NAMES), role, userId } };
    }
    const id = someone();
    if (kind < 62) return { do: "order", id, request: "r", order: order() };
    if (kind < 80) return { do: "sending", id, sending: sending() };
    if (kind < 84) return { do: "cut", id };
    if (kind < 88) return { do: "back", id };
    if (kind < 91) return { do: "leave", id };
    if (kind < 93) return { do: "cast", id, role: random.chance(0.5) ? "admin" : "guest" };
    if (kind < 94) return { do: "putOut", id, reason: "expired" };
    if (kind < 95) return { do: "screens", allowed: random.chance(0.7) };
    if (kind < 97) return { do: "talking", id, talking: random.chance(0.5) };
    return { do: "beat" };
  };
  for (let step = 0; step < steps; step += 1) {
    now += random.below(4_000);
    const next = command();
    const before = meeting.state;
    const effects = meeting.take(next, now);
    watcher.check(next, before, meeting.state, effects);
  }
  expect(watcher.told).toBeGreaterThan(steps / 2);
}
