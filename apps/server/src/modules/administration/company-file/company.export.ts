import { LOT_TIMEOUT_SECONDS, type NumberEntry } from "../../directory/index.ts";
import type { Credential, Realm } from "../../users/index.ts";
import { writeCompanyFile } from "./company.file.ts";
import { writeQueue } from "./company.queue-file.ts";
import { writePersonal, writeRoom } from "./company.room-file.ts";
import { writeRealmFields } from "./company.realm-file.ts";
import { permissionText, type StoredGroup, type StoredUser } from "../company.model.ts";
import type { CompanyReader } from "../company.store.ts";

/**
 * A realm as a company file. `withSecrets` adds the hashes of the users' passwords, so that the file can create the same
 * users elsewhere. The passwords themselves are not stored.
 */
export async function exportCompany(
  company: CompanyReader,
  { realm, withSecrets }: { readonly realm: Realm; readonly withSecrets: boolean },
): Promise<string> {
  const users = await company.users(realm.id);
  const numbers = await company.numbers(realm.id);
  const credentials = new Map<number, Credential>();
  for (const { id } of withSecrets ? users : []) {
    const credential = await company.credentialOf(id);
    if (credential !== undefined) credentials.set(id, credential);
  }
  const usernames = new Map(users.map(({ id, username }) => [id, username]));
  return writeCompanyFile({
    realm: realm.name,
    company: realm.company,
    groups: (await company.groups(realm.id)).map(presentGroup),
    users: users.map((user) => ({
      ...presentUser(user),
      ...(withSecrets ? presentCredential(credentials.get(user.id)) : {}),
    })),
    queues: (await company.queues(realm.id)).map((queue) => writeQueue(queue, (id) => usernames.get(id))),
    rooms: (await company.conferences(realm.id)).map((room) => writeRoom(room, (id) => usernames.get(id))),
    lots: ofKind(numbers, "lot").map(({ number, name, firstSlot, lastSlot, timeoutSeconds }) => ({
      number,
      name,
      slots: `${firstSlot}-${lastSlot}`,
      ...(timeoutSeconds === LOT_TIMEOUT_SECONDS ? {} : { timeout_seconds: timeoutSeconds }),
    })),
    ...toggleFields(ofKind(numbers, "toggle")),
    ...writeRealmFields(await company.realmItems(realm.id), withSecrets),
    numbers: ofKind(numbers, "did").map(({ number, name, target, hours, otherwise, smsCapable, popPage }) => ({
      number,
      name,
      target,
      ...(hours === undefined ? {} : { hours, otherwise }),
      sms: smsCapable,
      ...(popPage === undefined ? {} : { screen_pop: popPage }),
    })),
  });
}

const toggleFields = (toggles: ReadonlyArray<Extract<NumberEntry, { kind: "toggle" }>>) =>
  toggles.length === 0
    ? {}
    : { toggles: toggles.map(({ number, name, optionA, optionB }) => ({ number, name, a: optionA, b: optionB })) };

function ofKind<K extends NumberEntry["kind"]>(numbers: readonly NumberEntry[], kind: K) {
  return numbers.filter((entry): entry is Extract<NumberEntry, { kind: K }> => entry.kind === kind);
}

const presentGroup = ({ name, permissions }: StoredGroup) => ({ name, permissions: permissions.map(permissionText) });

function presentUser(user: StoredUser) {
  const conference = writePersonal(user.conference);
  return {
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    extension: user.extension,
    ...(user.email === "" ? {} : { email: user.email }),
    ...(user.department === null ? {} : { department: user.department }),
    ...(user.mayUsePanel ? {} : { panel: false }),
    ...(user.suspended ? { suspended: true } : {}),
    groups: user.groups,
    ...(user.permissions.length === 0 ? {} : { permissions: user.permissions.map(permissionText) }),
    ...(conference === undefined ? {} : { conference }),
  };
}

const presentCredential = (credential: Credential | undefined) =>
  credential === undefined ? { invited: true } : { credential: { password_hash: credential.passwordHash } };
