import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import {
  sealAnnouncements,
  sealEarlierSecrets,
  sealSecondFactors,
  type ServerKeyStore,
  type Tables,
} from "../../adapters/database/index.ts";
import { openPostgres } from "../../adapters/postgres/index.ts";
import { bindFolder, lockFolder, openSqlite } from "../../adapters/sqlite/index.ts";
import type { Log } from "../../kernel/log.ts";
import { createSecretBox, WrongSecretKey, type SecretBox } from "../../kernel/secrets/secret-box.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import { applyCompany, createDemoCompany, DEMO_REALM, type CompanyStore } from "../../modules/administration/index.ts";
import { seedDemoAnnouncements } from "../../modules/announcements/index.ts";
import { seedDemoCalls } from "../../modules/call-history/index.ts";
import { seedDemoChat } from "../../modules/chat/index.ts";
import { seedDemoContacts } from "../../modules/contacts/index.ts";
import { demoQueueLog } from "../../modules/queues/index.ts";
import { seedDemoRecordings } from "../../modules/recordings/index.ts";
import { seedDemoTexts } from "../../modules/sms/index.ts";
import { DEMO_VIDEO_SETTINGS, seedDemoVideo } from "../../modules/video/index.ts";
import { seedDemoMessages } from "../../modules/voicemail/index.ts";
import { createStores, MIGRATIONS, type Stores } from "../areas.ts";
import { readSecretKey } from "./private-folder.ts";
import { startFailure } from "../start-failure.ts";
import { isLoopback, SettingsError, type Settings, type StorageSettings } from "../config.ts";

export { createStores, type Stores } from "../areas.ts";

const DATABASE_FILE = "callpanel.db";

/** Realm for an empty store when no other is requested. */
export const DEFAULT_REALM = "callpanel";

/** Owner of the personal contacts in the demo company. */
const DEMO_CONTACTS_OWNER = "alice";
/** No server: nothing in it is open. */
const DEMO_LOG_OWNER = "demo";
/** All people of the demo company. */
const DEMO_PEOPLE = 100;

/**
 * SERVER-60: locks the data folder: with SQLite for this server only, with PostgreSQL for the servers of its database.
 * @returns releases it
 * @throws SettingsError while another server has locked it
 */
export function lockDataDir({ dataDir, databaseUrl }: Pick<StorageSettings, "dataDir" | "databaseUrl">): () => void {
  try {
    const release = lockFolder(dataDir, { alone: databaseUrl === undefined });
    if (release !== undefined) return release;
  } catch (error) {
    throw new SettingsError(`DATA_DIR ${dataDir} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
  throw new SettingsError(
    `DATA_DIR ${dataDir} is in use by another callpanel server: stop it, or choose another DATA_DIR`,
  );
}

/**
 * SERVER-60: servers of one PostgreSQL database may share a folder; servers of different databases may not.
 * @returns releases it
 * @throws SettingsError while servers of another database use it
 */
export async function bindDataDir(dataDir: string, keys: Pick<ServerKeyStore, "settle">): Promise<() => void> {
  const release = bindFolder(dataDir, await databaseIdOf(keys));
  if (release !== undefined) return release;
  throw new SettingsError(
    `DATA_DIR ${dataDir} is in use by callpanel servers of another database: choose another DATA_DIR`,
  );
}

/** The same for all servers of one database, and for no others. */
export const databaseIdOf = (keys: Pick<ServerKeyStore, "settle">): Promise<string> =>
  keys.settle("database", randomUUID());

/** Whether a database exists; one on a database server may still be empty. */
export const hasDatabase = ({ dataDir, databaseUrl }: StorageSettings): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, DATABASE_FILE));

/**
 * Opens the store of the settings and brings its schema up to date.
 * @throws SettingsError when it cannot be opened: one line, without the URL and its password
 */
export async function openDatabase(settings: StorageSettings, log: Log): Promise<Kysely<Tables>> {
  const { dataDir, databaseUrl } = settings;
  try {
    return databaseUrl === undefined
      ? await openSqlite(join(dataDir, DATABASE_FILE), MIGRATIONS)
      : await openPostgres(databaseUrl, {
          migrations: MIGRATIONS,
          onIdleError: (error) => log.warn("an idle connection was lost", { err: error }),
        });
  } catch (error) {
    const failure = databaseUrl === undefined ? startFailure(error, settings) : error;
    if (failure instanceof SettingsError) throw failure;
    const where = databaseUrl === undefined ? `DATA_DIR ${dataDir}` : "DATABASE_URL";
    throw new SettingsError(`${where} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** The innermost cause has the reason; several tries of one connection give an aggregate without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return "unknown reason";
  return error.cause === undefined ? (error.message.split("\n", 1)[0] ?? "") : reasonOf(error.cause);
}

/** Uses SECRET_KEY, or else the key of the data folder. */
export async function openSecretBox({
  dataDir,
  secretKey,
}: Pick<Settings, "dataDir" | "secretKey">): Promise<SecretBox> {
  return createSecretBox(secretKey ?? (await readSecretKey(dataDir)));
}

/**
 * Secrets that must be read again are encrypted with SECRET_KEY, or else with a key in the data folder. Secrets that an
 * earlier version stored in clear are encrypted too.
 * @throws SettingsError when they were encrypted with another key
 */
export async function openSealedStores(
  db: Kysely<Tables>,
  { dataDir, secretKey }: Pick<Settings, "dataDir" | "secretKey">,
): Promise<Stores> {
  const box = await openSecretBox({ dataDir, secretKey });
  await withKeyOf({ dataDir, secretKey }, () => sealEarlierSecrets(db, box));
  const stores = createStores(db);
  return {
    ...stores,
    secondFactors: sealSecondFactors(stores.secondFactors, box),
    announcements: sealAnnouncements(stores.announcements, box),
  };
}

/**
 * Decrypts secrets of the database.
 * @throws SettingsError when they were encrypted with another key: one line with the name of the setting
 */
export async function withKeyOf<Opened>(
  { dataDir, secretKey }: Pick<Settings, "dataDir" | "secretKey">,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (cause) {
    if (!(cause instanceof WrongSecretKey)) throw cause;
    const key = secretKey === undefined ? `secret.key of DATA_DIR ${dataDir}` : "SECRET_KEY";
    throw new SettingsError(
      `${key} is not the key of this database: put back the one of its backup, or that of its other servers`,
      { cause },
    );
  }
}

/**
 * Seeds the demo company into an empty store when requested. Refuses to be reachable from outside with its published
 * passwords.
 * @returns whether the demo password of any user is still valid
 */
export async function seedDemo(
  settings: Pick<Settings, "host" | "demo"> & Partial<Pick<Settings, "realm">>,
  stores: Pick<
    Stores,
    | "company"
    | "users"
    | "contacts"
    | "contactTags"
    | "callRecords"
    | "announcements"
    | "recordings"
    | "voicemail"
    | "queueLog"
    | "chat"
    | "sms"
    | "videoRooms"
  >,
  {
    now,
    spoken,
    box,
  }: {
    readonly now: number;
    /** With it there are video rooms: their links come from it. */
    readonly box?: SecretBox;
    readonly spoken?: { readonly sounds: Pick<SoundStore, "put" | "hold" | "release">; readonly folder: string };
  },
): Promise<readonly string[]> {
  const { company, users } = stores;
  const isLocal = isLoopback(settings.host);
  const isFresh = (await users.countUsers()) === 0;
  const isAnotherRealm = settings.realm !== undefined && settings.realm !== DEMO_REALM;
  const wanted = isFresh && (settings.demo ?? (isLocal && !isAnotherRealm));
  const refusal = `HOST=${settings.host} is refused while demo passwords are in force`;
  if (wanted && !isLocal) throw new SettingsError(`${refusal}: set DEMO=0, then add users with npm run callpanel`);
  if (wanted) {
    const demo = createDemoCompany();
    const settings = box === undefined ? [] : DEMO_VIDEO_SETTINGS;
    await applyCompany(company, { ...demo, items: [...(demo.items ?? []), ...settings] });
    const owner = await users.byUsername(DEMO_CONTACTS_OWNER);
    if (owner !== undefined) {
      const { id: ownerId, realm } = owner;
      const realmId = realm.id;
      await seedDemoContacts(stores, { realmId, ownerId });
      const { users: people } = await users.search({ realmId, words: [], start: 0, limit: DEMO_PEOPLE });
      const ids = new Map(people.map(({ id, username }) => [username, id]));
      const idOf = (username: string) => ids.get(username);
      if (box !== undefined) await seedDemoVideo(stores.videoRooms, { realmId, now, idOf, box, random: randomBytes });
      const calls = await seedDemoCalls(stores.callRecords, { realm: realm.name, people, now });
      if (spoken !== undefined) {
        const { sounds, folder } = spoken;
        await seedDemoAnnouncements({ ...stores, sounds }, { realmId, folder });
        await seedDemoRecordings({ ...stores, sounds }, { calls, folder });
        await seedDemoMessages({ ...stores, sounds }, { people, now, folder });
        await seedDemoChat(stores.chat, { realmId, people, now });
        await seedDemoTexts(stores.sms, { realmId, people, now });
        await stores.queueLog.append(DEMO_LOG_OWNER, demoQueueLog({ realm: realm.name, now, idOf }));
      }
    }
  }
  const holders = await users.demoPeople();
  if (holders.length > 0 && !isLocal)
    throw new SettingsError(
      `${refusal}: ${holders.length} users have one; change or remove them with npm run callpanel`,
    );
  return holders;
}

/**
 * The realm that the phone system serves: the requested one, or else the first one. Only an empty store gets a new realm.
 * @throws SettingsError when the requested realm does not exist
 */
export async function ensureRealm(company: CompanyStore, wanted: string | undefined): Promise<string> {
  const realms = await company.read((reader) => reader.realms());
  const name = wanted ?? realms[0]?.name ?? DEFAULT_REALM;
  if (realms.length > 0 && !realms.some((realm) => realm.name === name))
    throw new SettingsError(`REALM ${name} does not exist; there is ${realms.map((realm) => realm.name).join(", ")}`);
  if (realms.length === 0) await applyCompany(company, { realm: name, groups: [], users: [], services: [] });
  return name;
}
