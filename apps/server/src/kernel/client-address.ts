import { BlockList, isIP, isIPv6 } from "node:net";
import type { IncomingMessage } from "node:http";

/** Tells which proxies are ours, and through them who a request comes from. */
export interface ClientAddress {
  isTrusted(address: string): boolean;
  /** The address limits and locks count by: the nearest one in X-Forwarded-For that no trusted proxy added. */
  of(request: {
    readonly headers: IncomingMessage["headers"];
    readonly socket: { readonly remoteAddress?: string | undefined };
  }): string;
}

/** `trusted`: addresses or networks (`10.0.0.0/8`) of the proxies in front; from anyone else X-Forwarded-For means nothing. */
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
        .map((one) => one.trim())
        .filter((one) => isIP(one) !== 0);
      let address = plainAddress(socket.remoteAddress ?? "");
      while (isTrusted(address)) {
        const before = forwarded.pop();
        if (before === undefined) break;
        address = plainAddress(before);
      }
      return address;
    },
  };
}

/** Whether an address or `network/prefix` can be trusted at all, i.e. is one. */
export function isNetwork(entry: string): boolean {
  const [network = "", prefix, ...rest] = entry.split("/");
  const family = isIP(network);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
}

/** IPv4 seen through an IPv6 socket is IPv4. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

const PRIVATE_NETWORKS = ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"]; // RFC 1918, RFC 4193
const privateNetworks = createClientAddress(PRIVATE_NETWORKS);

/** Whether an address is of this machine or of a private network. */
export const isPrivateAddress = (address: string): boolean => privateNetworks.isTrusted(address);
