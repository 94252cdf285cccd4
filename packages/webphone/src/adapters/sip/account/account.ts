/** The identity of the user agent: its addresses, and the data about it in each of its messages. */
import { nameAddr, NO_PARAMS, parseUri, sipUri } from "@callpanel/sip";
import type { HeaderField, NameAddr, SipUri } from "@callpanel/sip";
import { CONFIGURATION_ERROR } from "../../../ports/user-agent.port.ts";
import type { UserAgentSettings } from "../../../ports/user-agent.port.ts";

/** Characters of a-z and 0-9, from a cryptographic source. */
export type Random = (length: number) => string;

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

export const random: Random = (length) =>
  Array.from(crypto.getRandomValues(new Uint32Array(length)), (value) => ALPHABET[value % ALPHABET.length]).join("");

export const newCallId = (): string => random(22);
const newTag = (): string => random(12);

/** In [0, 1). */
export const fraction = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

export interface Account {
  readonly address: SipUri;
  readonly registrar: SipUri;
  /** Of the Via and the Contact: a name that no resolver knows (RFC 7118 §5.4). */
  readonly host: string;
  readonly contact: NameAddr;
  /** URN of this user agent (RFC 5626 §4.1). */
  readonly instance: string;
  /** In each request and each answer. */
  readonly common: readonly HeaderField[];
  /** A From of this user agent, with a new tag. */
  newFrom(): NameAddr;
  /** Where a dialled number goes. */
  target(number: string): SipUri;
}

export const ALLOW: HeaderField = ["Allow", "INVITE,ACK,CANCEL,BYE,UPDATE,OPTIONS,INFO,NOTIFY,REFER"];
export const METHODS = ["INVITE", "ACK", "CANCEL", "BYE", "UPDATE", "OPTIONS", "INFO", "NOTIFY", "REFER"];
export const SUPPORTED: HeaderField = ["Supported", "replaces,outbound"];
export const SDP = "application/sdp";
/** A host is written as it is: no parameters, headers or line breaks of a dialled text. */
const HOST = /^(?:[a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const SEPARATED = /^[-.()]*\+?[0-9\-.()]+$/;

export function createAccount({ uri, displayName, userAgentName }: UserAgentSettings): Account {
  const parsed = parseUri(/^sips?:/i.test(uri) ? uri : `sip:${uri}`);
  if (parsed?.kind !== "sip" || !parsed.user) {
    const error = new Error(`Invalid value "${uri}" for parameter "uri"`);
    error.name = CONFIGURATION_ERROR;
    throw error;
  }
  const options = parsed.port === undefined ? {} : { port: parsed.port };
  const host = `${random(12)}.invalid`;
  const address = sipUri(parsed.user, parsed.host, options);
  return {
    address,
    registrar: sipUri(undefined, parsed.host, options),
    host,
    contact: nameAddr(sipUri(random(8), host, { params: new Map([["transport", "ws"]]) })),
    instance: `<urn:uuid:${uuid()}>`,
    common: userAgentName === "" ? [] : [["User-Agent", userAgentName]],
    newFrom: () => nameAddr(address, { displayName, params: new Map([["tag", newTag()]]) }),
    target: (number) => {
      const at = number.lastIndexOf("@");
      const host = number.slice(at + 1);
      if (at > 0 && HOST.test(host)) return sipUri(number.slice(0, at), host, { params: NO_PARAMS });
      return sipUri(SEPARATED.test(number) ? number.replace(/[-.()]/g, "") : number, parsed.host, options);
    },
  };
}

/** RFC 9562 §5.4; `crypto.randomUUID` is missing in pages without TLS. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) =>
    (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, "0"),
  ).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
