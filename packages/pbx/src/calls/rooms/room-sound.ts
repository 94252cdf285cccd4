/** What the members of one room hear: each other, announcements to all of them, and announcements to one of them. */
import type { InnerPort, MediaEngine, MediaSource, MediaVoice } from "@callpanel/media";
import type { Leg } from "../leg/leg.port.ts";
import { isHeard, isWaiting, type Member, type RoomRules } from "./member.ts";

export interface RoomSound {
  /** A port of the room's own, opened when it is first used; undefined: the media has no more. */
  readonly inner: InnerPort | undefined;
  /** From now on all hear what `inner` says, except one; undefined: nobody. Heard after the next `mix`. */
  air(to: { readonly except?: Leg | undefined } | undefined): void;
  /** From now on `inner` hears the room. */
  tap(on: boolean): void;
  mix(members: readonly Member[], rules: RoomRules, music: boolean): void;
  close(): void;
}

export const createRoomSound = (media: Pick<MediaEngine, "openInner">): RoomSound => new MixedSound(media);

const NOTHING: MediaSource & { readonly kind: "none" } = { kind: "none" };

class MixedSound implements RoomSound {
  readonly #media: Pick<MediaEngine, "openInner">;
  /** What each member hears now, as text; a member who has left is forgotten with the object. */
  readonly #heard = new WeakMap<Member, string>();
  #inner: InnerPort | undefined;
  #near: MediaVoice | undefined;
  #air: { readonly except?: Leg | undefined } | undefined;
  #isTapped = false;
  #tapped = "";

  constructor(media: Pick<MediaEngine, "openInner">) {
    this.#media = media;
  }

  get inner(): InnerPort | undefined {
    this.#inner ??= this.#open();
    return this.#inner;
  }

  air(to: { readonly except?: Leg | undefined } | undefined): void {
    this.#air = to;
  }

  tap(on: boolean): void {
    this.#isTapped = on;
  }

  mix(members: readonly Member[], rules: RoomRules, music: boolean): void {
    this.#near = members[0]?.caller.leg.port;
    const inside = members.filter((member) => !isWaiting(member, rules));
    const heard = inside.filter((member) => isHeard(member, rules));
    const alone: MediaSource = { kind: "prompt", prompt: { kind: music ? "music" : "silence" } };
    for (const member of members) {
      const isAlone = isWaiting(member, rules) || inside.length === 1;
      const voices = this.#voicesFor(member, rules);
      const others = isAlone ? [] : heard.filter((other) => other !== member);
      this.#hear(member, isAlone && voices.length === 0 ? alone : mixOf(others, voices, member.standing.hearsDb));
    }
    this.#listen(heard);
  }

  close(): void {
    this.#inner?.close();
    this.#inner = undefined;
  }

  /** Nobody hears two voices at once. */
  #voicesFor(member: Member, rules: RoomRules): readonly MediaVoice[] {
    if (member.voice !== undefined) return [member.voice];
    const isAddressed = this.#air !== undefined && this.#air.except !== member.caller.leg && !isWaiting(member, rules);
    return isAddressed && this.#inner !== undefined ? [this.#inner] : [];
  }

  /** Only what changes, so that music does not begin again. */
  #hear(member: Member, source: MediaSource): void {
    const text = textOf(source);
    if (this.#heard.get(member) === text) return;
    this.#heard.set(member, text);
    member.caller.leg.port.hear(source);
  }

  /** The recording has what all members hear together. */
  #listen(heard: readonly Member[]): void {
    const inner = this.#inner;
    if (inner === undefined) return;
    const source = this.#isTapped ? mixOf(heard, this.#air === undefined ? [] : [inner], 0) : NOTHING;
    const text = textOf(source);
    if (this.#tapped === text) return;
    this.#tapped = text;
    inner.hear(source);
  }

  #open(): InnerPort | undefined {
    try {
      const inner = this.#media.openInner(this.#near === undefined ? {} : { near: this.#near });
      this.#tapped = "";
      inner.subscribe(({ kind }) => {
        if (kind === "failed" && this.#inner === inner) this.#inner = undefined;
      });
      return inner;
    } catch {
      // The media is closing, or has no worker: what would be said is not.
      return undefined;
    }
  }
}

function mixOf(
  members: readonly Member[],
  voices: readonly MediaVoice[],
  all: number,
): Extract<MediaSource, { kind: "mix" }> {
  const of = new Map(
    members.flatMap(({ caller, standing }) =>
      standing.saysDb === 0 ? [] : [[caller.leg.port.id, standing.saysDb] as const],
    ),
  );
  const ports = [...members.map(({ caller }) => caller.leg.port), ...voices];
  return { kind: "mix", ports, ...(all === 0 && of.size === 0 ? {} : { gains: { all, of } }) };
}

function textOf(source: MediaSource): string {
  if (source.kind === "prompt") return source.prompt.kind;
  if (source.kind !== "mix") return source.kind;
  const { ports, gains } = source;
  return `mix ${gains?.all ?? 0} ${ports.map(({ id }) => `${id}*${gains?.of?.get(id) ?? 0}`).join(" ")}`;
}
