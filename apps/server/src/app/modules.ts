import { randomBytes } from "node:crypto";
import { openApiDocument } from "@callpanel/contract/openapi";
import type { FastifyInstance } from "fastify";
import type { PictureEncoders } from "../adapters/pictures/index.ts";
import type { Bus } from "../kernel/bus/bus.ts";
import type { Clock } from "../kernel/clock.ts";
import { API_BASE, type EndpointServer } from "../kernel/http/endpoint-server.ts";
import type { Log } from "../kernel/log.ts";
import type { OriginPolicy } from "../kernel/http/origin-policy.ts";
import { createServeSound } from "../kernel/http/serve-sound.ts";
import type { ShortLived } from "../kernel/short-lived/short-lived.ts";
import type { SoundStore } from "../kernel/files/sound-store.port.ts";
import { createAccountModule } from "../modules/account/index.ts";
import { meansSomething } from "../modules/administration/index.ts";
import { createAnnouncementsModule } from "../modules/announcements/index.ts";
import { createAuthModule, SIGN_IN_PATH, SIGN_OUT_PATH, type AuthService } from "../modules/auth/index.ts";
import { createBlacklistsModule } from "../modules/blacklists/index.ts";
import { createBuddiesModule, type BuddyStateReader } from "../modules/buddies/index.ts";
import { createArchivesModule, createCallHistoryModule, type Archives } from "../modules/call-history/index.ts";
import {
  createCallHandlingModule,
  createDirectNumbersModule,
  type CallHandlings,
} from "../modules/call-handling/index.ts";
import {
  createContactImportModule,
  createContactNumberSources,
  createContactsModule,
  type ContactsChanged,
} from "../modules/contacts/index.ts";
import { createDirectoryModule } from "../modules/directory/index.ts";
import { createEmergencyFacts, createEmergencyModule } from "../modules/emergency/index.ts";
import type { Mailer } from "../modules/mail/index.ts";
import { createParkingModule, type ParkingLotsReader } from "../modules/parking/index.ts";
import { createPersonalSettingsModule } from "../modules/personal-settings/index.ts";
import { createProvisioningModule } from "../modules/provisioning/index.ts";
import { createPicturesModule } from "../modules/pictures/index.ts";
import { createPlatformModule } from "../modules/platform/index.ts";
import { ownEventsOn, tellContacts } from "../modules/realtime/index.ts";
import { createPushModule, type PushService } from "../modules/push/index.ts";
import type { CompanySettings } from "../modules/realm-settings/index.ts";
import { createRecordingsModule, type RecordingSounds } from "../modules/recordings/index.ts";
import { createSecondFactorModule, type SecondFactorService } from "../modules/second-factor/index.ts";
import { createSmsModule } from "../modules/sms/index.ts";
import type { Speech } from "../modules/speech/index.ts";
import { createPhonesModule, createSipCredentials } from "../modules/sip-credentials/index.ts";
import { createSoftphoneModule, SIP_PATH } from "../modules/softphone/index.ts";
import { createTogglesModule, type Toggles } from "../modules/toggles/index.ts";
import { createUsersModule } from "../modules/users/index.ts";
import { createVoicemailModule, type MessageWrites } from "../modules/voicemail/index.ts";
import type { Settings } from "./config.ts";
import type { Servers } from "../kernel/jobs/lease.ts";
import { servedFeatureCodes } from "./feature-codes.ts";
import type { Stores } from "./storage.ts";

const PRODUCT = "callpanel";
const VERSION = "0.1.0";

export interface ModuleDeps {
  readonly endpointServer: EndpointServer;
  readonly stores: Stores;
  readonly shortLived: ShortLived;
  readonly servers: Servers;
  readonly auth: AuthService;
  readonly origins: OriginPolicy;
  readonly presenceBoard: BuddyStateReader;
  readonly bus: Bus;
  readonly parkingLots: ParkingLotsReader;
  readonly handlings: CallHandlings;
  readonly toggles: Toggles;
  readonly isOwnNumber: (userId: number, number: string) => boolean;
  readonly checkDestination: (to: { readonly userId: number; readonly realm: string; readonly number: string }) => void;
  readonly recordingSounds: RecordingSounds;
  readonly archives: Archives;
  readonly sounds: SoundStore;
  readonly speech: Speech;
  readonly messageWrites: MessageWrites;
  readonly signIn: Settings["signIn"];
  readonly clickToDialExternal: boolean;
  readonly takesMessages: boolean;
  readonly clock: Clock;
  readonly moreInfoUrl: string | undefined;
  readonly mailer: Mailer;
  readonly encoders: PictureEncoders;
  readonly secondFactor: SecondFactorService;
  readonly embedOrigins: readonly string[];
  readonly reporting: Settings["reporting"];
  readonly push: { readonly pushes: PushService; readonly publicKey: string };
  readonly contactLog: Log;
  readonly company: () => CompanySettings;
  readonly stunUriFor: (hostname: string) => string | undefined;
}

/** Every area of the API, each with its dependencies. */
export async function registerModules(app: FastifyInstance, deps: ModuleDeps): Promise<void> {
  const { endpointServer, auth, origins, presenceBoard, bus } = deps;
  const ownEvents = ownEventsOn(bus);
  const { users, buddies, contacts, contactTags, directory, pictures, recordings } = deps.stores;
  const userAgent = `${PRODUCT} ${VERSION}`;
  const { company } = deps;
  const platformName = (): string => company().platformName;
  await app.register(createAuthModule({ endpointServer, auth, origins, platformName }));
  await app.register(
    createUsersModule({
      endpointServer,
      users,
      emergencyOf: createEmergencyFacts({ handlings: deps.handlings, realmSettings: deps.stores.realmSettings }),
    }),
  );
  const credentials = createSipCredentials({
    store: deps.stores.sipCredentials,
    clock: deps.clock,
    random: randomBytes,
  });
  await app.register(
    createSoftphoneModule({ endpointServer, users, credentials, userAgent, company, stunUriFor: deps.stunUriFor }),
  );
  const { checkPassword } = auth;
  await app.register(createPhonesModule({ endpointServer, credentials, checkPassword, origins, sipPath: SIP_PATH }));
  await app.register(
    createDirectoryModule({
      endpointServer,
      directory,
      contactNumbers: createContactNumberSources(contacts),
      featureCodes: servedFeatureCodes(deps),
    }),
  );
  await app.register(createBuddiesModule({ endpointServer, users, buddies, presenceBoard, ownEvents }));
  await app.register(
    createPersonalSettingsModule({
      endpointServer,
      users,
      settings: deps.stores.personalSettings,
      company: deps.company,
      ownEvents,
    }),
  );
  const changed: ContactsChanged = (change) => tellContacts(change, bus);
  await app.register(
    createContactsModule({
      endpointServer,
      authenticate: auth.authenticate,
      store: contacts,
      tags: contactTags,
      encode: deps.encoders.contact,
      random: randomBytes,
      changed,
    }),
  );
  await app.register(
    createContactImportModule({
      endpointServer,
      store: contacts,
      tags: contactTags,
      shortLived: deps.shortLived,
      servers: deps.servers,
      clock: deps.clock,
      random: randomBytes,
      log: deps.contactLog,
      changed,
      tell: ownEvents.tell,
    }),
  );
  await registerCallHandling(app, deps);
  await app.register(createSecondFactorModule({ endpointServer, secondFactor: deps.secondFactor, ownEvents }));
  await app.register(
    createAccountModule({
      endpointServer,
      users,
      account: deps.stores.account,
      guard: auth.guard,
      clock: deps.clock,
      ownEvents,
    }),
  );
  await app.register(createSmsModule({ endpointServer, users, settings: deps.stores.personalSettings, ownEvents }));
  await app.register(createParkingModule({ endpointServer, lots: deps.parkingLots }));
  await app.register(
    createPicturesModule({
      endpointServer,
      ownEvents,
      store: pictures,
      encode: deps.encoders.profile,
      clock: deps.clock,
      random: randomBytes,
    }),
  );
  await app.register(
    createProvisioningModule({
      endpointServer,
      auth,
      origins,
      users,
      links: deps.stores.signInLinks,
      shortLived: deps.shortLived,
      clock: deps.clock,
      random: randomBytes,
      mailer: deps.mailer,
      platformName,
      moreInfoUrl: deps.moreInfoUrl,
    }),
  );
  await app.register(createPushModule({ endpointServer, ...deps.push }));
  await registerAnnouncements(app, deps);
  await app.register(
    createRecordingsModule({
      endpointServer,
      recordings,
      sounds: deps.recordingSounds,
      serveSound: createServeSound(deps.sounds),
    }),
  );
  await app.register(
    createCallHistoryModule({ endpointServer, users, history: deps.stores.callHistory, now: deps.clock.now }),
  );
  await app.register(
    createArchivesModule({
      endpointServer,
      users,
      history: deps.stores.callHistory,
      archives: deps.archives,
      serveSound: createServeSound(deps.sounds),
    }),
  );
  await app.register(
    createVoicemailModule({
      endpointServer,
      users,
      store: deps.stores.voicemail,
      sounds: deps.sounds,
      serveSound: createServeSound(deps.sounds),
      speech: deps.speech,
      clock: deps.clock,
      random: randomBytes,
      writes: deps.messageWrites,
    }),
  );
  let openApi: string | undefined;
  await app.register(
    createPlatformModule({
      endpointServer,
      company,
      userAgent,
      signIn: deps.signIn,
      embedOrigins: deps.embedOrigins,
      ...deps.reporting,
      signInPath: SIGN_IN_PATH,
      signOutPath: SIGN_OUT_PATH,
      clickToDialExternal: deps.clickToDialExternal,
      openApi: () =>
        (openApi ??= JSON.stringify(openApiDocument({ title: PRODUCT, version: VERSION, apiBase: API_BASE }))),
    }),
  );
}

async function registerAnnouncements(app: FastifyInstance, deps: ModuleDeps): Promise<void> {
  const { endpointServer, sounds, speech, stores } = deps;
  await app.register(
    createAnnouncementsModule({
      endpointServer,
      sounds,
      speech,
      store: stores.announcements,
      serveSound: createServeSound(sounds),
      numbersOf: stores.directory.numbersOf,
      isTaken: ({ id }, number) =>
        stores.company.read(async (company) =>
          meansSomething(number, { entries: await company.numbers(id), items: await company.realmItems(id) }),
        ),
    }),
  );
}

/** Call handling. */
async function registerCallHandling(app: FastifyInstance, deps: ModuleDeps): Promise<void> {
  const { endpointServer, handlings, toggles, checkDestination, stores } = deps;
  const { users, realmSettings, directory } = stores;
  const settings = { endpointServer, users, handlings, realmSettings };
  await app.register(createCallHandlingModule({ ...settings, checkDestination, isOwnNumber: deps.isOwnNumber }));
  await app.register(createDirectNumbersModule(settings));
  await app.register(createBlacklistsModule(settings));
  await app.register(createEmergencyModule(settings));
  await app.register(createTogglesModule({ endpointServer, toggles, numbersOf: directory.numbersOf }));
}
