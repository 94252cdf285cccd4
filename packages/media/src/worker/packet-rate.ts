/** How many packets may be looked at: a second's worth at once, and again as time goes by. */
export interface PacketRate {
  /** Says whether one more is within the rate. */
  take(): boolean;
}

export interface PacketRateOptions {
  /** Milliseconds. */
  readonly now: () => number;
  readonly perSecond: number;
}

export function createPacketRate({ now, perSecond }: PacketRateOptions): PacketRate {
  let left = perSecond;
  let at = now();
  return {
    take: () => {
      const before = at;
      at = now();
      left = Math.min(perSecond, left + ((at - before) * perSecond) / 1000);
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

/** Rates of strangers, each source by itself: what one of them sends takes nothing from another. */
export interface SourceRates {
  /** Says whether one more from this address is within its rate. */
  take(address: string): boolean;
}

/**
 * Holds at most `mostSources` addresses (of IPv6 networks, /64). One that has sent nothing for a second gives way; while there is none,
 * newcomers share one rate.
 */
export function createSourceRates({
  now,
  perSecond,
  mostSources,
}: PacketRateOptions & { readonly mostSources: number }): SourceRates {
  /** The one that sent last at the end. */
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

/** Of IPv6 the /64, of which anybody has all addresses. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined) return before.slice(0, 4).join(":");
  const after = tail === "" ? [] : tail.split(":");
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return [...before, ...gap, ...after].slice(0, 4).join(":");
}
