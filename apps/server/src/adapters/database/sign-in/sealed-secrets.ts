import type { Kysely } from "kysely";
import { isSealed, type SecretBox } from "../../../kernel/secrets/secret-box.ts";
import type { Announcement, AnnouncementStore } from "../../../modules/announcements/index.ts";
import type { SecondFactor, SecondFactorStore } from "../../../modules/second-factor/index.ts";
import type { Tables } from "../schema.ts";

const ofUser = (userId: number): string => `second factor of user ${userId}`;
const ofNumber = (number: string): string => `PIN of announcement ${number}`;

/** The store of second factors, with each secret encrypted and bound to its user. */
export function sealSecondFactors(store: SecondFactorStore, box: SecretBox): SecondFactorStore {
  const opened = (userId: number, factor: SecondFactor): SecondFactor => ({
    ...factor,
    secret: box.open(factor.secret, ofUser(userId)),
  });
  return {
    ...store,
    find: async (userId) => {
      const factor = await store.find(userId);
      return factor && opened(userId, factor);
    },
    prepare: async (userId, secret) => opened(userId, await store.prepare(userId, box.seal(secret, ofUser(userId)))),
  };
}

/** The store of announcements, with each PIN encrypted and bound to its number. */
export function sealAnnouncements(store: AnnouncementStore, box: SecretBox): AnnouncementStore {
  const opened = <One extends Announcement | undefined>(one: One): One =>
    one === undefined ? one : { ...one, pin: box.open(one.pin, ofNumber(one.number)) };
  return {
    ...store,
    list: async (query) => {
      const { total, announcements } = await store.list(query);
      return { total, announcements: announcements.map(opened) };
    },
    find: async (realmId, id) => opened(await store.find(realmId, id)),
    byNumber: async (realm, number) => opened(await store.byNumber(realm, number)),
    add: async (realmId, draft) =>
      opened(await store.add(realmId, { ...draft, pin: box.seal(draft.pin, ofNumber(draft.number)) })),
    change: async (realmId, id, change) => {
      if (change.pin === undefined) return opened(await store.change(realmId, id, change));
      const before = await store.find(realmId, id);
      if (before === undefined) return undefined;
      return opened(await store.change(realmId, id, { ...change, pin: box.seal(change.pin, ofNumber(before.number)) }));
    },
  };
}

/**
 * Encrypts secrets that an earlier version stored in clear.
 * @throws WrongSecretKey when a secret was encrypted with another key
 */
export async function sealEarlierSecrets(db: Kysely<Tables>, box: SecretBox): Promise<void> {
  for (const { user_id, secret } of await db.selectFrom("second_factors").select(["user_id", "secret"]).execute()) {
    if (isSealed(secret)) box.open(secret, ofUser(user_id));
    else
      await db
        .updateTable("second_factors")
        .set({ secret: box.seal(secret, ofUser(user_id)) })
        .where("user_id", "=", user_id)
        .where("secret", "=", secret)
        .execute();
  }
  for (const { id, number, pin } of await db.selectFrom("announcements").select(["id", "number", "pin"]).execute()) {
    if (isSealed(pin)) box.open(pin, ofNumber(number));
    else
      await db
        .updateTable("announcements")
        .set({ pin: box.seal(pin, ofNumber(number)) })
        .where("id", "=", id)
        .where("pin", "=", pin)
        .execute();
  }
}
