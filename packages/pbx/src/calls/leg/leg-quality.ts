/**
 * The audio quality of a leg: the counts of its port, and the phone's own report, X-Call-Quality in its BYE or in its
 * response to ours (CALL-80).
 */
import { header, type SipMessage } from "@callpanel/sip";
import type { MediaPort } from "@callpanel/media";
import type { MaybePromise, Clock, LegQuality, PhoneQuality } from "@callpanel/phone-port";

/** How long to wait for the last counts of the port and for the phone's report before the record is stored without them. */
const STATS_LIMIT_MS = 1_000;

const HEADER = "X-Call-Quality";
const FIELD = /^(mos|jitter|loss|seconds|rtt)=(\d{1,7}(?:\.\d{1,3})?)$/;
const WORST = { mos: 5, loss: 100 } as const;

/**
 * Undefined when there is no report, or when a part of it is invalid: the report comes from the phone and is not
 * trusted.
 */
export function readPhoneQuality(message: SipMessage): PhoneQuality | undefined {
  const value = header(message, HEADER);
  if (value === undefined) return undefined;
  const fields = new Map<string, number>();
  for (const part of value.split(";")) {
    const [, name, figure] = FIELD.exec(part.trim()) ?? [];
    if (name === undefined || fields.has(name)) return undefined;
    fields.set(name, Number(figure));
  }
  const [mos, jitterMs, lossPercent, seconds] = ["mos", "jitter", "loss", "seconds"].map((name) => fields.get(name));
  if (mos === undefined || jitterMs === undefined || lossPercent === undefined || seconds === undefined)
    return undefined;
  if (mos < 1 || mos > WORST.mos || lossPercent > WORST.loss) return undefined;
  const roundTripMs = fields.get("rtt");
  return { mos, jitterMs, lossPercent, seconds, ...(roundTripMs === undefined ? {} : { roundTripMs }) };
}

/** Our own counts until now; undefined: the port does not answer in time. */
export async function qualityNow(port: MediaPort, clock: Clock): Promise<LegQuality | undefined> {
  return inTime(clock, port.stats());
}

/** Our own counts, after which the port is closed, and the phone's report if it arrives in time. */
export async function lastQuality(
  port: MediaPort,
  clock: Clock,
  phoneSays: MaybePromise<PhoneQuality | undefined>,
): Promise<LegQuality | undefined> {
  const counted = inTime(clock, port.stats()).finally(() => port.close());
  const [stats, phone] = await Promise.all([counted, inTime(clock, Promise.resolve(phoneSays))]);
  if (stats === undefined) return undefined;
  const { codec, packetsReceived, packetsSent, packetsLost, jitterMs } = stats;
  return { codec, packetsReceived, packetsSent, packetsLost, jitterMs, ...(phone && { phone }) };
}

async function inTime<T>(clock: Clock, answer: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const stop = clock.setTimeout(() => resolve(undefined), STATS_LIMIT_MS);
    const settle = (value: T | undefined): void => {
      stop();
      resolve(value);
    };
    answer.then(settle, () => settle(undefined));
  });
}
