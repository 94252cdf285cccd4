import { startMailer } from "../../adapters/mail/index.ts";
import { createPictureEncoders } from "../../adapters/pictures/index.ts";
import { createDemoCarrier, createSmsGateway } from "../../adapters/sms/index.ts";
import { repeat } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { Tally } from "../../kernel/tally.ts";
import { newId } from "../../kernel/secrets/secrets.ts";
import { DEMO_REALM, meansSomething, startSampler } from "../../modules/administration/index.ts";
import { createAuthService, type AuthService } from "../../modules/auth/index.ts";
import { createPhoneTexts } from "../../modules/chat/index.ts";
import {
  contactNamesOf,
  contactNumbersNamed,
  createContactNumberSources,
  type ContactsChanged,
} from "../../modules/contacts/index.ts";
import { createEmergencyFacts } from "../../modules/emergency/index.ts";
import { notifyContacts } from "../../modules/realtime/index.ts";
import type { CompanyLimits } from "../../modules/realm-settings/index.ts";
import { createSecondFactor, type SecondFactorService } from "../../modules/second-factor/index.ts";
import { createSmsDesk, SmsRefused, type SmsGateway, type SmsOrder } from "../../modules/sms/index.ts";
import { createSipCredentials } from "../../modules/sip-credentials/index.ts";
import { createDecoyHash } from "../../modules/users/index.ts";
import { openArchives } from "./archives.ts";
import { openBackupDesk } from "./backups/backup-desk.ts";
import { machineUse } from "./machine.ts";
import { openChat } from "./chat.ts";
import type { Stores } from "../areas.ts";
import { servedFeatureCodes } from "./feature-codes.ts";
import type { Kernel } from "../kernel.ts";
import { startMessagePushes } from "./notices.ts";
import { createPersonOf } from "./people.ts";
import { startPhone } from "./phone.ts";
import { createLateWaking, startPushes } from "./push.ts";
import { createLateTexting, smsOfPhones } from "./phone-texts.ts";
import { openSms } from "./sms.ts";
import { withKeyOf } from "./storage.ts";
import { createLateDoors, openVideo } from "./video.ts";
import { openVoicemail } from "./voicemail.ts";

const PRUNE_EVERY_MS = 3_600_000;
/** VM-43: people do not set a time zone, so times are spoken in the server's zone (`TZ`). */
const SERVER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export type AreaServices = Awaited<ReturnType<typeof openServices>>;

/** Opens the services that areas have for each other, in the order in which they need one another. */
export async function openServices(kernel: Kernel) {
  const { config, stores, log } = kernel;
  const timeZone = SERVER_TIME_ZONE;
  const voicemail = await openVoicemail({ ...config, ...kernel, timeZone, log: log("voicemail") });
  const videoDoors = createLateDoors();
  const texting = createLateTexting();
  const waking = createLateWaking();
  const running = await startPhone({ ...config, ...kernel, voicemail, videoDoors, texting, waking });
  const { recordingSounds, companySettings: company, handlings } = running;
  const archives = openArchives({ ...kernel, recordingSounds });
  const mail = await startMailer({ ...config.mail, ...kernel, dataDir: config.dataDir, log: log("mail") });
  const mailer = { ...mail, ...config.mailer };
  const encoders = createPictureEncoders();
  const chat = openChat(kernel, { encoders, presenceBoard: running.boards.presenceBoard });
  await kernel.leftovers.start();
  const smsGateway = countedSms(createSmsGateway(config, { ...kernel, log: log("sms") }), kernel.tally);
  const sendSms = smsGateway?.send;
  const platformName = (): string => company().platformName;
  const store = stores.secondFactors;
  const secondFactor = createSecondFactor({ ...kernel, users: stores.users, store, mailer, sendSms, platformName });
  const push = await withKeyOf(config, () =>
    startPushes({
      ...config,
      ...kernel,
      testService: config.pushTestService,
      running,
      voicemails: voicemail.feed,
      log: log("push"),
    }),
  );
  waking.open(push.waking);
  const notices = startMessagePushes({ ...kernel, chat, pushes: push.pushes, running, log: log("push") });
  const contactNames = (caller: Caller, numbers: readonly string[]) => contactNamesOf(stores.contacts, caller, numbers);
  const sms = await openSms(kernel, {
    mailer,
    gateway: smsGateway ?? demoCarrierOf(kernel),
    company,
    encoders,
    notices,
  });
  const smsDesk = createSmsDesk({
    sms,
    contactNames,
    contactNumbersNamed: (caller, search) => contactNumbersNamed(stores.contacts, caller, search),
  });
  texting.open(createPhoneTexts({ users: stores.users, find: running.findForText, chat, sendSms: smsOfPhones(sms) }));
  const contactsChanged: ContactsChanged = (change) => notifyContacts(change, kernel.bus);
  const auth = startAuth(kernel, secondFactor);
  const machine = () => machineUse(config.dataDir);
  const { activity } = stores;
  const sampler = startSampler({ ...kernel, store: activity, phone: running.phone, machine, log: log("activity") });
  kernel.shutdown.add(sampler.stop);
  const personOf = createPersonOf(auth, stores);
  const video = openVideo(kernel, { ...running, personOf });
  videoDoors.open(video.phoneDoors);
  return {
    ...running,
    ...running.boards,
    running,
    personOf,
    video,
    archives,
    chat,
    mailer,
    sendSms,
    smsGateway,
    sms,
    smsDesk,
    beginSms: async (caller: Caller, order: Omit<SmsOrder, "files">) =>
      (await smsDesk.send(caller, { ...order, files: [] })).conversation,
    timeZone,
    company,
    companyLimits: companyLimitsOf(stores),
    platformName,
    secondFactor,
    push,
    auth,
    messageWrites: voicemail.writes,
    mailboxes: voicemail.feed,
    contactsChanged,
    contactNames,
    contactNumbers: createContactNumberSources(stores.contacts),
    credentials: createSipCredentials({ ...kernel, store: stores.sipCredentials }),
    encoders,
    emergencyOf: createEmergencyFacts({ handlings, realmSettings: stores.realmSettings }),
    // Telephones of another company are those of another server, with the usual codes as far as this one knows.
    featureCodes: (realm: string) => (realm === kernel.realm ? running.featureCodes() : servedFeatureCodes(config)),
    isTaken: numberCheck(stores),
    machine,
    sampleNow: sampler.now,
    ...openBackupDesk(kernel, { timeZone, mailer, platformName, language: () => company().language }),
  };
}

/** A message that is tried again is not counted yet. */
function countedSms(gateway: SmsGateway | undefined, tally: Tally): SmsGateway | undefined {
  if (gateway === undefined) return undefined;
  return {
    ...gateway,
    send: async (message) => {
      try {
        const taken = await gateway.send(message);
        tally.count("sms", "sent");
        return taken;
      } catch (error) {
        if (error instanceof SmsRefused) tally.count("sms", "failed");
        throw error;
      }
    },
  };
}

/** SMS-80: only where the demo company is the one that is served; codes and pages never go this way. */
function demoCarrierOf({ demoPeople, realm, clock, random, log }: Kernel): SmsGateway | undefined {
  if (demoPeople.length === 0 || realm !== DEMO_REALM) return undefined;
  const onFailed = (error: unknown) => log("sms").warn("a report of the demo carrier was lost", { err: error });
  return createDemoCarrier({ clock, realm, newId: () => `demo-${newId(random)}`, onFailed });
}

function startAuth(
  { guard, stores, clock, random, log, shutdown }: Kernel,
  secondFactor: SecondFactorService,
): AuthService {
  const auth = createAuthService({
    clock,
    random,
    log: log("auth"),
    users: stores.users,
    sessions: stores.sessions,
    signIns: stores.signIns,
    applications: stores.applications,
    guard,
    decoyHash: createDecoyHash(random),
    secondFactor,
  });
  const prune = (): void => {
    auth.prune().catch((error: unknown) => log("auth").warn("old sessions could not be removed", { err: error }));
  };
  shutdown.add(repeat(clock, PRUNE_EVERY_MS, prune));
  return auth;
}

const companyLimitsOf =
  ({ company, realmSettings }: Pick<Stores, "company" | "realmSettings">): CompanyLimits =>
  async () =>
    Promise.all(
      (await company.read((reader) => reader.realms())).map(async ({ id: realmId }) => ({
        realmId,
        limits: (await realmSettings.of(realmId)).company.keep,
      })),
    );

/** Whether a number of a realm has a meaning already. */
const numberCheck =
  ({ company }: Pick<Stores, "company">) =>
  ({ id }: { readonly id: number }, number: string): Promise<boolean> =>
    company.read(async (reader) =>
      meansSomething(number, { entries: await reader.numbers(id), items: await reader.realmItems(id) }),
    );
