import { AUDIO } from "../rtp/audio-packet.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import { readCompound } from "./wire/rtcp-reader.ts";
import type {
  DescribedSlot,
  FilledSlot,
  LinkState,
  ParticipantPlan,
  SourceKind,
  WantedTile,
} from "./room/participant-plan.ts";
import { Publisher, sourceId } from "./room/publisher.ts";
import type { PictureSource } from "./room/publisher.ts";
import { Receiver } from "./room/receiver.ts";
import type { StalledPicture } from "./room/stall.ts";
import { VoiceChoice } from "./room/voice-choice.ts";

/** What a room does to the world. Packets are plain: transports encrypt them. */
export interface VideoRoomOptions {
  readonly randomUint32: () => number;
  /** An RTP packet, valid until it returns, and the length of its header with extensions. */
  readonly send: (participant: string, packet: Buffer, headerLength: number) => void;
  /** An RTCP packet, possibly of reduced size (RFC 5506). */
  readonly sendReport: (participant: string, packet: Buffer) => void;
  /** The participants in the slots of a participant, after each change: for its signalling socket. */
  readonly onSlots: (participant: string, slots: readonly FilledSlot[]) => void;
  readonly onTalking: (participant: string, talking: boolean) => void;
  /** A picture stands still at a participant for five seconds. */
  readonly onStalled: (participant: string, picture: StalledPicture) => void;
  /** Each second, of a participant that is connected. */
  readonly onLink: (participant: string, link: LinkState) => void;
  /** The voices for a participant with sound only, at most three (`origin` of packets), after each change. */
  readonly onVoices: (participant: string, voices: readonly string[]) => void;
  /** A packet of a voice that is heard, for participants with sound alone. */
  readonly onSound: (packet: AudioPacket) => void;
}

/** Times are epoch ms that never step back. */
export interface VideoRoom {
  /**
   * A participant with what was agreed, or with a later description of the same one. Returns the streams for the answer.
   * Undefined for one too many.
   */
  join(participant: string, plan: ParticipantPlan): readonly DescribedSlot[] | undefined;
  /** A participant with sound alone, which comes by `soundFrom`. False for one too many. */
  attach(participant: string): boolean;
  /** Opus of a participant with sound alone; `origin` is of no account. */
  soundFrom(participant: string, packet: AudioPacket & { readonly level: number }, nowMs: number): void;
  /** Its transport is up. Nothing is sent to it, or asked of others for it, before. */
  connected(participant: string, nowMs: number): void;
  leave(participant: string, nowMs: number): void;
  /** What its page shows now, the most important first: whatever is not in the list is not sent. */
  show(participant: string, tiles: readonly WantedTile[], nowMs: number): void;
  /** The kinds of its media that are dropped on arrival; reported when they change. */
  block(participant: string, kinds: readonly SourceKind[], nowMs: number): void;
  /** An authentic RTP packet, decrypted. The room keeps it: its bytes must not change any more. */
  packetFrom(participant: string, packet: Buffer, nowMs: number): void;
  /** An authentic RTCP compound, decrypted. */
  reportFrom(participant: string, compound: Buffer, nowMs: number): void;
  /** Every 20 ms. */
  beat(nowMs: number): void;
}

/** A selective forwarding unit for one room: docs/spec/video-engine.md. It has no sockets, keys or clock of its own. */
export function createVideoRoom(options: VideoRoomOptions): VideoRoom {
  return new ForwardingRoom(options);
}

class ForwardingRoom implements VideoRoom {
  readonly #options: VideoRoomOptions;
  readonly #participants = new Map<string, Participant>();
  /** Participants with sound alone, by their ids. */
  readonly #attached = new Map<string, Attached>();
  readonly #voices: VoiceChoice;
  /** What a voice is, by its id. */
  readonly #spoken = new Map<string, { readonly participant: string; readonly kind: SourceKind }>();
  #beats = 0;

  constructor(options: VideoRoomOptions) {
    this.#options = options;
    this.#voices = new VoiceChoice((voice, talking) => {
      const spoken = this.#spoken.get(voice);
      if (spoken?.kind === "voice") options.onTalking(spoken.participant, talking);
    });
  }

  join(id: string, plan: ParticipantPlan): readonly DescribedSlot[] | undefined {
    const known = this.#participants.get(id);
    if (known !== undefined) {
      known.publisher.setPlan(plan);
      known.receiver.setPlan(plan);
      this.#setVoices(known, plan);
      return known.receiver.described;
    }
    if (this.#isFull) return undefined;
    const participant = this.#create(id, plan);
    this.#participants.set(id, participant);
    this.#setVoices(participant, plan);
    return participant.receiver.described;
  }

  attach(id: string): boolean {
    if (this.#attached.has(id)) return true;
    if (this.#isFull || this.#participants.has(id)) return false;
    const voice = sourceId(id, "voice");
    this.#attached.set(id, { voice, heard: [], isBlocked: false });
    this.#spoken.set(voice, { participant: id, kind: "voice" });
    this.#assignVoices();
    return true;
  }

  soundFrom(id: string, packet: AudioPacket & { readonly level: number }, nowMs: number): void {
    const attached = this.#attached.get(id);
    if (attached === undefined || attached.isBlocked) return;
    const { voice } = attached;
    this.#voices.hear(voice, packet.level);
    if (!this.#voices.isHeard(voice)) return;
    const heard = { ...packet, origin: voice };
    for (const { isConnected, receiver } of this.#participants.values()) if (isConnected) receiver.hear(heard, nowMs);
  }

  connected(id: string, nowMs: number): void {
    const participant = this.#participants.get(id);
    if (participant === undefined || participant.isConnected) return;
    participant.isConnected = true;
    this.#assign(nowMs);
  }

  leave(id: string, nowMs: number): void {
    const attached = this.#attached.get(id);
    if (attached !== undefined) {
      this.#attached.delete(id);
      this.#endVoice(attached.voice);
      return this.#assignVoices();
    }
    const participant = this.#participants.get(id);
    if (participant === undefined) return;
    this.#participants.delete(id);
    participant.receiver.close();
    for (const voice of participant.voices.values()) this.#endVoice(voice);
    this.#assign(nowMs);
    this.#assignVoices();
  }

  show(id: string, tiles: readonly WantedTile[], nowMs: number): void {
    const participant = this.#participants.get(id);
    if (participant === undefined) return;
    participant.receiver.want(tiles.slice(0, MOST_TILES));
    this.#assignTo(participant, nowMs);
    if (participant.isConnected) participant.receiver.choose(nowMs);
  }

  block(id: string, kinds: readonly SourceKind[], nowMs: number): void {
    const attached = this.#attached.get(id);
    const participant = this.#participants.get(id);
    if (attached !== undefined) attached.isBlocked = kinds.includes("voice");
    else if (participant === undefined) return;
    else participant.publisher.block(kinds);
    for (const kind of kinds) this.#voices.remove(sourceId(id, kind));
    this.#assign(nowMs);
    this.#assignVoices();
  }

  packetFrom(id: string, packet: Buffer, nowMs: number): void {
    const participant = this.#participants.get(id);
    const stream = participant?.publisher.read(packet, nowMs);
    if (participant === undefined || stream === undefined) return;
    const { publisher } = participant;
    if (stream.kind === "sound") return this.#sound(participant, stream.section.mid, nowMs);
    const { layer, section } = stream;
    const held =
      stream.kind === "layer" ? layer.receive(publisher.rtp, nowMs) : layer.receiveResent(publisher.rtp, nowMs);
    if (held === undefined) return;
    for (const slot of publisher.pictures[section.kind].slots) slot.forward(held, layer, nowMs);
  }

  reportFrom(id: string, compound: Buffer, nowMs: number): void {
    const participant = this.#participants.get(id);
    if (participant === undefined) return;
    for (const packet of readCompound(compound)) {
      participant.publisher.report(packet, nowMs);
      if (participant.isConnected) participant.receiver.report(packet, nowMs);
    }
  }

  beat(nowMs: number): void {
    this.#beats += 1;
    this.#voices.beat();
    this.#assignVoices();
    const isTenth = this.#beats % BEATS_A_FEEDBACK === 0;
    const isSecond = this.#beats % BEATS_A_REPORT === 0;
    if (isTenth) this.#assign(nowMs);
    for (const participant of this.#participants.values()) {
      const { publisher, receiver, isConnected } = participant;
      if (!isConnected) continue;
      publisher.ask(nowMs, receiver.rttMs);
      if (isTenth) publisher.reportArrivals();
      if (isSecond) publisher.reportReception(nowMs);
      if (isTenth) receiver.choose(nowMs);
      receiver.beat(nowMs);
      if (!isSecond) continue;
      receiver.reportSent(nowMs);
      this.#tellLink(participant, nowMs);
    }
  }

  #create(id: string, plan: ParticipantPlan): Participant {
    const { randomUint32, send, sendReport } = this.#options;
    const report = (packet: Buffer): void => sendReport(id, packet);
    return {
      id,
      publisher: new Publisher({ id, plan, ssrc: randomUint32(), sendReport: report }),
      receiver: new Receiver(plan, {
        randomUint32,
        send: (packet, headerLength) => send(id, packet, headerLength),
        sendReport: report,
      }),
      voices: new Map(),
      isConnected: false,
    };
  }

  #sound(participant: Participant, mid: string, nowMs: number): void {
    const voice = participant.voices.get(mid);
    if (voice === undefined) return;
    const { rtp } = participant.publisher;
    this.#voices.hear(voice, rtp.audioLevel < 0 ? UNTOLD_LEVEL : rtp.audioLevel);
    if (!this.#voices.isHeard(voice)) return;
    const heard: AudioPacket = {
      origin: voice,
      ssrc: rtp.ssrc,
      content: AUDIO,
      codec: "opus",
      sequence: rtp.sequence,
      timestamp: rtp.timestamp,
      marker: rtp.marker,
      payload: rtp.packet.subarray(rtp.payloadStart, rtp.payloadEnd),
      ...(rtp.audioLevel < 0 ? {} : { level: rtp.audioLevel }),
    };
    for (const other of this.#participants.values()) {
      if (other !== participant && other.isConnected) other.receiver.hear(heard, nowMs);
    }
    if (this.#attached.size > 0) this.#options.onSound(heard);
  }

  #setVoices(participant: Participant, { sends }: ParticipantPlan): void {
    const sounds = sends.filter(({ kind }) => kind === "voice" || kind === "screen-sound");
    for (const [mid, voice] of participant.voices) {
      if (sounds.some((section) => section.mid === mid && voice === sourceId(participant.id, section.kind))) continue;
      participant.voices.delete(mid);
      this.#endVoice(voice);
    }
    for (const { mid, kind } of sounds) {
      const voice = sourceId(participant.id, kind);
      participant.voices.set(mid, voice);
      this.#spoken.set(voice, { participant: participant.id, kind });
    }
  }

  #endVoice(voice: string): void {
    this.#voices.remove(voice);
    this.#spoken.delete(voice);
  }

  #assign(nowMs: number): void {
    for (const participant of this.#participants.values()) {
      if (this.#assignTo(participant, nowMs) && participant.isConnected) participant.receiver.choose(nowMs);
    }
  }

  /** Before a participant is connected it has slots, and nobody sends for them. */
  #assignTo(participant: Participant, nowMs: number): boolean {
    if (!participant.isConnected) return false;
    const changed = participant.receiver.assign((tile) => this.#source(participant, tile), nowMs);
    if (changed) this.#tellSlots(participant);
    return changed;
  }

  #source(viewer: Participant, { participant, kind }: WantedTile): PictureSource | undefined {
    return participant === viewer.id ? undefined : this.#participants.get(participant)?.publisher.pictures[kind];
  }

  #assignVoices(): void {
    for (const participant of this.#participants.values()) {
      if (!participant.isConnected) continue;
      const voices = this.#voices.heardBy((voice) => this.#spoken.get(voice)?.participant === participant.id);
      if (participant.receiver.assignVoices(voices)) this.#tellSlots(participant);
    }
    for (const [id, attached] of this.#attached) {
      const voices = this.#voices.heardBy((voice) => voice === attached.voice);
      if (voices.length === attached.heard.length && voices.every((one) => attached.heard.includes(one))) continue;
      attached.heard = voices;
      this.#options.onVoices(id, voices);
    }
  }

  get #isFull(): boolean {
    return this.#participants.size + this.#attached.size >= MOST_PARTICIPANTS;
  }

  #tellLink({ id, publisher, receiver }: Participant, nowMs: number): void {
    const { bandwidth: bitsPerSecond, rttMs } = receiver;
    for (const picture of receiver.stalled(nowMs)) this.#options.onStalled(id, picture);
    this.#options.onLink(id, { lossUp: publisher.takeLoss(), lossDown: receiver.takeLoss(), bitsPerSecond, rttMs });
  }

  #tellSlots({ id, receiver }: Participant): void {
    this.#options.onSlots(
      id,
      receiver.filled((voice) => this.#spoken.get(voice)),
    );
  }
}

interface Participant {
  readonly id: string;
  readonly publisher: Publisher;
  readonly receiver: Receiver;
  /** By section. */
  readonly voices: Map<string, string>;
  isConnected: boolean;
}

interface Attached {
  readonly voice: string;
  heard: readonly string[];
  isBlocked: boolean;
}

const MOST_PARTICIPANTS = 100;
const MOST_TILES = 64;
const BEATS_A_FEEDBACK = 5; // 100 ms
const BEATS_A_REPORT = 50; // 1 s
const UNTOLD_LEVEL = 45; // of a browser without the extension: a quiet voice
