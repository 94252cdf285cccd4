import { randomBytes } from "node:crypto";
import type { AudioAgreement } from "../description/audio-agreement.ts";
import type { MediaEvent, RecordedSound } from "../media.port.ts";
import type { RecordRequest, WireSource } from "../media.protocol.ts";
import { AUDIO } from "../rtp/audio-packet.ts";
import { createOutboundStream } from "../rtp/outbound-stream.ts";
import type { OutboundStream, OutboundStreamOptions } from "../rtp/outbound-stream.ts";
import { createEndpointRecording } from "./endpoint-recording.ts";
import type { EndpointOptions } from "./endpoint.ts";
import { createOutgoingAudio } from "./outgoing-audio.ts";

/** The worker's side of a port without a far end: what it says is published, what it hears is only recorded. */
export interface InnerEndpoint {
  say(source: WireSource): void;
  hear(source: WireSource): void;
  record(request: RecordRequest): Promise<RecordedSound>;
  pauseRecording(paused: boolean): void;
  stopRecording(keepMs?: number): void;
  /** Call this every 20 ms. */
  beat(): void;
  close(): void;
}

export type InnerEndpointOptions = Pick<
  EndpointOptions,
  "self" | "now" | "drained" | "switchboard" | "mixer" | "clip" | "openRecordingFile" | "readFile"
> & { readonly emit: (event: Extract<MediaEvent, { kind: "played" }>) => void };

const OPUS: AudioAgreement = {
  codec: "opus",
  payloadType: 96,
  telephoneEvent: undefined,
  telephoneEvents: [],
  direction: "sendrecv",
};

export function createInnerEndpoint(options: InnerEndpointOptions): InnerEndpoint {
  const { self, now, switchboard, emit } = options;
  const stream = (send: OutboundStreamOptions["send"]): OutboundStream => {
    const created = createOutboundStream({ now, randomUint32, send });
    created.setAgreement(OPUS);
    return created;
  };
  const heard = stream((header, payload) => {
    recording.heard(header, payload);
    return true;
  });
  const recording = createEndpointRecording({
    now,
    randomUint32,
    drained: options.drained,
    open: options.openRecordingFile,
    outbound: heard,
    agreement: () => OPUS,
    onTalking: () => undefined,
  });
  const said = stream((header, payload) => {
    switchboard.publish({
      origin: self.id,
      ssrc: said.ssrc,
      content: AUDIO,
      codec: OPUS.codec,
      sequence: header.readUInt16BE(2),
      timestamp: header.readUInt32BE(4),
      marker: (header[1] ?? 0) > 0x7f,
      payload,
    });
    return true;
  });
  const audio = { ...options, agreement: () => OPUS };
  const ears = createOutgoingAudio({ ...audio, outbound: heard, onPlayed: () => undefined });
  const voice = createOutgoingAudio({
    ...audio,
    outbound: said,
    onPlayed: (played) => {
      voice.hear({ kind: "none" });
      emit({ kind: "played", ...played });
    },
  });

  return {
    say: voice.hear,
    hear: ears.hear,
    record: recording.start,
    pauseRecording: recording.pause,
    stopRecording: recording.stop,
    beat: () => {
      voice.beat();
      ears.beat();
      recording.beat();
    },
    close: () => {
      recording.close();
      voice.close();
      ears.close();
    },
  };
}

function randomUint32(): number {
  return randomBytes(4).readUInt32BE(0);
}
