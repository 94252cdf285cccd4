/** Every area of the server: what it keeps in the database, and what it does (docs/adding-an-area.md). */
import type { Kysely } from "kysely";
import { accountDatabase } from "../adapters/database/account/index.ts";
import { activityDatabase } from "../adapters/database/activity/index.ts";
import { auditDatabase } from "../adapters/database/audit/index.ts";
import { callHandlingDatabase } from "../adapters/database/call-handling/index.ts";
import { callHistoryDatabase } from "../adapters/database/call-history/index.ts";
import { chatDatabase } from "../adapters/database/chat/index.ts";
import { companyDatabase } from "../adapters/database/company/index.ts";
import { conferencesDatabase } from "../adapters/database/conferences/index.ts";
import { contactsDatabase } from "../adapters/database/contacts/index.ts";
import { firstRunDatabase } from "../adapters/database/first-run/index.ts";
import type { Migrations, Tables } from "../adapters/database/index.ts";
import { queueReportsDatabase } from "../adapters/database/queue-reports/index.ts";
import { queuesDatabase } from "../adapters/database/queues/index.ts";
import { serverDatabase } from "../adapters/database/server/index.ts";
import { signInDatabase } from "../adapters/database/sign-in/index.ts";
import { smsDatabase } from "../adapters/database/sms/index.ts";
import { soundsDatabase } from "../adapters/database/sounds/index.ts";
import { videoDatabase } from "../adapters/database/video/index.ts";
import { voicemailDatabase } from "../adapters/database/voicemail/index.ts";
import type { ServicesOf } from "../kernel/server-module.ts";
import { accountModule } from "../modules/account/index.ts";
import { administrationModule } from "../modules/administration/index.ts";
import { announcementsModule } from "../modules/announcements/index.ts";
import { auditModule } from "../modules/audit/index.ts";
import { authModule } from "../modules/auth/index.ts";
import { blacklistsModule } from "../modules/blacklists/index.ts";
import { buddiesModule } from "../modules/buddies/index.ts";
import { callHandlingModule } from "../modules/call-handling/index.ts";
import { callHistoryModule } from "../modules/call-history/index.ts";
import { chatModule } from "../modules/chat/index.ts";
import { conferencesModule } from "../modules/conferences/index.ts";
import { contactsModule } from "../modules/contacts/index.ts";
import { directoryModule } from "../modules/directory/index.ts";
import { emergencyModule } from "../modules/emergency/index.ts";
import { firstRunModule } from "../modules/first-run/index.ts";
import { parkingModule } from "../modules/parking/index.ts";
import { personalSettingsModule } from "../modules/personal-settings/index.ts";
import { picturesModule } from "../modules/pictures/index.ts";
import { platformModule } from "../modules/platform/index.ts";
import { provisioningModule } from "../modules/provisioning/index.ts";
import { pushModule } from "../modules/push/index.ts";
import { queueReportsModule } from "../modules/queue-reports/index.ts";
import { queuesModule } from "../modules/queues/index.ts";
import { recordingsModule } from "../modules/recordings/index.ts";
import { secondFactorModule } from "../modules/second-factor/index.ts";
import { phonesModule } from "../modules/sip-credentials/index.ts";
import { smsModule } from "../modules/sms/index.ts";
import { softphoneModule } from "../modules/softphone/index.ts";
import { togglesModule } from "../modules/toggles/index.ts";
import { usersModule } from "../modules/users/index.ts";
import { videoModule } from "../modules/video/index.ts";
import { voicemailModule } from "../modules/voicemail/index.ts";

export const MIGRATIONS: Migrations = {
  ...accountDatabase.migrations,
  ...activityDatabase.migrations,
  ...auditDatabase.migrations,
  ...callHandlingDatabase.migrations,
  ...callHistoryDatabase.migrations,
  ...chatDatabase.migrations,
  ...companyDatabase.migrations,
  ...conferencesDatabase.migrations,
  ...contactsDatabase.migrations,
  ...firstRunDatabase.migrations,
  ...queueReportsDatabase.migrations,
  ...queuesDatabase.migrations,
  ...serverDatabase.migrations,
  ...signInDatabase.migrations,
  ...smsDatabase.migrations,
  ...soundsDatabase.migrations,
  ...videoDatabase.migrations,
  ...voicemailDatabase.migrations,
};

export type Stores = ReturnType<typeof createStores>;

export const createStores = (db: Kysely<Tables>) => ({
  ...accountDatabase.stores(db),
  ...activityDatabase.stores(db),
  ...auditDatabase.stores(db),
  ...callHandlingDatabase.stores(db),
  ...callHistoryDatabase.stores(db),
  ...chatDatabase.stores(db),
  ...companyDatabase.stores(db),
  ...conferencesDatabase.stores(db),
  ...contactsDatabase.stores(db),
  ...firstRunDatabase.stores(db),
  ...queueReportsDatabase.stores(db),
  ...queuesDatabase.stores(db),
  ...serverDatabase.stores(db),
  ...signInDatabase.stores(db),
  ...smsDatabase.stores(db),
  ...soundsDatabase.stores(db),
  ...videoDatabase.stores(db),
  ...voicemailDatabase.stores(db),
});

export const MODULES = [
  accountModule,
  administrationModule,
  announcementsModule,
  auditModule,
  authModule,
  blacklistsModule,
  buddiesModule,
  callHandlingModule,
  callHistoryModule,
  chatModule,
  conferencesModule,
  contactsModule,
  directoryModule,
  emergencyModule,
  firstRunModule,
  parkingModule,
  personalSettingsModule,
  picturesModule,
  platformModule,
  provisioningModule,
  pushModule,
  queueReportsModule,
  queuesModule,
  recordingsModule,
  secondFactorModule,
  phonesModule,
  smsModule,
  softphoneModule,
  togglesModule,
  usersModule,
  videoModule,
  voicemailModule,
];

/** Everything that the modules need together. */
export type Services = ServicesOf<(typeof MODULES)[number]>;
