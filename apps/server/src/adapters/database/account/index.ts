import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createAccountStore } from "./account.store.ts";
import { createWatchedBuddies } from "./buddy.migration.ts";
import { createBuddyStore } from "./buddy.store.ts";
import { createPersonalSettings } from "./personal-setting.migration.ts";
import { createPersonalSettingStore } from "./personal-setting.store.ts";
import { createPictures } from "./picture.migration.ts";
import { createPictureStore } from "./picture.store.ts";
import { createPushSubscriptions } from "./push-subscription.migration.ts";
import { createPushSubscriptionStore } from "./push-subscription.store.ts";
import { createPeople } from "./user.migration.ts";
import { createUserStore } from "./user.store.ts";

/** People, and what each of them has set. */
export const accountDatabase = {
  migrations: {
    "0001_people": createPeople,
    "0005_watched_buddies": createWatchedBuddies,
    "0006_pictures": createPictures,
    "0021_push_subscriptions": createPushSubscriptions,
    "0040_personal_settings": createPersonalSettings,
  },
  stores: (db: Kysely<Tables>) => ({
    users: createUserStore(db),
    account: createAccountStore(db),
    buddies: createBuddyStore(db),
    personalSettings: createPersonalSettingStore(db),
    pictures: createPictureStore(db),
    pushSubscriptions: createPushSubscriptionStore(db),
  }),
} satisfies DatabaseArea;
