import { codecProfile } from "../codec.ts";
import type { AudioAgreement } from "../description/audio-agreement.ts";
import type { DtmfDigit } from "../media.port.ts";
import { readAudioLevel } from "../rtp/audio-level.ts";
import { AUDIO } from "../rtp/audio-packet.ts";
import type { AudioPacket, PacketContent } from "../rtp/audio-packet.ts";
import { createDtmfReceiver } from "../rtp/dtmf-receiver.ts";
import type { InboundStream } from "../rtp/inbound-stream.ts";
import type { EndpointRecording } from "./endpoint-recording.ts";
import type { Party, Switchboard } from "./switchboard.ts";

/** What one party says: counted, recorded, and published to those who hear it, with the digits it presses. */
export interface IncomingAudio {
  /** A packet without agreement, of another payload type, or without payload is ignored. */
  receive(header: Buffer, payload: Buffer): void;
  /** Reports a digit whose end was lost. Call this about once per second. */
  settle(): void;
}

export interface IncomingAudioOptions {
  readonly self: Party;
  readonly now: () => number;
  readonly inbound: InboundStream;
  readonly switchboard: Switchboard;
  readonly recording: EndpointRecording;
  readonly agreement: () => AudioAgreement | undefined;
  readonly onDigit: (digit: DtmfDigit, durationMs: number) => void;
}

export function createIncomingAudio(options: IncomingAudioOptions): IncomingAudio {
  const { self, now, inbound, switchboard, recording, agreement, onDigit } = options;
  const dtmf = createDtmfReceiver({ now, onDigit });

  return {
    receive: (header, payload) => {
      const agreed = agreement();
      if (agreed === undefined || payload.length === 0) return;
      const second = header[1] ?? 0;
      const content = contentOf(agreed, second & 0x7f);
      if (content === undefined) return;
      const { codec, audioLevelId } = agreed;
      const level = audioLevelId === undefined ? undefined : readAudioLevel(header, audioLevelId);
      const packet: AudioPacket = {
        origin: self.id,
        ssrc: header.readUInt32BE(8),
        content,
        codec,
        sequence: header.readUInt16BE(2),
        timestamp: header.readUInt32BE(4),
        marker: second > 0x7f,
        payload,
        ...(level === undefined ? {} : { level }),
      };
      inbound.receive(packet, codecProfile(codec).clockRate);
      if (content.kind === "telephone-event") {
        const { timestamp, marker } = packet;
        dtmf.receive({ timestamp, marker, payload, clockRate: content.clockRate });
      } else recording.said(packet);
      switchboard.publish(packet);
    },
    settle: dtmf.settle,
  };
}

function contentOf(agreement: AudioAgreement, payloadType: number): PacketContent | undefined {
  if (payloadType === agreement.payloadType) return AUDIO;
  const event = agreement.telephoneEvents.find((one) => one.payloadType === payloadType);
  return event && { kind: "telephone-event", clockRate: event.clockRate };
}
