import { AppError } from "@callpanel/contract";
import { isItemOf, type RealmItem } from "../realm-settings/index.ts";
import type { Realm } from "../users/index.ts";
import {
  changeDetails,
  checkGiven,
  checkTouched,
  checkVersion,
  COMMAND_LINE,
  notesOf,
  type Author,
} from "./company.author.ts";
import { checkApplication } from "./applications/application.policy.ts";
import { checkCircles } from "./company.circles.ts";
import { completedItem, keyOf, saveItem, settingsFacts } from "./company.items.ts";
import {
  checkEmergencyNumbers,
  checkHours,
  checkNumbers,
  checkPopPages,
  checkTargets,
  permissionFacts,
  samePermissions,
  type CompanyDraft,
  type GroupDraft,
} from "./company.model.ts";
import { createHashing, credentialFor, readKnown, saveUser } from "./company.people.ts";
import { checkQueue } from "./company.queues.ts";
import { saveService } from "./company.services.ts";
import { readState, refusal, watchAdministrators, type ApplyReport, type Change, type State } from "./company.state.ts";
import type { CompanyStore, CompanyWriter } from "./company.store.ts";
import { STANDARD_GROUPS } from "./standard-groups.ts";

/** The author and the time; by default the command line, now. */
export interface Ordered {
  readonly author?: Author;
  readonly at?: number;
}

/**
 * Changes the company to match the draft, completely or, on any `AppError`, not at all. Idempotent. Things that the draft
 * does not name stay as they are. Pages, command line and company files change the company here and nowhere else.
 */
export async function applyCompany(
  store: CompanyStore,
  draft: CompanyDraft,
  { author = COMMAND_LINE, at = Date.now() }: Ordered = {},
): Promise<ApplyReport> {
  // Hashing takes about 20 ms a password, so it is done before the write lock is taken, and several in parallel.
  const known = await store.read((company) => readKnown(company, draft));
  const hashing = { known, hashOf: createHashing() };
  const credentials = new Map(
    await Promise.all(draft.users.map(async (user) => [user.username, await credentialFor(user, hashing)] as const)),
  );
  const items = await Promise.all(
    (draft.items ?? []).map(async (item) => ({ item: await completedItem(item, draft.realm), version: item.version })),
  );
  return store.atomically(async (company) => {
    const { realm, isNew, wasCalled } = await saveRealm(company, draft);
    // What a company begins with is no change of it.
    const { note } = isNew ? SILENT : notesOf(company, { realmId: realm.id, author, at });
    if (wasCalled !== undefined) await note("company.renamed", { details: { from: wasCalled, to: realm.company } });
    const checkAdministrators = await watchAdministrators(company, realm.id);
    const state = await readState({ company, realm, author, credentials, note, draft });
    const changes: Change[] = [];
    const named = new Set(draft.groups.map(({ name }) => name));
    const standard = isNew ? STANDARD_GROUPS.filter(({ name }) => !named.has(name)) : [];
    for (const group of [...standard, ...draft.groups]) changes.push(await saveGroup(state, group));
    for (const user of draft.users) changes.push(await placed(user, () => saveUser(state, user)));
    for (const service of draft.services) changes.push(await placed(service, () => saveService(state, service)));
    const kept = new Map<string, RealmItem>((await company.realmItems(realm.id)).map((item) => [keyOf(item), item]));
    checkVersion(draft.settingsVersion, {
      before: settingsFacts(wasCalled ?? realm.company, [...kept.values()]),
      what: { kind: "company" },
    });
    for (const one of items) changes.push(await saveItem(state, kept, one));
    await checkWhole(state, { draft, kept: [...kept.values()] });
    await checkAdministrators();
    const count = (wanted: Change) => changes.filter((change) => change === wanted).length;
    return { added: count("added"), changed: count("changed"), unchanged: count("unchanged") };
  });
}

const SILENT = { note: async (): Promise<void> => undefined };

/** What must hold of the whole company after a change. */
async function checkWhole(
  { company, numbers, numbersBefore, queues, touchesNumbers }: State,
  { draft, kept }: { readonly draft: CompanyDraft; readonly kept: readonly RealmItem[] },
): Promise<void> {
  if (!touchesNumbers) return;
  checkPopPages(draft.services, kept);
  const entries = [...numbers.values()];
  for (const service of draft.services)
    await placed(service, () => {
      const entry = numbers.get(service.number);
      if (entry !== undefined) checkTargets(entry, entries, numbersBefore);
    });
  checkNumbers(entries, numbersBefore);
  checkHours(entries, kept);
  for (const { kind, name } of draft.items ?? []) if (kind === "application") checkApplication(name, kept);
  for (const service of draft.services)
    await placed(service, async () => {
      const queue = queues.get(service.number);
      if (queue !== undefined) checkQueue(queue, entries);
    });
  const all = { entries, queues: [...queues.values()] };
  for (const service of draft.services) await placed(service, () => checkCircles([service.number], all));
  for (const { name } of kept.filter(isItemOf("trunk")))
    if ((await company.ownerOf(name)) !== undefined) throw refusal("admin.exists", { kind: "account", name });
  checkEmergencyNumbers(entries, kept);
}

async function saveRealm(
  company: CompanyWriter,
  draft: CompanyDraft,
): Promise<{ readonly realm: Realm; readonly isNew: boolean; readonly wasCalled?: string }> {
  const realm = (await company.realms()).find(({ name }) => name === draft.realm);
  // Changes of one company wait for each other.
  if (realm !== undefined) await company.hold(realm.id);
  if (realm !== undefined && (draft.company === undefined || draft.company === realm.company))
    return { realm, isNew: false };
  const saved = await company.saveRealm({ name: draft.realm, company: draft.company ?? draft.realm });
  return realm === undefined ? { realm: saved, isNew: true } : { realm: saved, isNew: false, wasCalled: realm.company };
}

async function saveGroup(state: State, { name, newName = name, permissions, version }: GroupDraft): Promise<Change> {
  const { company, realm, groups, author, note } = state;
  const before = groups.get(name);
  checkVersion(version, { before: before && groupFacts(before), what: { kind: "group", name }, field: "name" });
  if (newName !== name && groups.has(newName)) throw refusal("admin.exists", { kind: "group", name: newName }, "name");
  if (before !== undefined && newName === name && samePermissions(before.permissions, permissions)) return "unchanged";
  const held = before?.permissions ?? [];
  checkTouched(author, held, { kind: "group", name });
  checkGiven(author, held, permissions);
  const members = before === undefined ? [] : await company.users(realm.id, { group: name });
  if (newName !== name) await company.renameGroup(realm.id, name, newName);
  await company.saveGroup(realm.id, { name: newName, permissions });
  groups.delete(name);
  groups.set(newName, { name: newName, permissions });
  // PEOPLE-4
  for (const { id } of members) await company.endInvitation(id);
  const [was, is] = [permissionFacts(held), permissionFacts(permissions)];
  await note(before === undefined ? "groups.added" : "groups.changed", {
    object: { kind: "group", id: newName, name: newName },
    details: {
      ...changeDetails({ name }, { name: newName }),
      given: is.filter((one) => !was.includes(one)).join(" "),
      taken: was.filter((one) => !is.includes(one)).join(" "),
    },
  });
  return before === undefined ? "added" : "changed";
}

/** What an administrator sees of a group in one form; its hash is the group's version. */
export const groupFacts = ({ name, permissions }: Pick<GroupDraft, "name" | "permissions">) => ({
  name,
  permissions: permissionFacts(permissions),
});

/** Adds the line of the file, and the field, to an error about a thing in it. */
async function placed<T>({ line }: { readonly line?: number | undefined }, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || line === undefined) throw error;
    const { detail, field } = error.details;
    const reason = error.code === "admin.invalidFile" && typeof detail === "string" ? detail : error.message;
    const place = typeof field === "string" ? ` (${field})` : "";
    throw new AppError("admin.invalidFile", { detail: `line ${line}: ${reason}${place}` }, { cause: error });
  }
}
