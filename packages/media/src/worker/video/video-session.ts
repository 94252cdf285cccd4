import { randomBytes } from "node:crypto";
import { readRoomOffer } from "../../description/room-offer.ts";
import type { SentSection } from "../../description/room-offer.ts";
import type { DtlsCertificate } from "../../dtls/certificate.ts";
import { MediaError } from "../../media.port.ts";
import type { VideoRoomEvent } from "../../video.port.ts";
import type { SourceKind, WantedTile } from "../../video/room/participant-plan.ts";
import { createVideoRoom } from "../../video/video-room.ts";
import type { Party, Switchboard } from "../switchboard.ts";
import type { Ticker } from "../ticker.ts";
import type { WorkerSocket } from "../worker-socket.ts";
import { createAttachedVoice } from "./attached-voice.ts";
import type { AttachedVoice } from "./attached-voice.ts";
import { openParticipantLeg } from "./participant-leg.ts";
import type { ParticipantLeg } from "./participant-leg.ts";

/** A video room in its worker: the forwarding core, joined to one transport for each participant. */
export interface VideoSession {
  /** Returns the answer. Rejects with a `MediaError`; what was before goes on then. */
  join(participant: string, offer: string, sends: readonly SentSection[]): Promise<string>;
  show(participant: string, tiles: readonly WantedTile[]): void;
  /** Holds until the participant leaves, also before it joins and when its transport fails. */
  block(participant: string, kinds: readonly SourceKind[]): void;
  /** A participant with sound only: that of an open port, or none. `voices` reports the voices that it hears. */
  attach(participant: string, voice: Party | undefined): void;
  leave(participant: string): void;
  close(): void;
}

export interface VideoSessionOptions {
  /** Of this room: voices are published under it. */
  readonly id: string;
  readonly switchboard: Pick<Switchboard, "listen" | "publish">;
  readonly socket: WorkerSocket;
  readonly certificate: DtlsCertificate;
  readonly ticker: Ticker;
  /** Epoch ms with fractions that never step back. */
  readonly now: () => number;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
  readonly emit: (event: VideoRoomEvent) => void;
}

/** Somebody in the room; its first offer opens the transport. */
interface Present {
  readonly id: string;
  leg: ParticipantLeg | undefined;
  tiles: readonly WantedTile[];
  /** Descriptions are answered one after the other. */
  latest: Promise<unknown>;
  /** It is in the room, and stays there when a later offer is refused. */
  isAnswered: boolean;
  isGone: boolean;
}

export function createVideoSession(options: VideoSessionOptions): VideoSession {
  const { now, emit } = options;
  const present = new Map<string, Present>();
  const blocked = new Map<string, readonly SourceKind[]>();
  const attached = new Map<string, { readonly port: string | undefined; readonly voice: AttachedVoice | undefined }>();
  let beats = 0;
  let isClosed = false;

  /** Under which id a voice of the room can be heard: telephones hear each other directly. */
  const heardAs = (voice: string): string => {
    const [participant = ""] = voice.split("/");
    return attached.get(participant)?.port ?? `${options.id}/${voice}`;
  };

  const room = createVideoRoom({
    randomUint32: () => randomBytes(4).readUInt32BE(0),
    send: (id, packet, headerLength) => present.get(id)?.leg?.send(packet, headerLength),
    sendReport: (id, packet) => present.get(id)?.leg?.sendReport(packet),
    onSlots: (participant, slots) => emit({ kind: "slots", participant, slots }),
    onTalking: (participant, talking) => emit({ kind: "talking", participant, talking }),
    onStalled: (participant, picture) => emit({ kind: "stalled", participant, picture }),
    onLink: (participant, link) => emit({ kind: "link", participant, ...link }),
    onVoices: (participant, voices) =>
      emit({ kind: "voices", participant, voices: voices.map((voice) => ({ id: heardAs(voice) })) }),
    onSound: (packet) => options.switchboard.publish({ ...packet, origin: heardAs(packet.origin) }),
  });

  const remove = (one: Present): void => {
    one.isGone = true;
    if (present.get(one.id) === one) present.delete(one.id);
    one.leg?.close();
    room.leave(one.id, now());
  };

  const detach = (id: string): void => {
    attached.get(id)?.voice?.close();
    attached.delete(id);
    room.leave(id, now());
  };

  const openLeg = (one: Present): Promise<ParticipantLeg> => {
    const { id } = one;
    return openParticipantLeg({
      ...options,
      onConnected: () => {
        room.connected(id, now());
        emit({ kind: "connected", participant: id });
      },
      onFailed: (reason) => {
        if (one.isGone) return;
        remove(one);
        emit({ kind: "failed", participant: id, reason });
      },
      onPacket: (packet) => room.packetFrom(id, packet, now()),
      onReport: (compound) => room.reportFrom(id, compound, now()),
    });
  };

  const answer = async (one: Present, sdp: string, sends: readonly SentSection[]): Promise<string> => {
    const offer = readRoomOffer(sdp, sends);
    const leg = one.leg ?? (await openLeg(one));
    if (one.isGone || isClosed) {
      leg.close();
      throw new MediaError("closed", "the participant has left");
    }
    one.leg = leg;
    const described = room.join(one.id, offer.plan);
    if (described === undefined) throw new MediaError("busy", "the room is full");
    room.block(one.id, blocked.get(one.id) ?? [], now());
    room.show(one.id, one.tiles, now());
    one.isAnswered = true;
    return leg.answer(offer, described);
  };

  const join = async (id: string, sdp: string, sends: readonly SentSection[]): Promise<string> => {
    if (isClosed) throw new MediaError("closed", "the room is closed");
    const one = present.get(id) ?? newPresent(id);
    present.set(id, one);
    const answered = one.latest.then(() => answer(one, sdp, sends));
    const settled = answered.catch(() => undefined);
    one.latest = settled;
    try {
      return await answered;
    } catch (error) {
      if (!one.isAnswered && one.latest === settled) remove(one);
      throw error;
    }
  };

  const stopBeat = options.ticker.subscribe(() => {
    beats += 1;
    for (const { voice } of attached.values()) voice?.beat();
    room.beat(now());
    if (beats % BEATS_A_LOOK === 0) for (const { leg } of present.values()) leg?.look();
  });

  return {
    join,
    show: (id, tiles) => {
      const one = present.get(id);
      if (one === undefined) return;
      one.tiles = tiles;
      room.show(id, tiles, now());
    },
    block: (id, kinds) => {
      blocked.set(id, kinds);
      room.block(id, kinds, now());
    },
    attach: (id, party) => {
      if (attached.has(id) || !room.attach(id)) return;
      const onSound: Parameters<typeof createAttachedVoice>[0]["onSound"] = (packet) =>
        room.soundFrom(id, packet, now());
      const voice = party && createAttachedVoice({ party, switchboard: options.switchboard, onSound });
      attached.set(id, { port: party?.id, voice });
      room.block(id, blocked.get(id) ?? [], now());
    },
    leave: (id) => {
      blocked.delete(id);
      if (attached.has(id)) return detach(id);
      const one = present.get(id);
      if (one !== undefined) remove(one);
    },
    close: () => {
      isClosed = true;
      stopBeat();
      for (const id of attached.keys()) detach(id);
      for (const one of present.values()) remove(one);
    },
  };
}

function newPresent(id: string): Present {
  return { id, leg: undefined, tiles: [], latest: Promise.resolve(), isAnswered: false, isGone: false };
}

const BEATS_A_LOOK = 50; // a second
