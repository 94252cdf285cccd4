import { BlockList, isIP, isIPv6 } from "node:net";
import type { IncomingMessage } from "node:http";

/** Knows the trusted proxies, and finds the client's address behind them. */
export interface ClientAddress {
  isTrusted(address: string): boolean;
  /** The address for limits and locks: the nearest one in X-Forwarded-For that no trusted proxy has added. */
  of(request: {
    readonly headers: IncomingMessage["headers"];
    readonly socket: { readonly remoteAddress?: string | undefined };
  }): string;
}

/** `trusted`: addresses or networks (`10.0.0.0/8`) of the proxies in front. X-Forwarded-For from other senders is ignored. */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const list = new BlockList();
  for (const entry of trusted) {
    const [network = "", prefix] = entry.split("/");
    const family = isIPv6(network) ? "ipv6" : "ipv4";
    list.addSubnet(network, prefix === undefined ? (family === "ipv6" ? 128 : 32) : Number(prefix), family);
  }
  const isTrusted = (address: string): boolean => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
  };
  return {
    isTrusted,
    of: ({ headers, socket }) => {
      const forwarded = String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .map((one) => withoutPort(one.trim()));
      let address = plainAddress(socket.remoteAddress ?? "");
      while (isTrusted(address)) {
        const before = forwarded.pop();
        // Entries before one that is not an address cannot be trusted.
        if (before === undefined || isIP(before) === 0) break;
        address = plainAddress(before);
      }
      return address;
    },
  };
}

/** Whether a text is an address or `network/prefix`. */
export function isNetwork(entry: string): boolean {
  const [network = "", prefix, ...rest] = entry.split("/");
  const family = isIP(network);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
}

/**
 * The keys for limits: an IPv4 address itself; for IPv6 the network (/64) and the site (/48), because one client has
 * many.
 */
export function networksOf(address: string): { readonly near: string; readonly site: string | undefined } {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return { near: plain, site: undefined };
  const groups = groupsOf(plain);
  return { near: `${groups.slice(0, 4).join(":")}::/64`, site: `${groups.slice(0, 3).join(":")}::/48` };
}

/** A network as it may be stored and shown: of IPv4 the first three numbers (/24), of IPv6 the site (/48). Empty: no address. */
export function shortenedNetwork(address: string): string {
  const { near, site } = networksOf(address);
  if (site !== undefined) return site;
  return isIP(near) === 4 ? near.replace(/\d+$/, "0/24") : "";
}

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): readonly string[] {
  const written = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [head = "", tail] = written.split("::");
  const [before, after] = [head, tail ?? ""].map((half) => (half === "" ? [] : half.split(":")));
  if (before === undefined || after === undefined || tail === undefined) return written.split(":");
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => "0"), ...after];
}

/** Removes the port that some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (entry: string): string => entry.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2");

/** Turns an IPv4-mapped IPv6 address, in any notation, into IPv4. */
function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return address;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join(".");
}

const PRIVATE_NETWORKS = ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"]; // RFC 1918, RFC 4193
const privateNetworks = createClientAddress(PRIVATE_NETWORKS);

/** Whether an address is on this machine or in a private network. */
export const isPrivateAddress = (address: string): boolean => privateNetworks.isTrusted(address);
