import type { AudioAgreement } from "../description/audio-agreement.ts";
import type { AudioCodec, DtmfDigit, Prompt } from "../media.port.ts";
import type { WireSource } from "../media.protocol.ts";
import { clipFrame, clipName } from "../prompt/clip.ts";
import type { Clip } from "../prompt/clip.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import { createDtmfSender } from "../rtp/dtmf-sender.ts";
import { createFilePlayer } from "../playback/file-player.ts";
import type { FilePlayer } from "../playback/file-player.ts";
import type { OutboundStream } from "../rtp/outbound-stream.ts";
import type { MixParty, MixSeat, Mixer } from "../mix/mixer.ts";
import { rescaleTelephoneEvent } from "../rtp/telephone-event.ts";
import type { Party, Switchboard } from "./switchboard.ts";

/** What one party hears: another party, several, itself, a prompt, a file or nothing, with digits in between. */
export interface OutgoingAudio {
  hear(source: WireSource): void;
  /** Does nothing when the party did not negotiate telephone-event. */
  sendDigit(digit: DtmfDigit, durationMs: number): void;
  /** Call this every 20 ms. */
  beat(): void;
  close(): void;
}

export interface OutgoingAudioOptions {
  readonly self: Party;
  readonly outbound: OutboundStream;
  readonly switchboard: Switchboard;
  readonly mixer: Mixer;
  readonly agreement: () => AudioAgreement | undefined;
  readonly clip: (codec: AudioCodec, prompt: Prompt) => Clip | undefined;
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** A file was played to its end, or cannot be played. */
  readonly onPlayed: (played: { readonly path: string; readonly token?: number; readonly failure?: string }) => void;
}

type FileSource = Extract<WireSource, { kind: "file" }>;

type Hearing =
  | { readonly kind: "nothing" }
  | { readonly kind: "party"; readonly stop: () => void }
  | { readonly kind: "mix"; readonly seat: MixSeat }
  | { readonly kind: "file"; readonly player: FilePlayer; readonly origin: string }
  | { readonly kind: "prompt"; readonly prompt: Prompt; readonly origin: string; beat: number };

const SILENCE: Prompt = { kind: "silence" };
const DIGIT_BEATS = 3; // after 60 ms without a packet a relayed digit is over, or its end is lost

export function createOutgoingAudio(options: OutgoingAudioOptions): OutgoingAudio {
  const { self, outbound, switchboard, mixer, agreement, clip, readFile, onPlayed } = options;
  const digits = createDtmfSender();
  let hearing: Hearing = { kind: "nothing" };
  let madeSources = 0; // prompts and files
  let relayingDigit = 0; // beats for which mixed audio waits

  const forward = (packet: AudioPacket): void => {
    if (!digits.busy) outbound.forward(packet);
  };

  const sendMixed = (payload: Uint8Array): void => {
    if (!digits.busy && relayingDigit === 0) outbound.sendFrame("mix", payload);
  };

  const relayDigit = (packet: AudioPacket): void => {
    const rate = agreement()?.telephoneEvent?.clockRate;
    if (digits.busy || rate === undefined || packet.content.kind !== "telephone-event") return;
    relayingDigit = DIGIT_BEATS;
    const { ssrc, timestamp, payload, content } = packet;
    outbound.sendEvent(`relayed ${ssrc} ${timestamp}`, rescaleTelephoneEvent(payload, content.clockRate, rate));
  };

  const stop = (): void => {
    if (hearing.kind === "party") hearing.stop();
    if (hearing.kind === "mix") hearing.seat.leave();
    if (hearing.kind === "file") hearing.player.close();
    hearing = { kind: "nothing" };
  };

  const hearMix = (parties: readonly MixParty[]): void => {
    const codec = (): AudioCodec | undefined => agreement()?.codec;
    const seat = mixer.seat({ codec, send: sendMixed, forward, relayDigit });
    hearing = { kind: "mix", seat };
    seat.hear(parties);
  };

  /** A peer with another codec becomes a mix of one from its first packet on; the mix gets that packet as well. */
  const hearPeer = (party: Party): void => {
    const stopPeer = switchboard.listen(party, (packet) => {
      if (packet.codec === agreement()?.codec) return forward(packet);
      stop();
      hearMix([party]);
    });
    hearing = { kind: "party", stop: stopPeer };
  };

  const hearPrompt = (prompt: Prompt): void => {
    madeSources += 1;
    hearing = { kind: "prompt", prompt, origin: `${clipName(prompt)} ${madeSources}`, beat: 0 };
  };

  const hearFile = ({ path, fromMs = 0, token }: FileSource): void => {
    madeSources += 1;
    const player = createFilePlayer({ sound: readFile(path), fromMs });
    hearing = { kind: "file", player, origin: `file ${madeSources}` };
    void player.ended.then((how) => {
      // Another source may have replaced it.
      if (hearing.kind !== "file" || hearing.player !== player) return;
      stop();
      hearPrompt(SILENCE);
      onPlayed({ path, ...(token === undefined ? {} : { token }), ...how });
    });
  };

  const playFile = (): void => {
    const codec = agreement()?.codec;
    if (hearing.kind !== "file" || codec === undefined) return;
    const frame = hearing.player.next(codec);
    if (frame !== undefined) outbound.sendFrame(hearing.origin, frame);
  };

  const playPrompt = (): void => {
    const codec = agreement()?.codec;
    if (hearing.kind !== "prompt" || codec === undefined) return;
    const playing = clip(codec, hearing.prompt);
    const frame = playing === undefined ? undefined : clipFrame(playing, hearing.beat);
    hearing.beat += 1;
    if (frame !== undefined) outbound.sendFrame(hearing.origin, frame);
  };

  const playDigit = (): void => {
    const packet = digits.beat(agreement()?.telephoneEvent?.clockRate ?? 8000);
    if (packet !== undefined) outbound.sendEvent(`digit ${packet.press}`, packet.payload);
  };

  return {
    hear: (source) => {
      if (source.kind === "mix" && hearing.kind === "mix") return hearing.seat.hear(source.parties);
      stop();
      switch (source.kind) {
        case "none":
          return;
        case "mix":
          return hearMix(source.parties);
        case "echo":
          hearing = { kind: "party", stop: switchboard.listen(self, forward) };
          return;
        case "peer":
          return hearPeer({ id: source.port, worker: source.worker });
        case "file":
          return hearFile(source);
        case "prompt":
          return hearPrompt(source.prompt);
      }
    },
    sendDigit: (digit, durationMs) => {
      if (agreement()?.telephoneEvent !== undefined) digits.queue(digit, durationMs);
    },
    beat: () => {
      relayingDigit = Math.max(0, relayingDigit - 1);
      if (digits.busy) return playDigit();
      playPrompt();
      playFile();
    },
    close: stop,
  };
}
