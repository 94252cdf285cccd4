import { AppError } from "@callpanel/contract";
import type { Clock } from "../clock.ts";
import { createTokenBucket, type TokenBucket } from "./token-bucket.ts";

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Keys in memory; of more, those asked for last are kept. */
const MOST_COUNTED = 5_000;

/** How often something may be asked for, by key, at this server. @returns throws `request.tooMany` */
export function createRates(clock: Pick<Clock, "now">): (key: string, rate: Rate) => void {
  const buckets = new Map<string, TokenBucket>();
  return (key, rate) => {
    const bucket = buckets.get(key) ?? createTokenBucket({ clock, ...rate });
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > MOST_COUNTED && oldest !== undefined) buckets.delete(oldest);
    if (!bucket.take()) throw new AppError("request.tooMany", { seconds: 1 });
  };
}
