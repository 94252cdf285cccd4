import type { CredentialUse, DigestAlgorithm, SipCredential } from "@callpanel/phone-port";
import { repeat, type Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import type { SipCredentialStore } from "../../../modules/sip-credentials/index.ts";

export interface PhoneSecretsDeps {
  readonly store: Pick<SipCredentialStore, "holding" | "stillHolding" | "used" | "revision">;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a secret is no longer valid: everything that was signed in by it must end. */
  readonly ended: (of: Pick<CredentialUse, "credentialId" | "realm" | "sipUsername">) => void;
}

/** The SIP secrets that are valid at the moment of each request. */
export interface PhoneSecrets {
  of(userId: number, algorithm: DigestAlgorithm): Promise<readonly SipCredential[]>;
  used(use: CredentialUse): void;
  stop(): void;
}

/** How soon registrations of an ended secret are removed; requests are refused from the first moment. */
const LOOK_EVERY_MS = 500;
/** The use of a secret by an unchanged phone is stored at most this often. */
const WRITE_EVERY_MS = 60_000;

interface Known extends CredentialUse {
  readonly writtenAt: number;
}

export function createPhoneSecrets({ store, clock, log, ended }: PhoneSecretsDeps): PhoneSecrets {
  /** Secrets used since the start that have not ended. */
  const known = new Map<string, Known>();
  /** Secrets first used since the last check: they may have ended between their check and their use. */
  const fresh = new Set<string>();
  let revision: number | undefined;
  let looking = false;

  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const now = await store.revision();
      const wanted = now === revision ? [...fresh] : [...known.keys()];
      fresh.clear();
      const still = await store.stillHolding(wanted, clock.now());
      revision = now;
      for (const id of wanted) {
        const use = known.get(id);
        if (use === undefined || still.has(id)) continue;
        known.delete(id);
        ended(use);
      }
    } catch (error) {
      revision = undefined; // check all of them next time
      log.warn("the state of SIP secrets could not be read", { err: error });
    } finally {
      looking = false;
    }
  };

  return {
    stop: repeat(clock, LOOK_EVERY_MS, () => void look()),
    of: async (userId, algorithm) => {
      const secrets = await store.holding(userId, clock.now());
      return secrets.map(({ id, ha1 }) => ({ id, ha1: algorithm === "MD5" ? ha1.md5 : ha1.sha256 }));
    },
    used: (use) => {
      const { credentialId: id, userAgent, remoteAddress: address } = use;
      const before = known.get(id);
      const at = clock.now();
      const same = before?.userAgent === userAgent && before.remoteAddress === address;
      if (before === undefined) fresh.add(id);
      if (same && at - before.writtenAt < WRITE_EVERY_MS) return;
      known.set(id, { ...use, writtenAt: at });
      store.used(id, { at, userAgent, address }).catch((error: unknown) => {
        log.warn("the use of a SIP secret could not be written", { err: error });
      });
    },
  };
}
