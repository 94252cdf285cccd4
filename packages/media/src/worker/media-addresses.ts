import type { networkInterfaces } from "node:os";
import type { WorkerSettings } from "../media.protocol.ts";

export interface MediaAddress {
  /** The address in descriptions. */
  readonly offered: string;
  readonly bound: string;
}

export type AddressSettings = Pick<WorkerSettings, "mediaAddress" | "bindAddress" | "offersOwnAddresses">;

/** Per address family: with many networks the far end would have to check all of them. */
const MOST_OF_A_FAMILY = 2;

/**
 * The addresses that a media port offers now. On loopback the machine's other addresses follow after 127.0.0.1: Firefox
 * makes no pair with a loopback address, and any other address of the same machine works.
 */
export function mediaAddresses(
  { mediaAddress, bindAddress, offersOwnAddresses }: AddressSettings,
  interfaces: ReturnType<typeof networkInterfaces>,
): readonly MediaAddress[] {
  const first = { offered: mediaAddress, bound: bindAddress };
  if (!offersOwnAddresses) return [first];
  const usable = Object.values(interfaces)
    .flatMap((found) => found ?? [])
    .filter(({ address, internal }) => !internal && !isLinkLocal(address) && address !== mediaAddress);
  const ofFamily = (family: "IPv4" | "IPv6"): readonly MediaAddress[] =>
    usable
      .filter((found) => found.family === family)
      .slice(0, MOST_OF_A_FAMILY)
      .map(({ address }) => ({ offered: address, bound: address }));
  return [first, ...ofFamily("IPv4"), ...ofFamily("IPv6")];
}

/** How long a result is used again: reading takes a dozen system calls, and each phone call opens two legs. */
const READ_EVERY_MS = 1_000;

/** `read`, at most once a second; `now`: milliseconds. */
export function readSometimes<Found>(read: () => Found, now: () => number): () => Found {
  let last: { readonly found: Found; readonly at: number } | undefined;
  return () => {
    if (last === undefined || now() - last.at >= READ_EVERY_MS) last = { found: read(), at: now() };
    return last.found;
  };
}

/** RFC 3927, RFC 4291 §2.5.6: an IPv6 link-local address is ambiguous without its interface. */
function isLinkLocal(address: string): boolean {
  return address.startsWith("169.254.") || /^fe[89ab]/i.test(address);
}
