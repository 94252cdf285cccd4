import { header, headers } from "../text/message.ts";
import type { HeaderField, SipRequest } from "../text/message.ts";
import { parseUri, sameUri, serializeUri } from "../text/uri.ts";
import {
  challengeName,
  credentialsName,
  digestResponse,
  isAlgorithm,
  parseDigestParams,
  serializeDigestParams,
} from "./digest.ts";
import type { AuthRole, DigestAlgorithm, Hash } from "./digest.ts";
import { createNonceBook } from "./nonces.ts";
import type { NonceBookOptions } from "./nonces.ts";

/** Credentials for this realm, well-formed but not verified. */
export interface DigestCredentials {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly algorithm: DigestAlgorithm;
  readonly qop: { readonly nc: string; readonly cnonce: string } | undefined;
}

/** What is stored of a password: HA1 for each algorithm with which the user can be checked. */
export interface Ha1 {
  readonly md5?: string;
  readonly sha256?: string;
}

/**
 * `ok`; `stale`: the password is correct but the nonce is old or its count was used: challenge again with `stale`;
 * `wrong`: challenge again, and count a failed attempt; `badUri`: the digest is for another Request-URI: 400.
 */
export type Verdict = "ok" | "stale" | "wrong" | "badUri";

export interface DigestAuthenticator {
  /** The challenge fields for a 401 or 407, one for each algorithm, each time with a new nonce. */
  challenge(options?: { readonly stale?: boolean }): readonly HeaderField[];
  /** The credentials of a request for this realm; undefined when it has none: challenge it. */
  credentials(request: SipRequest): DigestCredentials | undefined;
  /** Pass undefined for an unknown user: the check then takes as long as for a known one. */
  verify(request: SipRequest, credentials: DigestCredentials, ha1: Ha1 | undefined): Verdict;
}

export interface DigestAuthenticatorOptions extends NonceBookOptions {
  readonly hash: Hash;
  readonly realm: string;
  /** Default: server (401, WWW-Authenticate). */
  readonly role?: AuthRole;
  /**
   * Offered in this order, the preferred one first (RFC 8760 §2.4). Default: SHA-256, then MD5. JsSIP and SIP.js use
   * only the last challenge and know only MD5, so MD5 must be last.
   */
  readonly algorithms?: readonly DigestAlgorithm[];
}

const NO_HA1 = "0".repeat(32);

/** The server's side of digest authentication, RFC 3261 §22 with RFC 7616 and RFC 8760. */
export const createDigestAuthenticator = (options: DigestAuthenticatorOptions): DigestAuthenticator => {
  const { hash, realm, role = "server", algorithms = ["SHA-256", "MD5"] } = options;
  const nonces = createNonceBook(options);

  return {
    challenge: ({ stale = false } = {}) => {
      const nonce = nonces.issue();
      return algorithms.map((algorithm): HeaderField => {
        const params: (readonly [string, string])[] = [
          ["realm", realm],
          ["nonce", nonce],
          ["algorithm", algorithm],
          ["qop", "auth"],
        ];
        if (stale) params.push(["stale", "true"]);
        return [challengeName(role), serializeDigestParams(params)];
      });
    },
    credentials: (request) => {
      for (const value of headers(request, credentialsName(role))) {
        const read = readCredentials(value);
        if (read?.realm === realm && algorithms.includes(read.algorithm)) return read;
      }
      return undefined;
    },
    verify: (request, credentials, ha1) => {
      if (!isForUri(request, credentials.uri)) return "badUri";
      const { algorithm, nonce, uri, qop } = credentials;
      const known = algorithm === "MD5" ? ha1?.md5 : ha1?.sha256;
      const wanted = digestResponse(hash, { ha1: known ?? NO_HA1, algorithm, method: request.method, uri, nonce, qop });
      if (!sameText(wanted, credentials.response) || known === undefined) return "wrong";
      const use = nonces.use(nonce, qop === undefined ? 0 : Number.parseInt(qop.nc, 16));
      return use === "fresh" ? "ok" : "stale";
    },
  };
};

const isForUri = (request: SipRequest, text: string): boolean => {
  if (text === serializeUri(request.uri)) return true;
  const uri = parseUri(text);
  return uri !== undefined && sameUri(uri, request.uri);
};

/** Compares in a time that does not reveal how many characters are equal. */
const sameText = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
};

const RESPONSE = /^[0-9a-f]{32}(?:[0-9a-f]{32})?$/;
const COUNT = /^[0-9a-f]{8}$/i;

/** Reads the credentials of one Authorization value; undefined when malformed or of an unknown kind. */
export const readCredentials = (value: string): DigestCredentials | undefined => {
  const params = parseDigestParams(value);
  if (params === undefined) return undefined;
  const username = params.get("username");
  const realm = params.get("realm");
  const nonce = params.get("nonce");
  const uri = params.get("uri");
  const response = params.get("response")?.toLowerCase() ?? "";
  const algorithm = (params.get("algorithm") ?? "MD5").toUpperCase();
  if (username === undefined || realm === undefined || nonce === undefined || uri === undefined) return undefined;
  if (!isAlgorithm(algorithm) || !RESPONSE.test(response)) return undefined;
  const qop = params.get("qop");
  if (qop === undefined) return { username, realm, nonce, uri, response, algorithm, qop: undefined };
  const nc = params.get("nc") ?? "";
  const cnonce = params.get("cnonce");
  return qop.toLowerCase() === "auth" && COUNT.test(nc) && cnonce !== undefined
    ? { username, realm, nonce, uri, response, algorithm, qop: { nc, cnonce } }
    : undefined;
};

/** Whether a request has credentials of any scheme, for any realm. */
export const hasCredentials = (request: SipRequest, role: AuthRole = "server"): boolean =>
  header(request, credentialsName(role)) !== undefined;
