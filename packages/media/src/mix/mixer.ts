import type { AudioCodec } from "../media.port.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import type { Party, Switchboard } from "../worker/switchboard.ts";
import { createBlend } from "./blend.ts";
import type { Voice } from "./blend.ts";
import { createSpeaker } from "./speaker.ts";
import type { Speaker } from "./speaker.ts";

/**
 * All mixes of one worker. A listener hears the sum of its parties. A party that is heard is decoded once per beat for
 * all listeners, and listeners with the same parties and codec share one encoding.
 */
export interface Mixer {
  seat(listener: MixListener): MixSeat;
  close(): void;
}

/** The output of a mix. */
export interface MixListener {
  readonly codec: () => AudioCodec | undefined;
  /** 20 ms of sound made here. */
  readonly send: (payload: Uint8Array) => void;
  /** A packet of the only party in the mix, in the listener's own codec: no mixing is needed. */
  readonly forward: (packet: AudioPacket) => void;
  /** A digit of the only party in the mix. */
  readonly relayDigit: (packet: AudioPacket) => void;
}

export interface MixSeat {
  /** Sets which parties are heard from now on. */
  hear(parties: readonly MixParty[]): void;
  leave(): void;
}

/** A party, and by what its samples are multiplied for this listener; absent: they are not changed. */
export interface MixParty extends Party {
  readonly factor?: number;
}

export interface MixerOptions {
  readonly switchboard: Switchboard;
  /** Calls `run` every 20 ms; returns a function that stops it. */
  readonly everyBeat: (run: () => void) => () => void;
  readonly silence: (codec: AudioCodec) => Uint8Array | undefined;
  readonly onTalking: (port: string, talking: boolean) => void;
}

/** A party that at least one seat hears. */
interface Source {
  readonly speaker: Speaker;
  readonly seats: Set<Seat>;
  readonly stop: () => void;
}

interface Seat {
  readonly listener: MixListener;
  parties: ReadonlyMap<string, Heard>;
}

interface Heard {
  readonly source: Source;
  readonly factor: number;
}

export function createMixer({ switchboard, everyBeat, silence, onTalking }: MixerOptions): Mixer {
  const sources = new Map<string, Source>();
  const seats = new Set<Seat>();
  const blend = createBlend<Seat>();
  let stopBeat: (() => void) | undefined;

  const open = (party: Party): Source => {
    const speaker = createSpeaker((talking) => onTalking(party.id, talking));
    const listening = new Set<Seat>();
    const stop = switchboard.listen(party, (packet) => {
      speaker.receive(packet);
      for (const seat of listening) pass(seat, packet);
    });
    const source = { speaker, seats: listening, stop };
    sources.set(party.id, source);
    return source;
  };

  const release = (seat: Seat, id: string, source: Source): void => {
    source.seats.delete(seat);
    if (source.seats.size > 0) return;
    sources.delete(id);
    source.stop();
    source.speaker.close();
  };

  const hear = (seat: Seat, parties: readonly MixParty[]): void => {
    const before = seat.parties;
    const after = new Map<string, Heard>();
    for (const { id, worker, factor = 1 } of parties)
      after.set(id, { source: sources.get(id) ?? open({ id, worker }), factor });
    for (const { source } of after.values()) source.seats.add(seat);
    seat.parties = after;
    for (const [id, { source }] of before) {
      if (!after.has(id)) release(seat, id, source);
    }
  };

  const beat = (): void => {
    for (const { speaker } of sources.values()) speaker.beat();
    for (const seat of seats) {
      const codec = seat.listener.codec();
      if (codec === undefined || passes(seat, codec)) continue;
      const voices: Voice[] = [];
      for (const [id, { source, factor }] of seat.parties) {
        const { frame } = source.speaker;
        if (frame !== undefined) voices.push({ id, frame, factor });
      }
      if (voices.length > 0) blend.add(seat, codec, voices);
      else sendSilence(seat.listener, codec);
    }
    blend.encode((seat, payload) => seat.listener.send(payload));
  };

  const sendSilence = (listener: MixListener, codec: AudioCodec): void => {
    const payload = silence(codec);
    if (payload !== undefined) listener.send(payload);
  };

  return {
    seat: (listener) => {
      const seat: Seat = { listener, parties: new Map() };
      seats.add(seat);
      stopBeat ??= everyBeat(beat);
      return {
        hear: (parties) => hear(seat, parties),
        leave: () => {
          hear(seat, []);
          seats.delete(seat);
          blend.forget(seat);
          if (seats.size > 0) return;
          stopBeat?.();
          stopBeat = undefined;
        },
      };
    },
    close: () => {
      stopBeat?.();
      for (const { stop, speaker } of sources.values()) {
        stop();
        speaker.close();
      }
      sources.clear();
      seats.clear();
      blend.close();
    },
  };
}

/** Packets that need no mixing are forwarded unchanged. */
function pass(seat: Seat, packet: AudioPacket): void {
  if (seat.parties.size > 1) return;
  const { listener } = seat;
  if (passes(seat, packet.codec) && packet.codec === listener.codec()) listener.forward(packet);
  else if (packet.content.kind === "telephone-event") listener.relayDigit(packet);
}

/** One party in the listener's own codec, with unchanged loudness, is not a mix. */
function passes(seat: Seat, codec: AudioCodec): boolean {
  if (seat.parties.size !== 1) return false;
  for (const { source, factor } of seat.parties.values()) {
    const { speaker } = source;
    return factor === 1 && (speaker.codec === undefined || speaker.codec === codec);
  }
  return false;
}
