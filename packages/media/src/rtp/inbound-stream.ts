/** Statistics of the stream from one party: counts, jitter and loss as defined in RFC 3550 §6.4.1 and appendix A. */
export interface InboundStream {
  readonly ssrc: number | undefined;
  readonly packetsReceived: number;
  /** Since the start; never negative. */
  readonly packetsLost: number;
  readonly jitterMs: number;
  receive(packet: Arrival, clockRate: number): void;
  /**
   * The block for a receiver report; undefined before the first packet. Each call starts a new interval for the
   * fraction lost.
   */
  report(): ReceptionReport | undefined;
}

export interface Arrival {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
}

export interface ReceptionReport {
  readonly ssrc: number;
  /** Of 256. */
  readonly fractionLost: number;
  readonly packetsLost: number;
  readonly highestSequence: number;
  /** In timestamp ticks. */
  readonly jitter: number;
}

interface Source {
  readonly ssrc: number;
  readonly clockRate: number;
  readonly baseSequence: number;
  cycles: number;
  highest: number;
  received: number;
  jitter: number;
  transit: number;
  expectedBefore: number;
  receivedBefore: number;
}

export function createInboundStream({ now }: { readonly now: () => number }): InboundStream {
  let source: Source | undefined;
  let packetsReceived = 0;
  let lostBefore = 0; // of earlier SSRCs

  const lost = (): number => lostBefore + (source === undefined ? 0 : Math.max(0, expected(source) - source.received));

  return {
    get ssrc() {
      return source?.ssrc;
    },
    get packetsReceived() {
      return packetsReceived;
    },
    get packetsLost() {
      return lost();
    },
    get jitterMs() {
      return source === undefined ? 0 : (source.jitter / source.clockRate) * 1000;
    },
    receive: (packet, clockRate) => {
      packetsReceived += 1;
      const transit = (now() * clockRate) / 1000 - packet.timestamp;
      if (source?.ssrc !== packet.ssrc) {
        lostBefore = lost();
        source = startSource(packet, clockRate, transit);
        return;
      }
      source.received += 1;
      const ahead = (packet.sequence - source.highest) & 0xffff;
      if (ahead !== 0 && ahead < 0x8000) {
        if (packet.sequence < source.highest) source.cycles += 1;
        source.highest = packet.sequence;
      }
      // 32-bit timestamps wrap: take the difference modulo 2^32 around zero.
      const difference = Math.abs(((transit - source.transit + 0x8000_0000) % 0x1_0000_0000) - 0x8000_0000);
      source.transit = transit;
      if (difference < clockRate) source.jitter += (difference - source.jitter) / 16;
    },
    report: () => {
      if (source === undefined) return undefined;
      const expectedInterval = expected(source) - source.expectedBefore;
      const lostInterval = expectedInterval - (source.received - source.receivedBefore);
      source.expectedBefore = expected(source);
      source.receivedBefore = source.received;
      return {
        ssrc: source.ssrc,
        fractionLost:
          expectedInterval === 0 || lostInterval <= 0 ? 0 : Math.floor((lostInterval * 256) / expectedInterval),
        packetsLost: Math.max(0, expected(source) - source.received),
        highestSequence: (source.cycles * 0x1_0000 + source.highest) >>> 0,
        jitter: Math.floor(source.jitter),
      };
    },
  };
}

function startSource(packet: Arrival, clockRate: number, transit: number): Source {
  return {
    ssrc: packet.ssrc,
    clockRate,
    baseSequence: packet.sequence,
    cycles: 0,
    highest: packet.sequence,
    received: 1,
    jitter: 0,
    transit,
    expectedBefore: 0,
    receivedBefore: 0,
  };
}

function expected(source: Source): number {
  return source.cycles * 0x1_0000 + source.highest - source.baseSequence + 1;
}
