/** Runs one room: its members hear each other; a single member hears music (docs/spec/rooms.md, conferences.md). */
import type { Clock, RoomMemberView, RoomSettings, RoomState } from "@callpanel/phone-port";
import type { InnerPort, MediaVoice } from "@callpanel/media";
import type { Leg } from "../leg/leg.port.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { ServedCaller, ServiceStay } from "../call/service.ts";
import { isWaiting, limitedVolume, viewOf, type Member, type RoomRules, type Standing } from "./member.ts";
import type { Present } from "./people.ts";
import type { RecordedMembers, RoomRecording } from "./room-recording.ts";
import type { RoomSound } from "./room-sound.ts";

/** The settings that matter for members. */
export type RoomManner = Pick<
  RoomSettings,
  "language" | "listenOnly" | "maxUsers" | "music" | "records" | "sharesRecordings" | "waitForAdmin"
>;

export interface Room {
  readonly members: readonly RoomMemberView[];
  readonly present: readonly Present[];
  readonly state: RoomState;
  readonly hasAdmin: boolean;
  /** No other member fits. */
  readonly isFull: boolean;
  /** The other legs that a leg hears; undefined when it is not a member. */
  othersOf(leg: Leg): readonly Leg[] | undefined;
  enter(caller: ServedCaller, standing: Standing): RoomStay;
  readonly language: RoomSettings["language"];
  /** From now on it works like this. */
  change(manner: RoomManner): void;
  lock(locked: boolean): void;
  /** By a person, who gets the result in another way if they are a member. False: it cannot be recorded. */
  record(on: boolean, by: { readonly username: string; readonly leg?: Leg }): boolean;
  /** A port of the room's own, for what is said to all of them. */
  readonly inner: InnerPort | undefined;
  /** All hear what `inner` says, except one, and who hears something else; undefined: no longer. */
  air(to: { readonly except?: Leg | undefined } | undefined): void;
  /** Hangs up a member. This and what follows: false if the leg is not a member. */
  dismiss(legId: string, why?: LegReason): boolean;
  /** By an admin. */
  mute(legId: string, muted: boolean): boolean;
  /** By the member: the room still may mute them. */
  muteSelf(legId: string, muted: boolean): boolean;
  /** As their phone reports it. */
  setMicrophone(legId: string, off: boolean): boolean;
  /** False also if they do not wait. */
  letIn(legId: string): boolean;
}

export interface RoomStay extends ServiceStay {
  readonly standing: Standing;
  /** What only they hear, over the room, in place of what is said to all. */
  hearAlso(voice: MediaVoice | undefined): void;
  /** Makes louder what they hear, or what they say. False: it is at its limit. */
  turn(what: "hearsDb" | "saysDb", byDb: number): boolean;
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
  readonly sound: RoomSound;
  /** `lost` is to be called when a recording ends by itself. */
  readonly recording: (lost: () => void) => RoomRecording;
  /** Announces to the members that they are recorded from now on, or no longer. */
  readonly sayRecorded: (on: boolean, except: Leg | undefined) => void;
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
  readonly #recording: RoomRecording;
  /** What a person has decided about the recording, until the room is empty. */
  #decided: "on" | "off" | undefined;
  /** It was reported so. */
  #recorded = false;
  #manner: RoomManner;
  #locked = false;
  #stopLooking: () => void = () => undefined;

  constructor(parts: RoomParts) {
    this.#parts = parts;
    this.#manner = parts.manner;
    this.#recording = parts.recording(() => {
      this.#decided = "off";
      if (this.#members.size > 0) this.#settle();
    });
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
    return { locked: this.#locked, recording: this.#recorded };
  }

  get language(): RoomSettings["language"] {
    return this.#manner.language;
  }

  get inner(): InnerPort | undefined {
    return this.#parts.sound.inner;
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
    const member: Member = {
      caller,
      joinedAt,
      standing,
      speaks: false,
      microphoneOff: false,
      voice: undefined,
    };
    this.#members.set(caller.leg.id, member);
    const view = viewOf(member, this.#rules);
    this.#told.set(member, view);
    this.#parts.tell({ kind: "roomJoined", member: view });
    this.#settle();
    return {
      get standing() {
        return member.standing;
      },
      hearAlso: (voice) => {
        member.voice = voice;
        if (this.#isIn(member)) this.#settle();
      },
      turn: (what, byDb) => {
        const before = member.standing[what];
        const db = limitedVolume(before + byDb);
        member.standing = { ...member.standing, [what]: db };
        if (this.#isIn(member)) this.#mix();
        return db !== before;
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

  record(on: boolean, { username, leg }: { readonly username: string; readonly leg?: Leg }): boolean {
    if (on && !this.#recording.isOn && !this.#recording.start(username, this.#among(this.#inside))) return false;
    this.#decided = on ? "on" : "off";
    const member = leg && this.#members.get(leg.id);
    if (member !== undefined) member.standing = { ...member.standing, knowsRecording: on };
    this.#settle(leg);
    return true;
  }

  air(to: { readonly except?: Leg | undefined } | undefined): void {
    this.#parts.sound.air(to);
    if (this.#members.size > 0) this.#mix();
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
    return this.#stand(legId, { muted });
  }

  setMicrophone(legId: string, off: boolean): boolean {
    const member = this.#members.get(legId);
    if (member === undefined) return false;
    member.microphoneOff = off;
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

  get #inside(): readonly Member[] {
    const rules = this.#rules;
    return this.#all.filter((member) => !isWaiting(member, rules));
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
    const view = { ...last, talking: false };
    if (last.talking) this.#parts.tell({ kind: "roomTalking", member: view });
    this.#parts.tell({ kind: "roomLeft", member: view });
    // A member who was let in by name waits again with the others.
    if (member.standing.admin && this.#rules.waits)
      for (const other of this.#members.values()) other.standing = { ...other.standing, isLetIn: false };
    if (this.#members.size > 0) return this.#settle();
    this.#stopLooking();
    this.#recording.stop();
    this.#parts.sound.close();
    this.#parts.emptied();
  }

  /** After every change: everybody hears the right members, and changes are reported. */
  #settle(knowing?: Leg): void {
    const rules = this.#rules;
    this.#record(knowing);
    this.#mix();
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

  #mix(): void {
    this.#parts.sound.mix(this.#all, this.#rules, this.#manner.music);
  }

  /** CONF-31: `knowing`: the member who began or ended it. */
  #record(knowing: Leg | undefined): void {
    const inside = this.#inside;
    if (inside.length === 0) this.#decided = undefined;
    if (!this.#isToBeRecorded(inside.length)) this.#recording.stop();
    else if (!this.#recording.isOn) this.#recording.start(undefined, this.#among(inside));
    const { isOn } = this.#recording;
    this.#parts.sound.tap(isOn);
    this.#recording.follow(this.#among(inside));
    const isNews = inside.some(({ standing }) => standing.knowsRecording !== isOn);
    const isChanged = this.#recorded !== isOn;
    this.#recorded = isOn;
    if (isChanged) this.#parts.tell({ kind: "roomChanged", state: this.state });
    // A member who heard at the door that the room is recorded does not hear it again when that begins.
    if (inside.length === 0 || !(isOn ? isNews : isChanged)) return;
    for (const member of inside) member.standing = { ...member.standing, knowsRecording: isOn };
    this.#parts.sayRecorded(isOn, knowing);
  }

  #among(inside: readonly Member[]): RecordedMembers {
    return { inside, isShared: this.#manner.sharesRecordings };
  }

  #isToBeRecorded(insideCount: number): boolean {
    if (this.#decided !== undefined) return this.#decided === "on";
    return this.#manner.records && insideCount >= (this.#recording.isOn ? 1 : 2);
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

const hasOtherState = (one: RoomMemberView, other: RoomMemberView): boolean =>
  (["muted", "microphoneOff", "mutedByRoom", "admin", "waiting", "invited"] as const).some(
    (state) => one[state] !== other[state],
  );
