import type { CallDetails, CallRecord, DivertedCall, SideQuality } from "@callpanel/contract";
import * as z from "zod/mini";
import type { TimeZone } from "../../kernel/text/time-zone.ts";
import type { DivertedRow, ListedCall, StoredCall } from "./call-history.store.ts";

/** The viewer of a call: dates in their time zone, recordings as far as they may hear them. */
export interface Showing {
  readonly zone: TimeZone;
  readonly mayHear: (call: ListedCall, recording: Closable) => boolean;
  /** Whether the viewer may listen to a person's calls. */
  readonly mayListenTo: (userId: number) => boolean;
  /** The viewer. */
  readonly userId: number;
}

/** A recording, or all of a call. */
type Closable = Pick<ListedCall, "isClosed">;

const SECOND_MS = 1_000;
const wholeSeconds = (ms: number): number => Math.max(0, Math.round(ms / SECOND_MS));

/** CDR-9: hosted systems write these letters before a destination that failed. */
const FAILED_DESTINATION = "E_";

/** Spec 1 §3, call history record. */
export function presentCall(call: ListedCall, { zone, mayHear, userId }: Showing): CallRecord {
  const { from, to, answeredAt, endedAt, startedAt } = call;
  return {
    id: call.id,
    call_id: call.callId,
    calldate: zone.iso(startedAt),
    duration: wholeSeconds(endedAt - startedAt),
    talk_duration: answeredAt === null ? null : wholeSeconds(endedAt - answeredAt),
    from: from.number,
    from_name: from.name,
    caller_id: from.userId,
    to: to.number,
    to_name: to.name,
    callee_id: to.userId,
    answered_by: call.answeredBy === undefined ? null : presentParty(call.answeredBy),
    dialled: call.dialledNumber,
    direction: call.direction,
    destination: call.destination,
    disposition: call.disposition,
    failed: call.failed || to.number.startsWith(FAILED_DESTINATION),
    diverted: divertedFrom(call, userId),
    recording: call.isRecorded && mayHear(call, call),
  };
}

/** DIVERT-5 */
function divertedFrom(call: ListedCall, userId: number): CallRecord["diverted"] {
  const own = call.divertedFrom.find((one) => one.userId === userId);
  if (own !== undefined) return { why: own.why, to: own.to, missed: !own.isAnswered };
  const isTaken = call.destination === "voicemail" && forwardersOf(call).at(-1)?.userId === userId;
  return isTaken ? { why: "noAnswer", to: "", missed: true } : null;
}

export const presentDiverted = (row: DivertedRow): DivertedCall => ({
  call_id: row.callId,
  at: row.startedAt,
  number: row.number,
  name: row.name,
  why: row.why,
  to: row.to,
  missed: !row.isAnswered,
});

/** CDR-8 */
export function presentDetails(call: StoredCall, chain: readonly ListedCall[], showing: Showing): CallDetails {
  const { zone, mayHear } = showing;
  const quality = qualityOf(call);
  return {
    ...presentCall(call, showing),
    answered_at: call.answeredAt === null ? null : zone.iso(call.answeredAt),
    ended_at: zone.iso(call.endedAt),
    ended_by: call.endedBy,
    end_reason: call.endReason,
    sip_status: call.sipStatus,
    forwarded_by: forwardersOf(call).map(presentParty),
    sent_by: senderOf(call),
    listened_by: listenersOf(call, showing),
    quality: { caller: presentSide(quality.caller), callee: presentSide(quality.callee) },
    recordings: call.recordings
      .filter((recording) => mayHear(call, recording))
      .map(({ id, startedAt, durationMs, bytes, chapters }) => ({
        id,
        started_at: zone.iso(startedAt),
        duration_ms: durationMs,
        bytes,
        ...(chapters.length > 0 && {
          chapters: chapters.map(({ offsetMs, kind, name }) => ({ offset_ms: offsetMs, kind, name })),
        }),
      })),
    chain: chain.length < 2 ? [] : chain.map((one) => presentCall(one, showing)),
  };
}

/** People of the company who were in it: a recording is theirs, not that of a person who forwarded the call. */
export const speakersOf = ({ from, to, answeredBy }: ListedCall): readonly number[] =>
  [from.userId, to.userId, answeredBy?.userId].flatMap((id) => id ?? []);

/** The same, with people who forwarded it. */
export const peopleOf = (call: ListedCall): readonly number[] => [
  ...speakersOf(call),
  ...forwardersOf(call).flatMap(({ userId }) => userId ?? []),
];

/** The owner of the recording; a closed one has none, so that only people hear it who may hear every call (CONF-35). */
export const hearersOf = (call: ListedCall, { isClosed }: Closable): readonly number[] =>
  isClosed ? [] : speakersOf(call);

const presentParty = ({ number, name, userId }: z.infer<typeof partySchema>) => ({
  number,
  name,
  user_id: userId ?? null,
});

function senderOf({ sentBy }: StoredCall): CallDetails["sent_by"] {
  const read = typeof sentBy !== "string" ? undefined : z.safeParse(partySchema, JSON.parse(sentBy));
  return read?.success === true ? presentParty(read.data) : null;
}

/** CDR-15: visible to people who may listen to that person themselves (RT-42). */
function listenersOf({ listenedBy }: StoredCall, { zone, mayListenTo }: Showing): CallDetails["listened_by"] {
  if (typeof listenedBy !== "string") return [];
  const read = z.safeParse(z.array(listenerSchema), JSON.parse(listenedBy));
  return (read.success ? read.data : [])
    .filter(({ watched }) => typeof watched.userId === "number" && mayListenTo(watched.userId))
    .map(({ listener, watched, mode, from, to }) => ({
      listener: presentParty(listener),
      watched: presentParty(watched),
      mode,
      from: zone.iso(from),
      to: zone.iso(to),
    }));
}

const partySchema = z.object({ number: z.string(), name: z.string(), userId: z.optional(z.nullable(z.number())) });

const listenerSchema = z.object({
  listener: partySchema,
  watched: partySchema,
  mode: z.enum(["monitor", "whisper", "fullbarge"]),
  from: z.number(),
  to: z.number(),
});

function forwardersOf({ forwardedBy }: ListedCall): ReadonlyArray<z.infer<typeof partySchema>> {
  if (forwardedBy === null) return [];
  const read = z.safeParse(z.array(partySchema), JSON.parse(forwardedBy));
  return read.success ? read.data : [];
}

const sideSchema = z.object({
  codec: z.optional(z.nullable(z.string())),
  packetsReceived: z.number(),
  packetsSent: z.number(),
  packetsLost: z.number(),
  jitterMs: z.number(),
  phone: z.optional(
    z.object({
      mos: z.number(),
      jitterMs: z.number(),
      lossPercent: z.number(),
      seconds: z.number(),
      roundTripMs: z.optional(z.number()),
    }),
  ),
});
const qualitySchema = z.object({ caller: z.optional(sideSchema), callee: z.optional(sideSchema) });

function qualityOf({ quality }: StoredCall): z.infer<typeof qualitySchema> {
  if (quality === null) return {};
  const read = z.safeParse(qualitySchema, JSON.parse(quality));
  return read.success ? read.data : {};
}

function presentSide(side: z.infer<typeof sideSchema> | undefined): SideQuality | null {
  if (side === undefined) return null;
  const { phone } = side;
  return {
    codec: side.codec ?? null,
    packets_received: side.packetsReceived,
    packets_sent: side.packetsSent,
    packets_lost: side.packetsLost,
    jitter_ms: side.jitterMs,
    phone:
      phone === undefined
        ? null
        : {
            mos: phone.mos,
            jitter_ms: phone.jitterMs,
            loss_percent: phone.lossPercent,
            seconds: phone.seconds,
            round_trip_ms: phone.roundTripMs ?? null,
          },
  };
}
