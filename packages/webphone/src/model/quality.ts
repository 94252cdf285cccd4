/**
 * How good a call sounds, from what came in the last seconds: the E-model (ITU-T G.107) in the simplification of Cole and
 * Rosenbluth (Voice over IP Performance Monitoring, 2001), for what a browser can measure:
 *
 *   R = 93.2 − Id − Ie,eff
 *   Id = 0.024·Ta + 0.11·(Ta − 177.3) when Ta > 177.3          Ta: one-way delay in ms, mouth to ear
 *   Ie,eff = Ie + (95 − Ie) · Ppl / (Ppl + Bpl)                 G.107 §7.5, random loss; Ppl in percent
 *   MOS = 1 + 0.035·R + R·(R − 60)·(100 − R)·7·10⁻⁶             G.107 Annex B
 */

/** What has been counted since the sound began. */
export interface SoundCount {
  /** ms since epoch. */
  readonly at: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly jitterMs: number;
  /** Undefined is not known, which is not zero. */
  readonly roundTripMs: number | undefined;
}

export type QualityCause = "delay" | "jitter" | "loss";

/** As a person sees it, rounded; it changes only when what is shown changes. */
export type Quality =
  | { readonly mark: "good"; readonly mos: number; readonly roundTripMs: number | undefined }
  | {
      readonly mark: "fair" | "poor";
      readonly cause: QualityCause;
      readonly mos: number;
      readonly roundTripMs: number | undefined;
    }
  /** Nothing was received for 5 s although the far end should be heard. */
  | { readonly mark: "silent" };

/** Sums of what was measured while people talked. */
export interface QualityRecord {
  readonly seconds: number;
  readonly mos: number;
  readonly jitterMs: number;
  readonly roundTripMs: number;
  readonly roundTripSeconds: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
}

export interface QualityState {
  /** The counts of the last seconds, oldest first; empty after a pause. */
  readonly window: readonly SoundCount[];
  /** When the counting began, or sound came last. */
  readonly heardAt: number;
  readonly record: QualityRecord;
  readonly quality: Quality | undefined;
}

/** Loss is what was lost in this time: an old burst is forgotten. */
export const WINDOW_MS = 5_000;
export const SILENCE_MS = 5_000; // issue 3, item 6

/** G.107 Table B.1: users satisfied from R 80 on, many dissatisfied below 60. */
const GOOD_R = 80;
const FAIR_R = 60;

const BASE_R = 93.2; // R of G.107 with everything at its default but the delay
const MIN_MOS = 1;
const MAX_MOS = 4.5;
/** Coding and packing one way, of 20 ms packets (G.114 Annex A). */
const CODEC_DELAY_MS = 25;
/** A jitter buffer settles at about twice the mean jitter. */
const BUFFER_PER_JITTER = 2;
/**
 * Ie and Bpl (G.113 Appendix I for G.711 with concealment). Opus and G.722 have no values on the narrow-band scale: Ie 0, and as
 * robust as concealed G.711.
 */
const CODEC = { impairment: 0, robustness: 25.1 } as const;

const EMPTY: QualityRecord = {
  seconds: 0,
  mos: 0,
  jitterMs: 0,
  roundTripMs: 0,
  roundTripSeconds: 0,
  packetsReceived: 0,
  packetsLost: 0,
};

/** The beginning of the talk: ringing does not count. */
export const newQuality = (now: number): QualityState => ({
  window: [],
  heardAt: now,
  record: EMPTY,
  quality: undefined,
});

/** On hold or while the way is lost nothing is measured, and nothing that came before counts after. */
export const pauseQuality = (state: QualityState, now: number): QualityState => ({
  ...state,
  window: [],
  heardAt: now,
  quality: undefined,
});

/** The state after another count. */
export function stepQuality(state: QualityState, count: SoundCount): QualityState {
  const before = state.window.at(-1);
  // Counters that fall belong to another stream: what came before cannot be compared.
  if (before && count.packetsReceived < before.packetsReceived)
    return stepQuality(pauseQuality(state, count.at), count);
  const came = before === undefined || count.packetsReceived > before.packetsReceived;
  const heardAt = came ? count.at : state.heardAt;
  const window = [...state.window, count].filter(({ at }) => count.at - at <= WINDOW_MS);
  if (count.at - heardAt >= SILENCE_MS) return { ...state, window, heardAt, quality: SILENT };
  const [oldest] = window;
  if (!before || !oldest) return { ...state, window, heardAt };
  const received = count.packetsReceived - oldest.packetsReceived;
  const lost = Math.max(0, count.packetsLost - oldest.packetsLost); // duplicates count below zero (RFC 3550 §6.4.1)
  if (received + lost === 0) return { ...state, window, heardAt };
  const measured = measure({ lossPercent: (100 * lost) / (received + lost), ...count });
  return { window, heardAt, record: add(state.record, measured, before, count), quality: shown(measured) };
}

interface Measured {
  readonly r: number;
  readonly mos: number;
  readonly cause: QualityCause;
  readonly jitterMs: number;
  readonly roundTripMs: number | undefined;
}

interface Impairments {
  readonly lossPercent: number;
  readonly jitterMs: number;
  readonly roundTripMs: number | undefined;
}

/** What is not known impairs nothing; it is not held to be good either, it is just not in the figure. */
export function measure({ lossPercent, jitterMs, roundTripMs }: Impairments): Measured {
  const wayMs = (roundTripMs ?? 0) / 2 + CODEC_DELAY_MS;
  const bufferMs = BUFFER_PER_JITTER * jitterMs;
  const byDelay = delayImpairment(wayMs);
  const byJitter = delayImpairment(wayMs + bufferMs) - byDelay;
  const byLoss = CODEC.impairment + ((95 - CODEC.impairment) * lossPercent) / (lossPercent + CODEC.robustness);
  const r = Math.max(0, BASE_R - byDelay - byJitter - byLoss);
  const worst = Math.max(byDelay, byJitter, byLoss);
  const cause = worst === byLoss ? "loss" : worst === byJitter ? "jitter" : "delay";
  return { r, mos: mosOf(r), cause, jitterMs, roundTripMs };
}

const delayImpairment = (ms: number): number => 0.024 * ms + 0.11 * Math.max(0, ms - 177.3);

const mosOf = (r: number): number =>
  Math.min(MAX_MOS, Math.max(MIN_MOS, 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6));

const SILENT: Quality = { mark: "silent" };

function shown({ r, mos, cause, roundTripMs }: Measured): Quality {
  const figures = {
    mos: Math.round(mos * 10) / 10,
    roundTripMs: roundTripMs === undefined ? undefined : Math.round(roundTripMs / 10) * 10,
  };
  if (r >= GOOD_R) return { mark: "good", ...figures };
  return { mark: r >= FAIR_R ? "fair" : "poor", cause, ...figures };
}

function add(record: QualityRecord, measured: Measured, before: SoundCount, now: SoundCount): QualityRecord {
  const seconds = (now.at - before.at) / 1_000;
  const trip = measured.roundTripMs;
  return {
    seconds: record.seconds + seconds,
    mos: record.mos + measured.mos * seconds,
    jitterMs: record.jitterMs + measured.jitterMs * seconds,
    roundTripMs: record.roundTripMs + (trip ?? 0) * seconds,
    roundTripSeconds: record.roundTripSeconds + (trip === undefined ? 0 : seconds),
    packetsReceived: record.packetsReceived + now.packetsReceived - before.packetsReceived,
    packetsLost: record.packetsLost + Math.max(0, now.packetsLost - before.packetsLost),
  };
}

/** The averages of a call as the value of X-Call-Quality; undefined when nothing was measured. */
export function qualityReport(record: QualityRecord): string | undefined {
  const { seconds, packetsReceived, packetsLost } = record;
  if (seconds <= 0) return undefined;
  const packets = packetsReceived + packetsLost;
  const parts = [
    `mos=${(record.mos / seconds).toFixed(2)}`,
    `jitter=${(record.jitterMs / seconds).toFixed(1)}`,
    `loss=${(packets === 0 ? 0 : (100 * packetsLost) / packets).toFixed(2)}`,
    `seconds=${Math.round(seconds)}`,
  ];
  if (record.roundTripSeconds > 0) parts.push(`rtt=${Math.round(record.roundTripMs / record.roundTripSeconds)}`);
  return parts.join(";");
}

/** Whether both are shown the same. */
export const sameQuality = (a: Quality | undefined, b: Quality | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
