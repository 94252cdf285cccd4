import type { MeetingServerFrame } from "@callpanel/contract";

type Quality = Omit<Extract<MeetingServerFrame, { type: "quality" }>, "type">;
type Level = Quality["level"];

/** One second of a connection, as the port of video rooms measures it. */
export interface MeasuredLink {
  /** 0 to 1 */
  readonly lossUp: number;
  readonly lossDown: number;
  readonly bitsPerSecond: number;
  readonly rttMs: number;
}

/** MEET-42: seconds in a row until a worse or a better level is reported. */
const WORSE_AFTER = 2;
const BETTER_AFTER = 5;
const FAIR_LOSS = 0.03;
const BAD_LOSS = 0.1;
const FAIR_RTT_MS = 400;
const BAD_BITS_PER_SECOND = 100_000;

export class LinkQuality {
  #told: Quality = { level: 3, cause: null };
  #lastLevel: Level = 3;
  #seconds = 0;

  /** @returns the level to report, if it has changed */
  take(link: MeasuredLink): Quality | undefined {
    const now = qualityOf(link);
    this.#seconds = now.level === this.#lastLevel ? this.#seconds + 1 : 1;
    this.#lastLevel = now.level;
    const needed = now.level < this.#told.level ? WORSE_AFTER : BETTER_AFTER;
    const isSame = now.level === this.#told.level && now.cause === this.#told.cause;
    if (isSame || this.#seconds < needed) return undefined;
    this.#told = now;
    return now;
  }
}

function qualityOf({ lossUp, lossDown, bitsPerSecond, rttMs }: MeasuredLink): Quality {
  const loss = Math.max(lossUp, lossDown);
  const isSlow = bitsPerSecond < BAD_BITS_PER_SECOND;
  const level: Level = loss >= BAD_LOSS || isSlow ? 1 : loss >= FAIR_LOSS || rttMs >= FAIR_RTT_MS ? 2 : 3;
  if (level === 3) return { level, cause: null };
  if (loss < FAIR_LOSS) return { level, cause: isSlow ? "down" : null };
  return { level, cause: lossUp > lossDown ? "up" : "down" };
}
