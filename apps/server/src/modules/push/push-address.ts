import { BlockList, isIP, isIPv6 } from "node:net";
import { isPrivateAddress } from "../../kernel/http/client-address.ts";

/**
 * Ranges that are not private, and not on the Internet either: this host, shared (RFC 6598), link-local, test nets, multicast,
 * reserved (RFC 6890).
 */
const SPECIAL = [
  ["0.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["::", 96],
  ["64:ff9b::", 32],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fe80::", 10],
  ["ff00::", 8],
] as const;

const special = new BlockList();
for (const [network, prefix] of SPECIAL) special.addSubnet(network, prefix, isIPv6(network) ? "ipv6" : "ipv4");

/** Whether an address can be a push service's: on the Internet, not of this machine or its networks. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIP(plain) === 0 || /^::ffff:/i.test(plain)) return false;
  return !isPrivateAddress(plain) && !special.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}

/** PUSH-8: whether the endpoint is at exactly this origin. */
export const isAt = (origin: string | undefined, endpoint: string): boolean => {
  if (origin === undefined || !URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  return url.origin === origin && url.username === "" && url.password === "";
};

/**
 * PUSH-3: the endpoint from a browser is untrusted. It must be https at the default port, without credentials, and not an own
 * address or name. The addresses to which a name resolves are checked when a message is sent.
 */
export function isPushAddress(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, port, username, password, hostname } = new URL(endpoint);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return hostname.includes(".") && !/\.(?:local|localhost|internal|home\.arpa|invalid|test)\.?$/i.test(hostname);
}
