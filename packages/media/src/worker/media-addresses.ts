import type { networkInterfaces } from "node:os";
import type { WorkerSettings } from "../media.protocol.ts";
import type { MediaAddress } from "./udp-socket.ts";

/** Of each family: a machine with many networks would else have the far end check them all. */
const MOST_OF_A_FAMILY = 2;

/**
 * The addresses that a media port offers now. On loopback the machine's other ones stand after 127.0.0.1: Firefox makes no
 * pair with a loopback address, and any other of the machine it runs on will do.
 */
export function mediaAddresses(
  { mediaAddress, bindAddress, offersOwnAddresses }: WorkerSettings,
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

/** RFC 3927, RFC 4291 §2.5.6: the IPv6 ones name no machine without their interface. */
function isLinkLocal(address: string): boolean {
  return address.startsWith("169.254.") || /^fe[89ab]/i.test(address);
}
