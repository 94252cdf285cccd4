import { AppError, MOST_PHONES } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { newId, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import { MOST_SESSION_SECRETS, newSipSecret, sipHa1, type PhoneCredential } from "./sip-credential.model.ts";
import type { NewPhoneCredential, SipCredentialStore } from "./sip-credential.store.ts";

export interface SipCredentialsDeps {
  readonly store: SipCredentialStore;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}

/** The owner of a secret: HA1 covers name and realm. */
interface Owner {
  readonly userId: number;
  readonly username: string;
  readonly realm: string;
}

export interface SipCredentials {
  /**
   * HA1 by MD5 of the session's own secret, the same as long as the secret is valid.
   * @throws AppError request.unauthorized when the session is over
   */
  ofSession(owner: Owner, sessionId: string): Promise<string>;
  /**
   * @param add stores it: in a transaction of the caller, or else in one of its own; false: the person has too many
   * @throws AppError phones.tooMany
   */
  addPhone(
    owner: Owner,
    label: string,
    add?: (phone: NewPhoneCredential) => Promise<boolean>,
  ): Promise<{ readonly phone: PhoneCredential; readonly secret: string }>;
  phonesOf(userId: number): Promise<readonly PhoneCredential[]>;
  /** @throws AppError request.notFound when the person has no such phone */
  removePhone(userId: number, id: string): Promise<void>;
}

/** Random SIP secrets, one for each session and each phone, so that each can end separately. */
export function createSipCredentials({ store, clock, random }: SipCredentialsDeps): SipCredentials {
  return {
    ofSession: async ({ userId, ...owner }, sessionId) => {
      const ha1 = sipHa1({ ...owner, secret: newSipSecret(random) });
      const held = await store.ofSession({
        sessionId,
        userId,
        id: newId(random),
        ha1,
        at: clock.now(),
        most: MOST_SESSION_SECRETS,
      });
      if (held === undefined) throw new AppError("request.unauthorized");
      return held.md5;
    },
    addPhone: async ({ userId, ...owner }, label, add = store.addPhone) => {
      const secret = newSipSecret(random);
      const id = newId(random);
      const at = clock.now();
      const added = await add({ userId, id, label, ha1: sipHa1({ ...owner, secret }), at, most: MOST_PHONES });
      if (!added) throw new AppError("phones.tooMany", { limit: MOST_PHONES });
      return { phone: { id, label, createdAt: at, lastUsedAt: null, userAgent: "", address: "" }, secret };
    },
    phonesOf: store.phonesOf,
    removePhone: async (userId, id) => {
      if (!(await store.removePhone(userId, id))) throw new AppError("request.notFound");
    },
  };
}
