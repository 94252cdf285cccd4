/** A browser's counts of a call's sound (W3C webrtc-stats), as far as it reports them. */
import type { SoundCount } from "../../../model/quality.ts";

/** Undefined while no sound has been received. */
export async function countSound(
  connection: RTCPeerConnection | undefined,
  now: number,
): Promise<SoundCount | undefined> {
  if (!connection) return undefined;
  const reports: Fields[] = [];
  (await connection.getStats()).forEach((report: object) => reports.push({ ...report }));
  const inbound = reports.find(({ type, kind }) => type === "inbound-rtp" && kind === "audio");
  const packetsReceived = numberOf(inbound?.["packetsReceived"]);
  if (packetsReceived === undefined) return undefined;
  // The server is one hop of ours: the pair's own round trip, else what the far end's reports say.
  const pair = reports.find(
    ({ type, nominated, state }) => type === "candidate-pair" && nominated && state === "succeeded",
  );
  const far = reports.find(({ type, kind }) => type === "remote-inbound-rtp" && kind === "audio");
  const roundTrip = numberOf(pair?.["currentRoundTripTime"]) ?? numberOf(far?.["roundTripTime"]);
  return {
    at: now,
    packetsReceived,
    packetsLost: numberOf(inbound?.["packetsLost"]) ?? 0,
    jitterMs: (numberOf(inbound?.["jitter"]) ?? 0) * 1_000,
    roundTripMs: roundTrip === undefined ? undefined : roundTrip * 1_000,
  };
}

type Fields = Partial<Record<string, unknown>>;

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
