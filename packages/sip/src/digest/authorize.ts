import { headers } from "../text/message.ts";
import type { HeaderField, SipRequest, SipResponse } from "../text/message.ts";
import { serializeUri } from "../text/uri.ts";
import {
  challengeName,
  credentialsName,
  digestHa1,
  digestResponse,
  isAlgorithm,
  parseDigestParams,
  serializeDigestParams,
} from "./digest.ts";
import type { AuthRole, DigestAlgorithm, Hash } from "./digest.ts";

/** Identity for responding to a challenge: with the password, or with the HA1 of one algorithm. */
export type DigestIdentity = { readonly username: string } & (
  | { readonly password: string }
  | {
      readonly ha1: string;
      readonly algorithm: DigestAlgorithm;
      /** The realm of the HA1; a challenge of another one is not answered. Default: any. */
      readonly realm?: string;
    }
);

export interface AuthorizeParts {
  readonly hash: Hash;
  readonly random: (length: number) => string;
  readonly identity: DigestIdentity;
  /** How often the nonce of this challenge was used, including this use. Default 1. */
  readonly count?: number;
}

interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: DigestAlgorithm;
  readonly auth: boolean;
}

/**
 * The client's side: the credentials field for the first challenge of a 401 or 407 that the client supports (RFC 8760
 * §2.4), or undefined when it supports none.
 */
export const authorize = (
  request: SipRequest,
  response: SipResponse,
  parts: AuthorizeParts,
): HeaderField | undefined => {
  const role: AuthRole = response.status === 407 ? "proxy" : "server";
  for (const value of headers(response, challengeName(role))) {
    const challenge = readChallenge(value);
    const ha1 = challenge === undefined ? undefined : ha1For(challenge, parts);
    if (challenge !== undefined && ha1 !== undefined) {
      return [credentialsName(role), answerChallenge(request, challenge, { ...parts, ha1 })];
    }
  }
  return undefined;
};

const readChallenge = (value: string): Challenge | undefined => {
  const params = parseDigestParams(value);
  const realm = params?.get("realm");
  const nonce = params?.get("nonce");
  const algorithm = (params?.get("algorithm") ?? "MD5").toUpperCase();
  if (params === undefined || realm === undefined || nonce === undefined || !isAlgorithm(algorithm)) return undefined;
  const offered = params
    .get("qop")
    ?.split(",")
    .map((one) => one.trim().toLowerCase());
  if (offered !== undefined && !offered.includes("auth")) return undefined;
  return { realm, nonce, opaque: params.get("opaque"), algorithm, auth: offered !== undefined };
};

const ha1For = ({ realm, algorithm }: Challenge, { hash, identity }: AuthorizeParts): string | undefined => {
  if ("password" in identity)
    return digestHa1(hash, algorithm, { username: identity.username, realm, password: identity.password });
  return identity.algorithm === algorithm && (identity.realm ?? realm) === realm ? identity.ha1 : undefined;
};

const CNONCE_LENGTH = 16;
// In credentials qop is written without quotes too, unlike in a challenge (RFC 7616 §3.4).
const BARE = new Set(["algorithm", "qop", "nc"]);

const answerChallenge = (
  request: SipRequest,
  challenge: Challenge,
  parts: AuthorizeParts & { readonly ha1: string },
): string => {
  const { nonce, algorithm, realm, opaque } = challenge;
  const uri = serializeUri(request.uri);
  const nc = (parts.count ?? 1).toString(16).padStart(8, "0");
  const qop = challenge.auth ? { nc, cnonce: parts.random(CNONCE_LENGTH) } : undefined;
  const response = digestResponse(parts.hash, { ha1: parts.ha1, algorithm, method: request.method, uri, nonce, qop });
  const params: (readonly [string, string])[] = [
    ["username", parts.identity.username],
    ["realm", realm],
    ["nonce", nonce],
    ["uri", uri],
    ["response", response],
    ["algorithm", algorithm],
  ];
  if (qop !== undefined) params.push(["qop", "auth"], ["nc", qop.nc], ["cnonce", qop.cnonce]);
  if (opaque !== undefined) params.push(["opaque", opaque]);
  return serializeDigestParams(params, BARE);
};
