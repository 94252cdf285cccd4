import { canRead, holdsRule } from "@callpanel/contract";
import type { Log } from "../../kernel/log.ts";
import { toE164 } from "../../kernel/text/phone-number.ts";
import type { ContactStore } from "../contacts/index.ts";
import type { Subscriber } from "../directory/index.ts";

interface CallerNameDeps {
  readonly contacts: Pick<ContactStore, "namesOf">;
  readonly realmId: () => number | undefined;
  readonly subscriber: (userId: number) => Subscriber | undefined;
  readonly log: Log;
}

/**
 * CONTACT-32: a caller's name comes from the callee's own contact first, then from a shared one, if the callee may read
 * it. A call never waits for an unreachable store.
 */
export function createCallerNames(
  deps: CallerNameDeps,
): (userId: number, number: string) => Promise<string | undefined> {
  const { contacts, subscriber, log } = deps;
  return async (userId, number) => {
    const e164 = toE164(number);
    const rights = subscriber(userId)?.rights;
    const realmId = deps.realmId();
    if (e164 === undefined || rights === undefined || realmId === undefined) return undefined;
    const books = [
      ...(holdsRule(rights, "contacts", "manage_personal") ? [{ realmId, ownerId: userId }] : []),
      ...(canRead(rights, "contacts") ? [{ realmId, ownerId: null }] : []),
    ];
    try {
      const [found] = await contacts.namesOf(books, { numbers: [e164], callersOnly: true });
      return found?.name;
    } catch (error) {
      log.warn("a caller could not be named by contacts", { err: error });
      return undefined;
    }
  };
}
