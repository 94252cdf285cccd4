import { createSocket } from "node:dgram";
import type { Clock } from "../../kernel/clock.ts";
import { createTokenBucket, type TokenBucket } from "../../kernel/guard/token-bucket.ts";
import { answerBinding } from "./binding-answer.ts";

export interface StunServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Limit for an office behind one address: a browser sends about ten requests a call. It also limits responses to forged
 * sources.
 */
const OF_A_SOURCE = { perSecond: 20, burst: 100 } as const;
const OF_ALL = { perSecond: 2_000, burst: 4_000 } as const;
/** Limit of remembered sources; the oldest is dropped first. */
const MOST_SOURCES = 10_000;

/**
 * Sends clients their own public address (RFC 8489), over UDP. With `port` 0 the system chooses one.
 * @throws when the port cannot be opened
 */
export async function openStunServer({
  host,
  port,
  clock,
}: {
  readonly host: string;
  readonly port: number;
  readonly clock: Pick<Clock, "now">;
}): Promise<StunServer> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const mayAnswer = createLimits(clock);
  socket.on("message", (datagram, sender) => {
    const answer = answerBinding(datagram, sender);
    if (answer !== undefined && mayAnswer(sender.address))
      socket.send(answer, sender.port, sender.address, () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", (error) => {
      socket.close();
      reject(error);
    });
    socket.bind(port, host, resolve);
  });
  socket.removeAllListeners("error");
  socket.on("error", () => undefined); // an error of a single datagram
  return {
    port: socket.address().port,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** STUN-3: limits responses per second for each source (for IPv6 its /64), and for all together. */
function createLimits(clock: Pick<Clock, "now">): (address: string) => boolean {
  const all = createTokenBucket({ clock, ...OF_ALL });
  const sources = new Map<string, TokenBucket>();
  return (address) => {
    const source = sourceOf(address);
    const known = sources.get(source);
    const bucket = known ?? createTokenBucket({ clock, ...OF_A_SOURCE });
    if (known === undefined) {
      const [oldest] = sources.keys();
      if (sources.size >= MOST_SOURCES && oldest !== undefined) sources.delete(oldest);
      sources.set(source, bucket);
    }
    return bucket.take() && all.take();
  };
}

const isIpv6 = (address: string): boolean => address.includes(":") && !address.includes(".");

function sourceOf(address: string): string {
  if (!isIpv6(address)) return address;
  const [before = "", after] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [first, last] = [groups(before), groups(after ?? "")];
  const gap = after === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: gap }, () => "0"), ...last].slice(0, 4).join(":");
}
