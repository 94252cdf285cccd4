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
  close(): void;
}

export interface EndpointRecordingOptions {
  readonly now: () => number;
  readonly randomUint32: () => number;
  /** Resolves when all packets that have arrived by now are read. */
  readonly drained: () => Promise<void>;
  readonly open: OpenRecordingFile;
  readonly outbound: Pick<OutboundStream, "ssrc">;
  readonly agreement: () => AudioAgreement | undefined;
  /** Reported while only what the party says is recorded. */
  readonly onTalking: (talking: boolean) => void;
}

export function createEndpointRecording(options: EndpointRecordingOptions): EndpointRecording {
  const { now, drained, open, outbound, agreement, onTalking } = options;
  let recorder: Recorder | undefined;
  /** Set while only what the party says is recorded. */
  let voice: VoiceWatch | undefined;

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
      // When the thread is behind, the socket still holds audio that arrived before the stop command.
      if (stopped !== undefined) void drained().then(() => stopped.stop(keepMs));
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
    close: () => recorder?.stop(),
  };
}
