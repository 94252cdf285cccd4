import { AppError, type Permission } from "@callpanel/contract";
import { DEFAULT_PERSONAL } from "../conferences/index.ts";
import { withMovedExit } from "../queues/index.ts";
import { createCredential, DEMO_PASSWORD, hashSecret, verifyPassword, type Credential } from "../users/index.ts";
import { changeDetails, checkGiven, checkTouched, checkVersion, type Author } from "./company.author.ts";
import { completedPersonal, samePersonal } from "./company.conferences.ts";
import {
  permissionFacts,
  samePermissions,
  withMovedTargets,
  type CompanyDraft,
  type StoredUser,
  type UserDraft,
} from "./company.model.ts";
import type { InvitationLink } from "./invitation/invitation.store.ts";
import { sameQueue } from "./company.queues.ts";
import { refusal, type Change, type State } from "./company.state.ts";
import type { CompanyReader } from "./company.store.ts";

/** What an administrator sees of a person in one form; its hash is the person's version. */
export function personFacts(person: Omit<StoredUser, "id">) {
  const { username, firstName, lastName, extension, email, department, mayUsePanel, suspended } = person;
  return {
    username,
    firstName,
    lastName,
    extension,
    email,
    department,
    mayUsePanel,
    suspended,
    groups: person.groups.toSorted(),
    permissions: permissionFacts(person.permissions),
  };
}

interface Known {
  readonly users: ReadonlyMap<string, StoredUser>;
  readonly credentials: ReadonlyMap<string, Credential>;
}

export async function readKnown(company: CompanyReader, draft: CompanyDraft): Promise<Known> {
  const realm = (await company.realms()).find(({ name }) => name === draft.realm);
  // Only passwords are compared with what is stored.
  const asked = draft.users.filter(({ password, credential }) => password !== undefined || credential !== undefined);
  if (realm === undefined || asked.length === 0) return { users: new Map(), credentials: new Map() };
  const usernames = asked.map(({ username }) => username);
  const users = new Map((await company.users(realm.id, { usernames })).map((user) => [user.username, user]));
  const credentials = new Map<string, Credential>();
  for (const { username } of asked) {
    const user = users.get(username);
    const credential = user === undefined ? undefined : await company.credentialOf(user.id);
    if (credential !== undefined) credentials.set(username, credential);
  }
  return { users, credentials };
}

type HashOf = (password: string) => Promise<string>;

/** The published demo password is not secret, so all users with it share one hash. Any other password has its own salt. */
export function createHashing(): HashOf {
  let demo: Promise<string> | undefined;
  return (password) => (password === DEMO_PASSWORD ? (demo ??= hashSecret(password)) : hashSecret(password));
}

interface Hashing {
  readonly known: Known;
  readonly hashOf: HashOf;
}

/** The credential to store, or undefined when the existing one is still right. */
export async function credentialFor(user: UserDraft, { known, hashOf }: Hashing): Promise<Credential | undefined> {
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

export async function saveUser(state: State, draft: UserDraft): Promise<Change> {
  const { company, realm } = state;
  const before = state.users.get(draft.username);
  checkVersion(draft.version, {
    before: before === undefined ? undefined : personFacts(before),
    what: { kind: "person", name: draft.username },
    field: "username",
  });
  const owner = await company.ownerOf(draft.username);
  if (owner !== undefined && owner.realmId !== realm.id)
    throw new AppError("admin.otherRealm", { username: draft.username, field: "username" });
  const user = completed(draft, before);
  const credential = state.credentials.get(draft.username);
  if (before === undefined && credential === undefined && draft.invited === undefined)
    throw new AppError("admin.invalidFile", { detail: `user ${draft.username} is new and needs a password` });
  checkPerson(state, { user, before });
  checkOwn(state.author, { user, before, credential });
  if (before !== undefined && credential === undefined && sameUser(user, before)) return "unchanged";
  const id = await writeUser(state, { user, before, credential });
  await noteUser(state, { id, user, before, credential });
  if (typeof draft.invited === "object") await invite(state, { id, email: user.email }, draft.invited);
  return before === undefined ? "added" : "changed";
}

interface Saved {
  readonly user: CompleteUser;
  readonly before: StoredUser | undefined;
  readonly credential: Credential | undefined;
}

function checkPerson({ numbers, groups, author }: State, { user, before }: Omit<Saved, "credential">): void {
  const holder = numbers.get(user.extension);
  if (holder !== undefined && !(holder.kind === "user" && holder.userId === before?.id))
    throw refusal("admin.exists", { kind: "number", name: user.extension }, "extension");
  const missing = user.groups.find((name) => !groups.has(name));
  if (missing !== undefined) throw refusal("admin.notFound", { kind: "group", name: missing }, "groups");
  const all = (of: Pick<StoredUser, "groups" | "permissions">): readonly Permission[] => [
    ...of.permissions,
    ...of.groups.flatMap((name) => groups.get(name)?.permissions ?? []),
  ];
  const held = before === undefined ? [] : all(before);
  checkTouched(author, held, { kind: "person", name: user.username });
  checkGiven(author, held, all(user));
}

/** PEOPLE-5: one’s own are changed in the settings, which ask for the password; the link of a forgotten one goes to the address. */
function checkOwn(author: Author, { user, before, credential }: Saved): void {
  if (author.way !== "panel" || author.userId !== before?.id) return;
  if (credential !== undefined) throw new AppError("admin.ownAccess");
  if (user.email !== before.email) throw new AppError("admin.ownAccess", { field: "email" });
  // PEOPLE-22
  if (user.suspended && !before.suspended) throw new AppError("admin.yourself");
}

async function writeUser(state: State, { user, before, credential }: Saved): Promise<number> {
  const { company, realm, numbers } = state;
  if (before !== undefined && before.suspended !== user.suspended) await company.endVideoLinks(before.id);
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
  if (credential !== undefined) await company.setCredential(id, credential);
  // People who know the old password, and those who are suspended, are signed out.
  const isEnded = before !== undefined && (credential !== undefined || (user.suspended && !before.suspended));
  if (isEnded) await company.endSessions(id);
  // PEOPLE-4: the link was sent to another address, or for a person with fewer rights.
  else if (before !== undefined && isOtherAccount(before, user)) await company.endInvitation(id);
  return id;
}

async function invite(
  { company, note }: State,
  { id: person, email }: { readonly id: number; readonly email: string },
  link: InvitationLink,
): Promise<void> {
  await company.invite(person, link);
  await note("people.invited", { person, details: { to: email === "" ? null : email } });
}

const isOtherAccount = (before: CompleteUser, after: CompleteUser): boolean =>
  before.email !== after.email ||
  before.groups.toSorted().join(" ") !== after.groups.toSorted().join(" ") ||
  !samePermissions(before.permissions, after.permissions);

/** AUDIT-6: a line for each kind of change. */
async function noteUser({ note }: State, saved: Saved & { readonly id: number }): Promise<void> {
  const { id: person, user, before, credential } = saved;
  if (before === undefined) return note("people.added", { person, details: changeDetails({}, personFacts(user)) });
  if (user.suspended !== before.suspended)
    await note(user.suspended ? "people.suspended" : "people.resumed", { person });
  if (credential !== undefined) await note("people.passwordSet", { person });
  const { suspended: _, ...is } = personFacts(user);
  const { suspended: __, ...was } = personFacts(before);
  const details = changeDetails(was, is);
  if (Object.keys(details).length > 0) await note("people.changed", { person, details });
}

/** Direct numbers, toggles and destinations of queues and announcements follow the person to the new extension. */
async function moveExtension(
  { company, realm, numbers, queues }: State,
  move: { from: string; to: string },
): Promise<void> {
  numbers.delete(move.from);
  await company.moveAnnouncementExits(realm.id, move);
  for (const entry of numbers.values()) {
    const moved = withMovedTargets(entry, (number) => (number === move.from ? move.to : number));
    if (moved === undefined) continue;
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
  const department = draft.department ?? before?.department ?? null;
  return {
    username: draft.username,
    firstName,
    lastName,
    extension,
    email: draft.email ?? before?.email ?? "",
    department: department === "" ? null : department,
    mayUsePanel: draft.mayUsePanel ?? before?.mayUsePanel ?? true,
    suspended: draft.suspended ?? before?.suspended ?? false,
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
    user.suspended === before.suspended &&
    names(user.groups) === names(before.groups) &&
    samePermissions(user.permissions, before.permissions) &&
    samePersonal(user.conference, before.conference)
  );
}
