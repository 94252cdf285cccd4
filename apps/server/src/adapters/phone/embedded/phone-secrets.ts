import type { CredentialUse, DigestAlgorithm, SipCredential } from "@callpanel/phone-port";
import type { Revisions } from "../../../kernel/bus/revisions.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import type { HeldSecret, SipCredentialStore, SipHa1 } from "../../../modules/sip-credentials/index.ts";

export interface PhoneSecretsDeps {
  readonly store: Pick<SipCredentialStore, "holding" | "stillHolding" | "used">;
  readonly revisions: Pick<Revisions, "follow">;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a secret is no longer valid: everything that was signed in by it must end. */
  readonly ended: (of: Pick<CredentialUse, "credentialId" | "realm" | "sipUsername">) => void;
}

/** The SIP secrets that are valid at the moment of each request. */
export interface PhoneSecrets {
  of(userId: number, algorithm: DigestAlgorithm): Promise<readonly SipCredential[]>;
  /** One that is in use, as of the last check: without a query. */
  known(id: string, of: { readonly userId: number; readonly algorithm: DigestAlgorithm }): SipCredential | undefined;
  used(use: CredentialUse): void;
  stop(): void;
}

/** After a failure. */
const CHECK_AGAIN_MS = 500;
/** The use of a secret by an unchanged phone is stored at most this often. */
const WRITE_EVERY_MS = 60_000;

interface Known extends CredentialUse {
  readonly writtenAt: number;
  /** Undefined until its first check. */
  readonly secret: HeldSecret | undefined;
}

const ha1Of = ({ md5, sha256 }: SipHa1, algorithm: DigestAlgorithm): string => (algorithm === "MD5" ? md5 : sha256);

export function createPhoneSecrets({ store, revisions, clock, log, ended }: PhoneSecretsDeps): PhoneSecrets {
  /** Secrets used since the start that have not ended. */
  const known = new Map<string, Known>();
  /** Secrets used for the first time and not checked since: they may have ended between their check and their use. */
  const fresh = new Set<string>();
  let checking = false;
  let stopped = false;
  let cancelWait = (): void => undefined;

  const check = async (ids: readonly string[]): Promise<void> => {
    const still = await store.stillHolding(ids, clock.now());
    for (const id of ids) {
      const use = known.get(id);
      const secret = still.get(id);
      if (use === undefined) continue;
      if (secret !== undefined) {
        known.set(id, { ...use, secret });
        continue;
      }
      known.delete(id);
      ended(use);
    }
  };
  const checkFresh = async (): Promise<void> => {
    if (checking || stopped) return;
    checking = true;
    while (fresh.size > 0 && !stopped) {
      const ids = [...fresh];
      fresh.clear();
      try {
        await check(ids);
      } catch (error) {
        log.warn("the state of SIP secrets could not be read", { err: error });
        for (const id of ids) fresh.add(id);
        await new Promise<void>((resolve) => (cancelWait = clock.setTimeout(resolve, CHECK_AGAIN_MS)));
      }
    }
    checking = false;
  };
  const hasExpired = ({ expiresAt }: HeldSecret): boolean => expiresAt !== undefined && expiresAt <= clock.now();
  const write = (use: CredentialUse, at: number): void => {
    const { credentialId: id, userAgent, remoteAddress: address } = use;
    known.set(id, { ...use, writtenAt: at, secret: known.get(id)?.secret });
    store.used(id, { at, userAgent, address }).catch((error: unknown) => {
      log.warn("the use of a SIP secret could not be written", { err: error });
    });
  };
  const unfollow = revisions.follow("sipCredentials", () => check([...known.keys()]));

  return {
    stop: () => {
      stopped = true;
      unfollow();
      cancelWait();
    },
    of: async (userId, algorithm) => {
      const secrets = await store.holding(userId, clock.now());
      return secrets.map(({ id, ha1 }) => ({ id, ha1: ha1Of(ha1, algorithm) }));
    },
    known: (id, { userId, algorithm }) => {
      const secret = known.get(id)?.secret;
      const holds = secret?.userId === userId && !hasExpired(secret);
      return holds ? { id, ha1: ha1Of(secret.ha1, algorithm) } : undefined;
    },
    used: (use) => {
      const { credentialId: id, userAgent, remoteAddress: address } = use;
      const before = known.get(id);
      const at = clock.now();
      const same = before?.userAgent === userAgent && before.remoteAddress === address;
      if (!same || at - before.writtenAt >= WRITE_EVERY_MS) write(use, at);
      // What expired when it was last checked belongs to a session that was prolonged meanwhile.
      if (before !== undefined && !(before.secret && hasExpired(before.secret))) return;
      fresh.add(id);
      void checkFresh();
    },
  };
}
