import { AppError, type ErrorDetails, type ErrorCode } from "@callpanel/contract";
import { DEFAULT_PERSONAL, type ConfiguredConference } from "../conferences/index.ts";
import type { NumberEntry } from "../directory/index.ts";
import { withMovedExit, type ConfiguredQueue } from "../queues/index.ts";
import { isItemOf, settingAct, type RealmItem } from "../realm-settings/index.ts";
import { sipHa1 } from "../sip-credentials/index.ts";
import {
  createCredential,
  DEMO_PASSWORD,
  hashSecret,
  verifyPassword,
  type Credential,
  type Realm,
} from "../users/index.ts";
import {
  checkEmergencyNumbers,
  checkNumbers,
  checkPopPages,
  samePermissions,
  type CompanyDraft,
  type GroupDraft,
  type QueueServiceDraft,
  type RealmItemDraft,
  type RoomServiceDraft,
  type ServiceDraft,
  type ServiceEntry,
  type StoredGroup,
  type StoredUser,
  type UserDraft,
} from "./company.model.ts";
import { completedConference, completedPersonal, sameConference, samePersonal } from "./company.conferences.ts";
import { checkQueue, completedQueue, sameQueue } from "./company.queues.ts";
import type { CompanyReader, CompanyStore, CompanyWriter } from "./company.store.ts";
import { STANDARD_GROUPS } from "./standard-groups.ts";

/** The number of new, changed and unchanged things. */
export interface ApplyReport {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

type Change = keyof ApplyReport;

/**
 * Changes the company to match the draft, completely or, on any `AppError`, not at all. Idempotent. Things that the draft
 * does not name stay as they are.
 */
export async function applyCompany(
  store: CompanyStore,
  draft: CompanyDraft,
  now: () => number = Date.now,
): Promise<ApplyReport> {
  // Hashing takes about 20 ms a password, so it is done before the write lock is taken, and several in parallel.
  const known = await store.read((company) => readKnown(company, draft));
  const hashing = { known, hashOf: createHashing() };
  const credentials = new Map(
    await Promise.all(draft.users.map(async (user) => [user.username, await credentialFor(user, hashing)] as const)),
  );
  const items = await Promise.all((draft.items ?? []).map((item) => completedItem(item, draft.realm)));
  return store.atomically(async (company) => {
    const { realm, isNew } = await saveRealm(company, draft);
    const state = await readState({ company, realm, credentials });
    const changes: Change[] = [];
    const named = new Set(draft.groups.map(({ name }) => name));
    const standard = isNew ? STANDARD_GROUPS.filter(({ name }) => !named.has(name)) : [];
    for (const group of [...standard, ...draft.groups]) changes.push(await saveGroup(state, group));
    for (const user of draft.users) changes.push(await placed(user, () => saveUser(state, user)));
    for (const service of draft.services) changes.push(await placed(service, () => saveService(state, service)));
    const kept = new Map<string, RealmItem>((await company.realmItems(realm.id)).map((item) => [keyOf(item), item]));
    for (const item of items) {
      const before = kept.get(keyOf(item));
      changes.push(await saveItem(state, kept, item));
      if (!isNew) await noteSetting(company, { realmId: realm.id, at: now(), before, item });
    }
    checkPopPages(draft.services, [...kept.values()]);
    checkNumbers([...state.numbers.values()]);
    for (const service of draft.services)
      await placed(service, async () => {
        const queue = state.queues.get(service.number);
        if (queue !== undefined) checkQueue(queue, [...state.numbers.values()]);
      });
    for (const { name } of [...kept.values()].filter(isItemOf("trunk")))
      if ((await company.ownerOf(name)) !== undefined) throw refusal("admin.exists", `user or trunk ${name}`);
    checkEmergencyNumbers([...state.numbers.values()], [...kept.values()]);
    const count = (wanted: Change) => changes.filter((change) => change === wanted).length;
    return { added: count("added"), changed: count("changed"), unchanged: count("unchanged") };
  });
}

/** The company while the draft is applied: read once, then updated together with each write. */
interface State {
  readonly company: CompanyWriter;
  readonly realm: Realm;
  /** The credential to store for each user; undefined where the existing one is still right. */
  readonly credentials: ReadonlyMap<string, Credential | undefined>;
  readonly users: ReadonlyMap<string, StoredUser>;
  readonly groups: Map<string, StoredGroup>;
  readonly numbers: Map<string, NumberEntry>;
  readonly queues: Map<string, ConfiguredQueue>;
  readonly conferences: Map<string, ConfiguredConference>;
  /** Ids of users by username, also of new ones. */
  readonly userIds: Map<string, number>;
}

async function readState(input: Pick<State, "company" | "realm" | "credentials">): Promise<State> {
  const { company, realm } = input;
  const byName = <T>(list: readonly T[], nameOf: (one: T) => string) => new Map(list.map((one) => [nameOf(one), one]));
  const users = await company.users(realm.id);
  return {
    ...input,
    users: byName(users, ({ username }) => username),
    userIds: new Map(users.map(({ id, username }) => [username, id])),
    queues: byName(await company.queues(realm.id), ({ number }) => number),
    conferences: byName(await company.conferences(realm.id), ({ number }) => number),
    groups: byName(await company.groups(realm.id), ({ name }) => name),
    numbers: byName(await company.numbers(realm.id), ({ number }) => number),
  };
}

interface Known {
  readonly users: ReadonlyMap<string, StoredUser>;
  readonly credentials: ReadonlyMap<string, Credential>;
}

async function readKnown(company: CompanyReader, draft: CompanyDraft): Promise<Known> {
  const realm = (await company.realms()).find(({ name }) => name === draft.realm);
  if (realm === undefined) return { users: new Map(), credentials: new Map() };
  const users = new Map((await company.users(realm.id)).map((user) => [user.username, user]));
  const credentials = new Map<string, Credential>();
  for (const { username } of draft.users) {
    const user = users.get(username);
    const credential = user === undefined ? undefined : await company.credentialOf(user.id);
    if (credential !== undefined) credentials.set(username, credential);
  }
  return { users, credentials };
}

type HashOf = (password: string) => Promise<string>;

/** The published demo password is not secret, so all users with it share one hash. Any other password has its own salt. */
function createHashing(): HashOf {
  let demo: Promise<string> | undefined;
  return (password) => (password === DEMO_PASSWORD ? (demo ??= hashSecret(password)) : hashSecret(password));
}

interface Hashing {
  readonly known: Known;
  readonly hashOf: HashOf;
}

/** The credential to store, or undefined when the existing one is still right. */
async function credentialFor(user: UserDraft, { known, hashOf }: Hashing): Promise<Credential | undefined> {
  const current = known.credentials.get(user.username);
  if (user.credential !== undefined) {
    const same = current !== undefined && current.passwordHash === user.credential.passwordHash;
    return same ? undefined : { ...user.credential, isDemo: false };
  }
  if (user.password === undefined) return undefined;
  const { password } = user;
  if (current !== undefined && (await verifyPassword(current.passwordHash, password))) return undefined;
  return createCredential(password, await hashOf(password));
}

async function saveRealm(company: CompanyWriter, draft: CompanyDraft): Promise<{ realm: Realm; isNew: boolean }> {
  const realm = (await company.realms()).find(({ name }) => name === draft.realm);
  if (realm !== undefined && (draft.company === undefined || draft.company === realm.company))
    return { realm, isNew: false };
  const saved = await company.saveRealm({ name: draft.realm, company: draft.company ?? draft.realm });
  return { realm: saved, isNew: realm === undefined };
}

async function saveGroup({ company, realm, groups }: State, { name, permissions }: GroupDraft): Promise<Change> {
  const before = groups.get(name);
  if (before !== undefined && samePermissions(before.permissions, permissions)) return "unchanged";
  await company.saveGroup(realm.id, { name, permissions });
  groups.set(name, { name, permissions });
  return before === undefined ? "added" : "changed";
}

async function saveUser(state: State, draft: UserDraft): Promise<Change> {
  const { company, realm, numbers } = state;
  const before = state.users.get(draft.username);
  const owner = await company.ownerOf(draft.username);
  if (owner !== undefined && owner.realmId !== realm.id)
    throw refusal("admin.exists", `user ${draft.username} (in another realm)`);
  const user = completed(draft, before);
  const credential = state.credentials.get(draft.username);
  if (before === undefined && credential === undefined)
    throw new AppError("admin.invalidFile", { detail: `user ${draft.username} is new and needs a password` });
  const holder = numbers.get(user.extension);
  if (holder !== undefined && !(holder.kind === "user" && holder.userId === before?.id))
    throw refusal("admin.exists", `number ${user.extension}`);
  const missing = user.groups.find((name) => !state.groups.has(name));
  if (missing !== undefined) throw refusal("admin.notFound", `group ${missing}`);
  if (before !== undefined && credential === undefined && sameUser(user, before)) return "unchanged";

  const id = await company.saveUser(realm.id, user);
  state.userIds.set(user.username, id);
  numbers.set(user.extension, { kind: "user", number: user.extension, name: user.username, userId: id });
  if (before !== undefined && before.extension !== user.extension)
    await moveExtension(state, { from: before.extension, to: user.extension });
  await company.setGroups(realm.id, id, user.groups);
  await company.setPermissions(id, user.permissions);
  // Without one, none is stored.
  if (!samePersonal(user.conference, before?.conference ?? DEFAULT_PERSONAL))
    await company.savePersonalConference(id, user.conference);
  if (credential !== undefined) {
    await company.setCredential(id, credential);
    // People who know the old password are signed out.
    if (before !== undefined) await company.endSessions(id);
  }
  return before === undefined ? "added" : "changed";
}

/** Direct numbers and destinations of queues follow the person to the new extension. */
async function moveExtension(
  { company, realm, numbers, queues }: State,
  move: { from: string; to: string },
): Promise<void> {
  numbers.delete(move.from);
  for (const entry of numbers.values()) {
    if (entry.kind !== "did" || entry.target !== move.from) continue;
    const moved = { ...entry, target: move.to };
    await company.saveService(realm.id, moved);
    numbers.set(entry.number, moved);
  }
  for (const queue of queues.values()) {
    const moved = { ...queue, configuration: withMovedExit(queue.configuration, move) };
    if (sameQueue(queue, moved)) continue;
    await company.saveQueue(realm.id, moved);
    queues.set(queue.number, moved);
  }
}

type CompleteUser = Omit<StoredUser, "id">;

function completed(draft: UserDraft, before: StoredUser | undefined): CompleteUser {
  const extension = draft.extension ?? before?.extension;
  const firstName = draft.firstName ?? before?.firstName;
  const lastName = draft.lastName ?? before?.lastName;
  if (extension === undefined || firstName === undefined || lastName === undefined)
    throw new AppError("admin.invalidFile", {
      detail: `user ${draft.username} is new and needs first_name, last_name and extension`,
    });
  return {
    username: draft.username,
    firstName,
    lastName,
    extension,
    email: draft.email ?? before?.email ?? "",
    department: draft.department ?? before?.department ?? null,
    mayUsePanel: draft.mayUsePanel ?? before?.mayUsePanel ?? true,
    groups: draft.groups ?? before?.groups ?? [],
    permissions: draft.permissions ?? before?.permissions ?? [],
    conference: completedPersonal(draft.conference, before?.conference),
  };
}

function sameUser(user: CompleteUser, before: StoredUser): boolean {
  const names = (list: readonly string[]) => list.toSorted().join("\n");
  return (
    user.firstName === before.firstName &&
    user.lastName === before.lastName &&
    user.extension === before.extension &&
    user.email === before.email &&
    user.department === before.department &&
    user.mayUsePanel === before.mayUsePanel &&
    names(user.groups) === names(before.groups) &&
    samePermissions(user.permissions, before.permissions) &&
    samePersonal(user.conference, before.conference)
  );
}

async function saveService(state: State, draft: ServiceDraft): Promise<Change> {
  const { company, realm, numbers } = state;
  const entry = entryOf(draft);
  const before = numbers.get(entry.number);
  if (before !== undefined && before.kind !== entry.kind)
    throw refusal("admin.exists", `number ${entry.number} (a ${before.kind})`);
  const isSame = before !== undefined && sameEntry(before, entry);
  if (!isSame) {
    await company.saveService(realm.id, entry);
    numbers.set(entry.number, entry);
  }
  const isSameInside = await saveSettings(state, draft);
  if (before === undefined) return "added";
  return isSame && isSameInside ? "unchanged" : "changed";
}

function entryOf(draft: ServiceDraft): ServiceEntry {
  if (draft.kind === "queue") return { kind: "queue", number: draft.number, name: draft.name };
  if (draft.kind === "room") {
    const { kind, number, name, pin, adminPin } = draft;
    return { kind, number, name, pin, adminPin };
  }
  const { line: _, ...entry } = draft;
  return entry;
}

/** What is stored with the number. @returns whether it is the same already */
function saveSettings(state: State, draft: ServiceDraft): boolean | Promise<boolean> {
  if (draft.kind === "queue") return saveQueue(state, draft);
  return draft.kind !== "room" || saveConference(state, draft);
}

async function saveConference(
  { company, realm, conferences, userIds }: State,
  draft: RoomServiceDraft,
): Promise<boolean> {
  const before = conferences.get(draft.number);
  const conference = completedConference(draft, before, (username) => userIds.get(username));
  conferences.set(conference.number, conference);
  const isPlain = draft.settings === undefined && draft.admins === undefined;
  if (before === undefined ? isPlain : sameConference(before, conference)) return true;
  await company.saveConference(realm.id, conference);
  return false;
}

async function saveQueue({ company, realm, queues, userIds }: State, draft: QueueServiceDraft): Promise<boolean> {
  const before = queues.get(draft.number);
  const queue = completedQueue(draft, before, (username) => userIds.get(username));
  queues.set(queue.number, queue);
  if (before === undefined ? draft.settings === undefined && draft.members === undefined : sameQueue(before, queue))
    return true;
  await company.saveQueue(realm.id, queue);
  return false;
}

const keyOf = ({ kind, name }: Pick<RealmItem, "kind" | "name">): string => `${kind} ${name}`;

/** A trunk's password is stored only as a credential. */
async function completedItem(item: RealmItemDraft, realm: string): Promise<RealmItem> {
  if (!("password" in item)) return item;
  const { name, password, callLimit } = item;
  const { md5: ha1Md5, sha256: ha1Sha256 } = sipHa1({ username: name, realm, secret: password });
  return { kind: "trunk", name, ha1Md5, ha1Sha256, ...(callLimit === undefined ? {} : { callLimit }) };
}

async function saveItem({ company, realm }: State, kept: Map<string, RealmItem>, item: RealmItem): Promise<Change> {
  const before = kept.get(keyOf(item));
  if (before !== undefined && sameEntry({ ...before, id: 0 }, { ...item, id: 0 })) return "unchanged";
  await company.saveRealmItem(realm.id, item);
  kept.set(keyOf(item), item);
  return before === undefined ? "added" : "changed";
}

/** AUDIT-5: a setting that the command line changes, to `item` or, without it, to its default. */
export async function noteSetting(
  company: Pick<CompanyWriter, "note">,
  change: {
    readonly realmId: number;
    readonly at: number;
    readonly before: RealmItem | undefined;
    readonly item: RealmItem | undefined;
  },
): Promise<void> {
  const { realmId, at, before, item } = change;
  const valueOf = (one: RealmItem | undefined) => (one?.kind === "setting" ? one.value : undefined);
  const noted = settingAct((item ?? before)?.name ?? "", valueOf(before), valueOf(item));
  if (noted === undefined) return;
  await company.note({ realmId, at, way: "command", by: null, person: null, object: null, ...noted });
}

const sameEntry = (a: object, b: object): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (one: object) => Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1));

const refusal = (code: ErrorCode & `admin.${string}`, what: string): AppError =>
  new AppError(code, { what } satisfies ErrorDetails);

/** Adds the line of the file to an error about a thing in it. */
async function placed<T>({ line }: { readonly line?: number | undefined }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || line === undefined) throw error;
    const detail = error.code === "admin.invalidFile" ? String(error.details["detail"]) : error.message;
    throw new AppError("admin.invalidFile", { detail: `line ${line}: ${detail}` }, { cause: error });
  }
}
