import { AUDIO_CODECS, codecProfile } from "../codec.ts";
import type { AudioCodec, MediaDirection } from "../media.port.ts";
import type { LocalFormat } from "./local-description.ts";
import type { RemoteDescription, RemoteTelephoneEvent } from "./remote-description.ts";

/** The result of offer and answer for the audio of one port. */
export interface AudioAgreement {
  readonly codec: AudioCodec;
  /** The payload type with which the far end wants to receive the codec, and which it also sends. */
  readonly payloadType: number;
  readonly telephoneEvent: RemoteTelephoneEvent | undefined;
  /** All formats that may arrive: Chromium answers with the rate of its codec, and sends at 8000 anyway. */
  readonly telephoneEvents: readonly RemoteTelephoneEvent[];
  /** The id of the header extension with the far end's audio level, if it sends one. */
  readonly audioLevelId?: number | undefined;
  /** The far end's direction. */
  readonly direction: MediaDirection;
}

/** Payload types for telephone-event in our offers, one per clock rate of our codecs. */
const OWN_TELEPHONE_EVENTS: readonly RemoteTelephoneEvent[] = [
  { payloadType: 110, clockRate: 48_000 },
  { payloadType: 126, clockRate: 8000 },
];

/**
 * Chooses one codec, the best in our order among the allowed ones. It is only one, so that the far end cannot change
 * the codec during a call and a bridged leg never receives a codec that it did not negotiate. Undefined without a
 * common codec.
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

/**
 * The formats of an offer. Payload types that were agreed before are kept, because a type must not change its meaning
 * (RFC 3264 §8.3.2).
 */
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

/** Our direction in response to theirs (RFC 3264 §6.1). */
export function mirrored(direction: MediaDirection): MediaDirection {
  if (direction === "sendonly") return "recvonly";
  if (direction === "recvonly") return "sendonly";
  return direction;
}

/** The one at the codec's rate (RFC 4733 §2.1), otherwise any: Firefox offers only 8000 together with Opus. */
function pickTelephoneEvent(
  events: readonly RemoteTelephoneEvent[],
  clockRate: number,
): RemoteTelephoneEvent | undefined {
  return events.find((event) => event.clockRate === clockRate) ?? events[0];
}
