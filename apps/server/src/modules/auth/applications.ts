import { timingSafeEqual } from "node:crypto";
import { AppError, isRedirectAddress } from "@callpanel/contract";
import { tokenDigest } from "../../kernel/secrets/secrets.ts";

/** An application of its own server, registered by the company: a confidential client (RFC 6749 §2.1). */
export interface Application {
  readonly clientId: string;
  readonly name: string;
  readonly realmId: number;
  /** Digest of its secret: 256 random bits, so a plain one is enough. */
  readonly secretDigest: string;
  /** AUTH-54: the secret before a new one, as long as it works still. */
  readonly former?: { readonly digest: string; readonly until: number } | undefined;
  /** Compared as texts (RFC 6749 §3.1.2.3). */
  readonly redirectUris: readonly string[];
}

export interface ApplicationStore {
  byClientId(clientId: string): Promise<Application | undefined>;
}

/**
 * AUTH-51: an application proves itself with its secret, in the Authorization header (RFC 6749 §2.3.1).
 * @throws AppError token.clientSecret
 */
export function checkApplication(
  application: Application,
  { authorization, now }: { readonly authorization: string | undefined; readonly now: number },
): void {
  const given = basicOf(authorization);
  const { clientId, secretDigest, former } = application;
  const digests = [secretDigest, ...(former !== undefined && now < former.until ? [former.digest] : [])];
  const isProven = given?.clientId === clientId && digests.some((digest) => isSecretOf(digest, given.secret));
  if (!isProven) throw new AppError("token.clientSecret");
}

/** AUTH-50: what the form asks, and what this server can redirect to. */
export const isRedirectUri = (text: string): boolean => isRedirectAddress(text) && URL.canParse(text);

/** Both parts have only characters that the form encoding of RFC 6749 §2.3.1 leaves as they are. */
function basicOf(authorization = ""): { readonly clientId: string; readonly secret: string } | undefined {
  const [, encoded] = /^basic ([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const [, clientId, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret };
}

function isSecretOf(digest: string, secret: string): boolean {
  const [given, kept] = [Buffer.from(tokenDigest(secret)), Buffer.from(digest)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}
