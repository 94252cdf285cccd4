/** Runs one room: its members hear each other; a single member hears music (docs/spec/rooms.md, conferences.md). */
import type { Clock, RoomMemberView, RoomSettings, RoomState } from "@callpanel/phone-port";
import type { MediaSource } from "@callpanel/media";
import type { Leg } from "../leg/leg.port.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { ServedCaller, ServiceStay } from "../call/service.ts";
import { isHeard, isWaiting, viewOf, type Member, type RoomRules, type Standing } from "./member.ts";
import type { Present } from "./people.ts";

/** The settings that matter for members. */
export type RoomManner = Pick<RoomSettings, "listenOnly" | "maxUsers" | "music" | "records" | "waitForAdmin">;

export interface Room {
  readonly members: readonly RoomMemberView[];
  readonly present: readonly Present[];
  readonly state: RoomState;
  readonly hasAdmin: boolean;
  /** Nobody else fits. */
  readonly isFull: boolean;
  /** The other legs that a leg hears; undefined when it is not a member. */
  othersOf(leg: Leg): readonly Leg[] | undefined;
  enter(caller: ServedCaller, standing: Standing): RoomStay;
  /** From now on it works like this. */
  change(manner: RoomManner): void;
  lock(locked: boolean): void;
  /** Hangs up a member. This and what follows: false if the leg is not a member. */
  dismiss(legId: string, why?: LegReason): boolean;
  /** By an admin. */
  mute(legId: string, muted: boolean): boolean;
  /** By the member: their microphone in a room made on the spot, otherwise as if the room muted them. */
  muteSelf(legId: string, muted: boolean): boolean;
  /** False also if they do not wait. */
  letIn(legId: string): boolean;
}

export interface RoomStay extends ServiceStay {
  readonly standing: Standing;
  /** False: the member hears something else for now, which the caller of this function plays. They are heard. */
  listen(listens: boolean): void;
}

export type RoomChange =
  | { readonly kind: "roomJoined" | "roomLeft" | "roomTalking" | "roomMember"; readonly member: RoomMemberView }
  | { readonly kind: "roomChanged"; readonly state: RoomState };

export interface RoomParts {
  readonly clock: Clock;
  readonly manner: RoomManner;
  /** A room made on the spot: its last member is hung up. */
  readonly passing: boolean;
  /** A person is being rung for the room and may join. */
  readonly isAwaited: () => boolean;
  readonly tell: (change: RoomChange) => void;
  /** Called after every change of the members or of their state. */
  readonly changed: () => void;
  /** Called when the last member has left. */
  readonly emptied: () => void;
}

/** How often the room checks whether a single member still has someone to wait for. */
const LOOK_EVERY_MS = 1_000;
const ALONE: LegReason = { status: 200, text: "Nobody is left in the room" };
const REMOVED: LegReason = { status: 200, text: "Removed from the room" };

export const createRoom = (parts: RoomParts): Room => new RunningRoom(parts);

class RunningRoom implements Room {
  readonly #parts: RoomParts;
  readonly #members = new Map<string, Member>();
  /** As they were reported last. */
  readonly #told = new Map<Member, RoomMemberView>();
  readonly #heard = new Map<Member, MediaSource>();
  /** Members who hear something else for now. */
  readonly #away = new Set<Member>();
  /** What they say and hear is the recording of the room. */
  #recorded: Member | undefined;
  #manner: RoomManner;
  #locked = false;
  #stopLooking: () => void = () => undefined;

  constructor(parts: RoomParts) {
    this.#parts = parts;
    this.#manner = parts.manner;
  }

  get members(): readonly RoomMemberView[] {
    return this.#all.map((member) => viewOf(member, this.#rules));
  }

  get present(): readonly Present[] {
    return this.#all.map((member) => {
      const { talking, muted } = viewOf(member, this.#rules);
      return { caller: member.caller, talking, muted };
    });
  }

  get state(): RoomState {
    return { locked: this.#locked };
  }

  get hasAdmin(): boolean {
    return this.#all.some(({ standing }) => standing.admin);
  }

  get isFull(): boolean {
    const { maxUsers } = this.#manner;
    return maxUsers > 0 && this.#members.size >= maxUsers;
  }

  othersOf(leg: Leg): readonly Leg[] | undefined {
    if (!this.#members.has(leg.id)) return undefined;
    return this.#all.map(({ caller }) => caller.leg).filter((other) => other !== leg);
  }

  enter(caller: ServedCaller, standing: Standing): RoomStay {
    const joinedAt = this.#parts.clock.now();
    const member: Member = { caller, joinedAt, standing, speaks: false, microphoneOff: false };
    this.#members.set(caller.leg.id, member);
    const view = viewOf(member, this.#rules);
    this.#told.set(member, view);
    this.#parts.tell({ kind: "roomJoined", member: view });
    this.#settle();
    return {
      get standing() {
        return member.standing;
      },
      listen: (listens) => {
        if (!this.#isIn(member)) return;
        this.#heard.delete(member);
        if (listens) this.#away.delete(member);
        else this.#away.add(member);
        this.#mix(this.#rules);
      },
      stop: () => this.#leave(member),
      held: () => {
        if (this.#isIn(member)) this.#settle();
      },
      talking: (talking) => {
        if (!this.#isIn(member) || member.speaks === talking) return;
        member.speaks = talking;
        this.#settle();
      },
    };
  }

  change(manner: RoomManner): void {
    this.#manner = manner;
    this.#settle();
  }

  lock(locked: boolean): void {
    if (this.#locked === locked) return;
    this.#locked = locked;
    this.#parts.tell({ kind: "roomChanged", state: this.state });
  }

  dismiss(legId: string, why: LegReason = REMOVED): boolean {
    const member = this.#members.get(legId);
    member?.caller.dismiss(why);
    return member !== undefined;
  }

  mute(legId: string, muted: boolean): boolean {
    return this.#stand(legId, muted ? { muted } : { muted, maySpeak: true });
  }

  muteSelf(legId: string, muted: boolean): boolean {
    if (!this.#parts.passing) return this.#stand(legId, { muted });
    const member = this.#members.get(legId);
    if (member === undefined) return false;
    member.microphoneOff = muted;
    this.#settle();
    return true;
  }

  letIn(legId: string): boolean {
    const member = this.#members.get(legId);
    return member !== undefined && isWaiting(member, this.#rules) && this.#stand(legId, { isLetIn: true });
  }

  get #all(): readonly Member[] {
    return [...this.#members.values()];
  }

  get #rules(): RoomRules {
    const { listenOnly, waitForAdmin } = this.#manner;
    return { listenOnly, waits: waitForAdmin && !this.hasAdmin };
  }

  #isIn = (member: Member): boolean => this.#members.get(member.caller.leg.id) === member;

  #stand(legId: string, standing: Partial<Standing>): boolean {
    const member = this.#members.get(legId);
    if (member === undefined) return false;
    member.standing = { ...member.standing, ...standing };
    this.#settle();
    return true;
  }

  #leave(member: Member): void {
    if (!this.#isIn(member)) return;
    const last = viewOf(member, this.#rules);
    this.#members.delete(member.caller.leg.id);
    this.#told.delete(member);
    this.#heard.delete(member);
    this.#away.delete(member);
    if (this.#recorded === member) this.#stopRecording();
    const view = { ...last, talking: false };
    if (last.talking) this.#parts.tell({ kind: "roomTalking", member: view });
    this.#parts.tell({ kind: "roomLeft", member: view });
    // A member who was let in by name waits again with the others.
    if (member.standing.admin && this.#rules.waits)
      for (const other of this.#members.values()) other.standing = { ...other.standing, isLetIn: false };
    if (this.#members.size > 0) return this.#settle();
    this.#stopLooking();
    this.#parts.emptied();
  }

  /** After every change: everybody hears whom they should, and what has changed is reported. */
  #settle(): void {
    const rules = this.#rules;
    this.#mix(rules);
    this.#record(rules);
    for (const member of this.#members.values()) {
      const view = viewOf(member, rules);
      const told = this.#told.get(member);
      this.#told.set(member, view);
      if (told === undefined) continue;
      if (told.talking !== view.talking) this.#parts.tell({ kind: "roomTalking", member: view });
      if (hasOtherState(told, view)) this.#parts.tell({ kind: "roomMember", member: view });
    }
    this.#look();
    this.#parts.changed();
  }

  #mix(rules: RoomRules): void {
    const inside = this.#all.filter((member) => !isWaiting(member, rules));
    const heard = inside.filter((member) => isHeard(member, rules));
    for (const member of this.#members.values()) {
      const isAlone = isWaiting(member, rules) || inside.length === 1;
      this.#hear(member, isAlone ? this.#alone : mixOf(heard.filter((other) => other !== member)));
    }
  }

  /** CONF-31: from one member to the next, so that a recording does not follow somebody who leaves. */
  #record(rules: RoomRules): void {
    const inside = this.#all.filter((member) => !isWaiting(member, rules));
    const [first, second] = inside;
    if (!this.#manner.records || first === undefined || second === undefined) return this.#stopRecording();
    if (this.#recorded !== undefined && inside.includes(this.#recorded)) return;
    this.#stopRecording();
    const { recorder, user } = first.caller.leg;
    // Somebody records their own call already.
    if (recorder.current !== undefined) return;
    if (recorder.start(user.sipUsername)) this.#recorded = first;
  }

  #stopRecording(): void {
    this.#recorded?.caller.leg.recorder.stop();
    this.#recorded = undefined;
  }

  get #alone(): MediaSource {
    return { kind: "prompt", prompt: { kind: this.#manner.music ? "music" : "silence" } };
  }

  /** Only what changes, so that music does not begin again. */
  #hear(member: Member, source: MediaSource): void {
    if (this.#away.has(member)) return;
    const before = this.#heard.get(member);
    if (before !== undefined && isSame(before, source)) return;
    this.#heard.set(member, source);
    member.caller.leg.port.hear(source);
  }

  #look(): void {
    const { passing, clock, isAwaited } = this.#parts;
    this.#stopLooking();
    const [only, second] = this.#all;
    if (!passing || only === undefined || second !== undefined) return;
    this.#stopLooking = clock.setTimeout(() => {
      if (isAwaited()) this.#look();
      else only.caller.dismiss(ALONE);
    }, LOOK_EVERY_MS);
  }
}

const mixOf = (members: readonly Member[]): MediaSource => ({
  kind: "mix",
  ports: members.map(({ caller }) => caller.leg.port),
});

function isSame(one: MediaSource, other: MediaSource): boolean {
  if (one.kind === "mix" && other.kind === "mix")
    return one.ports.length === other.ports.length && one.ports.every((port, at) => port === other.ports[at]);
  return one.kind === "prompt" && other.kind === "prompt" && one.prompt.kind === other.prompt.kind;
}

const hasOtherState = (one: RoomMemberView, other: RoomMemberView): boolean =>
  (["muted", "mutedByRoom", "admin", "waiting", "invited"] as const).some((state) => one[state] !== other[state]);
