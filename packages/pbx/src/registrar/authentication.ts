/** Who sends a request: digest for every method, and From must be the sender's own (rules REG-1 to REG-10). */
import { hash } from "node:crypto";
import {
  createDigestAuthenticator,
  type DigestCredentials,
  type Ha1,
  type HeaderField,
  type ServerTransaction,
  type Uri,
} from "@callpanel/sip";
import type { PhoneConnection } from "../connection/connections.ts";
import type { Clock, Directory, DirectoryUser, Log } from "../ports.ts";
import type { PhoneSettings } from "../settings.ts";
import { createLockout } from "./lockout.ts";

export interface Authentication {
  /** The sender; undefined when the request was answered (challenged or refused) or is no longer waiting for an answer. */
  identify(transaction: ServerTransaction, connection: PhoneConnection): Promise<DirectoryUser | undefined>;
  /** Whether a URI is an address of record of this user: their SIP username or extension at the realm. */
  isOwnAddress(uri: Uri, user: DirectoryUser): boolean;
}

interface AuthenticationDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: Directory;
  readonly realm: string;
  readonly settings: PhoneSettings;
  readonly randomText: (length: number) => string;
}

const SECRET_LENGTH = 32;
/** Wrong passwords of one address over all names, as a multiple of what one name may have. */
const ADDRESS_FACTOR = 10;

export function createAuthentication(deps: AuthenticationDeps): Authentication {
  const { clock, log, directory, realm, settings, randomText } = deps;
  const digest = createDigestAuthenticator({
    hash: (algorithm, text) => hash(algorithm, text),
    realm,
    secret: randomText(SECRET_LENGTH),
    now: () => clock.now(),
    random: randomText,
    lifetimeMs: settings.nonceLifetimeMs,
  });
  const limits = { clock, lockMs: settings.authLockMs };
  const byName = createLockout({ ...limits, failuresBeforeLock: settings.authFailuresBeforeLock });
  const byAddress = createLockout({ ...limits, failuresBeforeLock: ADDRESS_FACTOR * settings.authFailuresBeforeLock });
  const domains = new Set([realm, ...settings.domains].map((domain) => domain.toLowerCase()));

  const challenge = (transaction: ServerTransaction, options?: { readonly stale: boolean }): undefined => {
    transaction.respond(401, { headers: digest.challenge(options) });
  };
  const refuse = (transaction: ServerTransaction, text: string, headers: readonly HeaderField[] = []): undefined => {
    transaction.respond(403, { reason: text, headers });
  };

  const ha1Of = async ({ username, algorithm }: DigestCredentials): Promise<Ha1 | undefined> => {
    const ha1 = await directory.credential(realm, username, algorithm);
    if (ha1 === undefined) return undefined;
    return algorithm === "MD5" ? { md5: ha1.toLowerCase() } : { sha256: ha1.toLowerCase() };
  };

  const isOwnAddress = (uri: Uri, user: DirectoryUser): boolean =>
    uri.kind === "sip" && (uri.user === user.sipUsername || uri.user === user.extension) && domains.has(uri.host);

  return {
    isOwnAddress,
    identify: async (transaction, connection) => {
      const { request } = transaction;
      const credentials = digest.credentials(request);
      if (credentials === undefined) return challenge(transaction);
      const address = connection.remoteAddress;
      const source = `${address} ${credentials.username}`;
      const lockedMs = Math.max(byName.lockedMs(source), byAddress.lockedMs(address));
      if (lockedMs > 0)
        return refuse(transaction, "Too many wrong passwords", [["Retry-After", String(Math.ceil(lockedMs / 1_000))]]);

      const verdict = digest.verify(request, credentials, await ha1Of(credentials));
      switch (verdict) {
        case "wrong":
          byName.failed(source);
          byAddress.failed(address);
          log.warn("sip password wrong", { address, username: credentials.username, method: request.method });
          return challenge(transaction);
        case "stale":
          return challenge(transaction, { stale: true });
        case "badUri":
          transaction.respond(400, { reason: "Digest for another address" });
          return undefined;
        case "ok":
          break;
      }
      byName.succeeded(source);
      connection.authenticated();
      const user = await directory.userBySipUsername(realm, credentials.username);
      if (user === undefined || !user.mayUseSoftphone) return refuse(transaction, "No softphone for this user");
      // A gateway says who calls from outside; nobody else is believed.
      const speaksForOthers = user.trunk === true && request.method === "INVITE";
      if (!speaksForOthers && !isOwnAddress(request.from.uri, user)) return refuse(transaction, "From is not yours");
      return transaction.state === "terminated" || transaction.cancelled ? undefined : user;
    },
  };
}
