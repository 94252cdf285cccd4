/** How many packets may be processed: a burst of one second's worth, which refills over time. */
export interface PacketRate {
  /** Returns whether one more is within the rate. */
  take(): boolean;
}

export interface PacketRateOptions {
  /** Milliseconds. */
  readonly now: () => number;
  /** Asked for each packet. */
  readonly perSecond: () => number;
}

export function createPacketRate({ now, perSecond }: PacketRateOptions): PacketRate {
  let left = perSecond();
  let at = now();
  return {
    take: () => {
      const before = at;
      at = now();
      const most = perSecond();
      left = Math.min(most, left + ((at - before) * most) / 1000);
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

/** Rates of unknown senders, one for each source: one source cannot use up the rate of another. */
export interface SourceRates {
  /** Returns whether one more from this address is within its rate. */
  take(address: string): boolean;
}

/**
 * Holds at most `mostSources` addresses (for IPv6 networks, /64). A source that has sent nothing for a second is
 * replaced; while there is no such source, new ones share one rate.
 */
export function createSourceRates({
  now,
  perSecond,
  mostSources,
}: PacketRateOptions & { readonly mostSources: number }): SourceRates {
  /** The source that sent last is at the end. */
  const sources = new Map<string, { readonly rate: PacketRate; at: number }>();
  const others = createPacketRate({ now, perSecond });

  const rateOf = (source: string): PacketRate => {
    const known = sources.get(source);
    sources.delete(source);
    const [oldest] = sources;
    const isFull = sources.size >= mostSources;
    if (known === undefined && isFull && oldest !== undefined) {
      if (now() - oldest[1].at < 1_000) return others;
      sources.delete(oldest[0]);
    }
    const rate = known?.rate ?? createPacketRate({ now, perSecond });
    sources.set(source, { rate, at: now() });
    return rate;
  };
  return { take: (address) => rateOf(networkOf(address)).take() };
}

/** For IPv6 the /64, because one host can have all addresses of it. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined) return before.slice(0, 4).join(":");
  const after = tail === "" ? [] : tail.split(":");
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return [...before, ...gap, ...after].slice(0, 4).join(":");
}
