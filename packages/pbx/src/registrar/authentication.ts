/** The sender of a request: digest for every method, and From must be the sender's own address (rules REG-1 to REG-10). */
import { hash } from "node:crypto";
import {
  createDigestAuthenticator,
  header,
  type DigestCredentials,
  type Ha1,
  type HeaderField,
  type ServerTransaction,
  type SipRequest,
  type Uri,
  type Verdict,
} from "@callpanel/sip";
import type { PhoneConnection } from "../connection/connections.ts";
import type { Clock, Directory, DirectoryUser, GuessGuard, Log, SipCredential } from "@callpanel/phone-port";
import type { PhoneSettings } from "../settings.ts";

export interface Authentication {
  /** The sender; undefined when a response was sent (challenge or refusal) or the request no longer waits for one. */
  identify(transaction: ServerTransaction, connection: PhoneConnection): Promise<DirectoryUser | undefined>;
  /** Whether a URI is an address of record of this user: their SIP username or extension at the realm. */
  isOwnAddress(uri: Uri, user: DirectoryUser): boolean;
}

interface AuthenticationDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: Directory;
  readonly guard: GuessGuard;
  readonly realm: string;
  readonly settings: PhoneSettings;
  readonly randomText: (length: number) => string;
}

interface Judgement {
  readonly verdict: Verdict;
  /** The id of the credential; empty when none matches. */
  readonly credentialId: string;
}

const SECRET_LENGTH = 32;
const USER_AGENT_LENGTH = 128;

export function createAuthentication(deps: AuthenticationDeps): Authentication {
  const { clock, log, directory, guard, realm, settings, randomText } = deps;
  const digest = createDigestAuthenticator({
    hash: (algorithm, text) => hash(algorithm, text),
    realm,
    secret: randomText(SECRET_LENGTH),
    now: () => clock.now(),
    random: randomText,
    lifetimeMs: settings.nonceLifetimeMs,
  });
  const inTurn = createTurns();
  const domains = new Set([realm, ...settings.domains].map((domain) => domain.toLowerCase()));

  const challenge = (transaction: ServerTransaction, options?: { readonly stale: boolean }): undefined => {
    transaction.respond(401, { headers: digest.challenge(options) });
  };
  const refuse = (transaction: ServerTransaction, text: string, headers: readonly HeaderField[] = []): undefined => {
    transaction.respond(403, { reason: text, headers });
  };

  const judgeBy = (
    request: SipRequest,
    presented: DigestCredentials,
    { id, ha1 }: SipCredential,
  ): Judgement | undefined => {
    const known: Ha1 = presented.algorithm === "MD5" ? { md5: ha1.toLowerCase() } : { sha256: ha1.toLowerCase() };
    const verdict = digest.verify(request, presented, known);
    return verdict === "wrong" ? undefined : { verdict, credentialId: id };
  };

  /** Checks the credentials of the user one after the other. */
  const judge = async (request: SipRequest, presented: DigestCredentials): Promise<Judgement> => {
    for (const one of await directory.credentials(realm, presented.username, presented.algorithm)) {
      const judgement = judgeBy(request, presented, one);
      if (judgement !== undefined) return judgement;
    }
    return { verdict: digest.verify(request, presented, undefined), credentialId: "" };
  };

  /** REG-56: what a REGISTER binds ends with its connection, and that ends with the secret that opened it. */
  const judgeRefresh = (
    request: SipRequest,
    presented: DigestCredentials,
    connection: PhoneConnection,
  ): Judgement | undefined => {
    if (request.method !== "REGISTER") return undefined;
    const { username: sipUsername, algorithm } = presented;
    const credentialId = connection.credentialOf(sipUsername);
    if (credentialId === "") return undefined;
    const known = directory.knownCredential?.(realm, { sipUsername, credentialId, algorithm });
    return known && judgeBy(request, presented, known);
  };

  /**
   * A connection that has authenticated with the name is not locked and not counted: a phone that signs off when its
   * secret has just ended must not lock the next sign-in.
   */
  const isProved = (connection: PhoneConnection, name: string): boolean =>
    connection.isProvedBy(({ sipUsername }) => sipUsername === name);

  /**
   * REG-9: a guess is counted before it is checked. Requests with the same name and address are checked one after the
   * other: when a phone sends several in parallel, no request may be refused because another one is still being checked.
   */
  const guarded = async (
    request: SipRequest,
    presented: DigestCredentials,
    connection: PhoneConnection,
  ): Promise<Judgement | { readonly seconds: number }> => {
    const { username: name } = presented;
    if (isProved(connection, name)) return judge(request, presented);
    const attempt = await guard.begin({ name, address: connection.remoteAddress });
    if (!attempt.admitted) return { seconds: attempt.seconds };
    const judgement = await judge(request, presented);
    if (judgement.verdict === "ok") await attempt.succeeded();
    else if (judgement.verdict !== "wrong") await attempt.withdrawn();
    return judgement;
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
      const { username } = credentials;
      const judgement =
        judgeRefresh(request, credentials, connection) ??
        (await (isProved(connection, username)
          ? judge(request, credentials)
          : inTurn(`${address} ${username}`, () => guarded(request, credentials, connection))));
      if ("seconds" in judgement)
        return refuse(transaction, "Too many wrong passwords", [["Retry-After", String(judgement.seconds)]]);
      const { verdict, credentialId } = judgement;
      switch (verdict) {
        case "wrong":
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
      const proof = { sipUsername: credentials.username, credentialId };
      connection.authenticated(proof);
      const userAgent = (header(request, "User-Agent") ?? "").slice(0, USER_AGENT_LENGTH);
      const { username: sipUsername } = credentials;
      directory.credentialUsed?.({ sipUsername, credentialId, realm, userAgent, remoteAddress: address });
      const user = await directory.userBySipUsername(realm, credentials.username);
      if (user === undefined || !user.mayUseSoftphone) return refuse(transaction, "No softphone for this user");
      // A gateway says who calls from outside; no other user may.
      const speaksForOthers = user.trunk === true && request.method === "INVITE";
      if (!speaksForOthers && !isOwnAddress(request.from.uri, user)) return refuse(transaction, "From is not yours");
      return transaction.state === "terminated" || transaction.cancelled ? undefined : user;
    },
  };
}

/** Runs tasks with the same key one after the other, and tasks with different keys in parallel. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run);
    const settled = turn.catch(() => undefined);
    last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
