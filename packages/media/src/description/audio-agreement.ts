import { AUDIO_CODECS, codecProfile } from "../codec.ts";
import type { AudioCodec, MediaDirection } from "../media.port.ts";
import type { LocalFormat } from "./local-description.ts";
import type { RemoteDescription, RemoteTelephoneEvent } from "./remote-description.ts";

/** What offer and answer settled on for the audio of one port. */
export interface AudioAgreement {
  readonly codec: AudioCodec;
  /** The number the far end wants to receive the codec under, and uses itself towards us. */
  readonly payloadType: number;
  readonly telephoneEvent: RemoteTelephoneEvent | undefined;
  /** All that may come: Chromium answers with the rate of its codec, and sends at 8000 all the same. */
  readonly telephoneEvents: readonly RemoteTelephoneEvent[];
  /** The number of the header extension in which the far end tells its audio level, if it does. */
  readonly audioLevelId?: number | undefined;
  /** The far end's direction. */
  readonly direction: MediaDirection;
}

/** Numbers for telephone-event when the offer is ours, one per clock rate that a codec of ours may run at. */
const OWN_TELEPHONE_EVENTS: readonly RemoteTelephoneEvent[] = [
  { payloadType: 110, clockRate: 48_000 },
  { payloadType: 126, clockRate: 8000 },
];

/**
 * Settles on one codec, the best in our order among those allowed; one only, so that the far end cannot change codec
 * in mid-call and a bridged leg never receives what it did not negotiate. Undefined when none is common.
 */
export function agree(
  description: RemoteDescription,
  allowed: readonly AudioCodec[] = AUDIO_CODECS,
): AudioAgreement | undefined {
  for (const codec of allowed) {
    const found = description.codecs.find((candidate) => candidate.codec === codec);
    if (found === undefined) continue;
    return {
      codec,
      payloadType: found.payloadType,
      telephoneEvent: pickTelephoneEvent(description.telephoneEvents, codecProfile(codec).clockRate),
      telephoneEvents: description.telephoneEvents,
      audioLevelId: description.audioLevelId,
      direction: description.direction,
    };
  }
  return undefined;
}

/** The formats of an answer. */
export function answerFormats({ codec, payloadType, telephoneEvent }: AudioAgreement): readonly LocalFormat[] {
  return [
    { kind: "codec", codec, payloadType },
    ...(telephoneEvent === undefined ? [] : [{ kind: "telephone-event" as const, ...telephoneEvent }]),
  ];
}

/** The formats of an offer; numbers once agreed are kept, for a number may not change its meaning (RFC 3264 §8.3.2). */
export function offerFormats(
  allowed: readonly AudioCodec[] = AUDIO_CODECS,
  agreed?: AudioAgreement,
): readonly LocalFormat[] {
  const codecs = allowed.map((codec) => ({
    kind: "codec" as const,
    codec,
    payloadType: agreed?.codec === codec ? agreed.payloadType : codecProfile(codec).payloadType,
  }));
  const taken = new Set(codecs.map((format) => format.payloadType));
  const rates = new Set(allowed.map((codec) => codecProfile(codec).clockRate));
  const events = OWN_TELEPHONE_EVENTS.filter(({ clockRate }) => rates.has(clockRate)).map((own) =>
    agreed?.telephoneEvent?.clockRate === own.clockRate ? agreed.telephoneEvent : own,
  );
  return [
    ...codecs,
    ...events
      .filter(({ payloadType }) => !taken.has(payloadType))
      .map((event) => ({ kind: "telephone-event" as const, ...event })),
  ];
}

/** Our direction in answer to theirs (RFC 3264 §6.1). */
export function mirrored(direction: MediaDirection): MediaDirection {
  if (direction === "sendonly") return "recvonly";
  if (direction === "recvonly") return "sendonly";
  return direction;
}

/** The one at the codec's rate (RFC 4733 §2.1), else any: Firefox offers 8000 alone beside Opus. */
function pickTelephoneEvent(
  events: readonly RemoteTelephoneEvent[],
  clockRate: number,
): RemoteTelephoneEvent | undefined {
  return events.find((event) => event.clockRate === clockRate) ?? events[0];
}
