import { isToken, skipSpace } from "../text/chars.ts";
import { quote, readToken, readValue } from "../text/params.ts";
import type { Cursor } from "../text/params.ts";

/** An algorithm of RFC 7616 / RFC 8760 as written in a challenge. The `-sess` forms are not offered. */
export type DigestAlgorithm = "MD5" | "SHA-256";

/** The hash of the UTF-8 bytes of a text, in lower-case hex. In Node: `hash(algorithm, text)` of `node:crypto`. */
export type Hash = (algorithm: "md5" | "sha256", text: string) => string;

/** H() of RFC 7616 §3.4.1 for an algorithm. */
export const digestHash = (hash: Hash, algorithm: DigestAlgorithm, text: string): string =>
  hash(algorithm === "MD5" ? "md5" : "sha256", text);

/** HA1 = H(username:realm:password): what a server stores instead of the password, one for each algorithm. */
export const digestHa1 = (
  hash: Hash,
  algorithm: DigestAlgorithm,
  identity: { readonly username: string; readonly realm: string; readonly password: string },
): string => digestHash(hash, algorithm, `${identity.username}:${identity.realm}:${identity.password}`);

export interface DigestInput {
  readonly ha1: string;
  readonly algorithm: DigestAlgorithm;
  readonly method: string;
  /** The `uri` of the credentials, as written. */
  readonly uri: string;
  readonly nonce: string;
  /** Undefined for the form without qop (RFC 2617 §3.2.2.1). */
  readonly qop: { readonly nc: string; readonly cnonce: string } | undefined;
}

/** The `response` value, RFC 7616 §3.4.1 with qop=auth or no qop. */
export const digestResponse = (hash: Hash, { ha1, algorithm, method, uri, nonce, qop }: DigestInput): string => {
  const ha2 = digestHash(hash, algorithm, `${method}:${uri}`);
  const middle = qop === undefined ? nonce : `${nonce}:${qop.nc}:${qop.cnonce}:auth`;
  return digestHash(hash, algorithm, `${ha1}:${middle}:${ha2}`);
};

/** The parameters of `Digest name=value, …`, names in lower case; undefined when malformed or of another scheme. */
export const parseDigestParams = (value: string): ReadonlyMap<string, string> | undefined => {
  const cursor: Cursor = { text: value, at: 0 };
  if (readToken(cursor)?.toLowerCase() !== "digest" || skipSpace(value, cursor.at) === cursor.at) return undefined;
  const params = new Map<string, string>();
  for (;;) {
    cursor.at = skipSpace(value, cursor.at);
    const name = readToken(cursor)?.toLowerCase();
    cursor.at = skipSpace(value, cursor.at);
    if (name === undefined || params.has(name) || value[cursor.at] !== "=") return undefined;
    cursor.at = skipSpace(value, cursor.at + 1);
    const read = readValue(cursor);
    if (read === undefined) return undefined;
    params.set(name, read);
    cursor.at = skipSpace(value, cursor.at);
    if (cursor.at === value.length) return params;
    if (value[cursor.at] !== ",") return undefined;
    cursor.at += 1;
  }
};

// These are written without quotes, RFC 7616 §3.4; all others are quoted.
const BARE = new Set(["algorithm", "stale", "nc"]);

/** `Digest name="value", …`; `bare` names more parameters that are written without quotes. */
export const serializeDigestParams = (params: readonly (readonly [string, string])[], bare = BARE): string =>
  `Digest ${params.map(([name, value]) => `${name}=${bare.has(name) && isToken(value) ? value : quote(value)}`).join(", ")}`;

/** Whether a request may be challenged: ACK and CANCEL cannot be sent again with credentials (RFC 3261 §22.1). */
export const mayChallenge = (method: string): boolean => method !== "ACK" && method !== "CANCEL";

/** The header names of one side: a registrar or UAS (401), or a proxy (407). */
export type AuthRole = "server" | "proxy";

export const challengeName = (role: AuthRole): "WWW-Authenticate" | "Proxy-Authenticate" =>
  role === "server" ? "WWW-Authenticate" : "Proxy-Authenticate";

export const credentialsName = (role: AuthRole): "Authorization" | "Proxy-Authorization" =>
  role === "server" ? "Authorization" : "Proxy-Authorization";

export const isAlgorithm = (text: string): text is DigestAlgorithm => text === "MD5" || text === "SHA-256";
