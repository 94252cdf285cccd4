import type { AudioAgreement } from "../description/audio-agreement.ts";
import { MediaError } from "../media.port.ts";
import type { RecordedSound } from "../media.port.ts";
import type { RecordRequest } from "../media.protocol.ts";
import { cutRecordingFile } from "../recording/cut.ts";
import { createRecorder } from "../recording/recorder.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { OpenRecordingFile } from "../recording/recording-file.ts";
import { createVoiceWatch } from "../recording/voice-watch.ts";
import type { VoiceWatch } from "../recording/voice-watch.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import type { InboundStream } from "../rtp/inbound-stream.ts";
import type { OutboundStream } from "../rtp/outbound-stream.ts";

/** The recording of one endpoint, at most one at a time. */
export interface EndpointRecording {
  /** Resolves when the recording has ended; throws a `MediaError` when one is already running. */
  start(request: RecordRequest): Promise<RecordedSound>;
  pause(paused: boolean): void;
  /** Stops after all packets that have arrived by now are read. */
  stop(keepMs?: number): void;
  /** An audio packet of the party. */
  said(packet: AudioPacket): void;
  /** Any packet that was sent to the party: what it hears, from any source. */
  heard(header: Buffer, payload: Uint8Array): void;
  /** Call this every 20 ms. */
  beat(): void;
  isRunning(): boolean;
  /** Resolves when all packets that have arrived by now are read. */
  drain(): Promise<void>;
  close(): void;
}

export interface EndpointRecordingOptions {
  readonly now: () => number;
  readonly randomUint32: () => number;
  /** Resolves when the event loop has polled the sockets. */
  readonly nextTurn: () => Promise<void>;
  readonly open: OpenRecordingFile;
  readonly inbound: Pick<InboundStream, "packetsReceived">;
  readonly outbound: Pick<OutboundStream, "ssrc">;
  readonly agreement: () => AudioAgreement | undefined;
  /** Reported while only what the party says is recorded. */
  readonly onTalking: (talking: boolean) => void;
}

/** The operating system delivers about 30 datagrams of a socket per turn: this is more than its buffer holds. */
const MOST_DRAINS = 50;
/** The first turn may have been in progress already. */
const QUIET_TURNS = 2;

export function createEndpointRecording(options: EndpointRecordingOptions): EndpointRecording {
  const { now, nextTurn, open, inbound, outbound, agreement, onTalking } = options;
  let recorder: Recorder | undefined;
  /** Set while only what the party says is recorded. */
  let voice: VoiceWatch | undefined;

  /** When the thread is behind, the socket still holds audio that arrived before the stop command. */
  const drain = async (): Promise<void> => {
    let quiet = 0;
    for (let turns = 0; turns < MOST_DRAINS && quiet < QUIET_TURNS; turns += 1) {
      const before = inbound.packetsReceived;
      await nextTurn();
      quiet = inbound.packetsReceived === before ? quiet + 1 : 0;
    }
  };

  return {
    start: ({ path, sides }) => {
      if (recorder !== undefined) throw new MediaError("busy", "the port is being recorded already");
      const started = createRecorder({ now, serial: options.randomUint32(), path, sides, open, cut: cutRecordingFile });
      recorder = started;
      if (sides === "said") voice = createVoiceWatch(onTalking);
      return started.ended.finally(() => {
        recorder = undefined;
        voice?.close();
        voice = undefined;
      });
    },
    pause: (paused) => recorder?.pause(paused),
    stop: (keepMs) => {
      const stopped = recorder;
      if (stopped !== undefined) void drain().then(() => stopped.stop(keepMs));
    },
    said: (packet) => {
      recorder?.said(packet);
      voice?.take(packet);
    },
    heard: (header, payload) => {
      if (recorder === undefined) return;
      const agreed = agreement();
      if (agreed === undefined || ((header[1] ?? 0) & 0x7f) !== agreed.payloadType) return;
      recorder.heard({ ssrc: outbound.ssrc, codec: agreed.codec, timestamp: header.readUInt32BE(4), payload });
    },
    beat: () => {
      recorder?.beat();
      voice?.beat();
    },
    isRunning: () => recorder !== undefined,
    drain,
    close: () => recorder?.stop(),
  };
}
