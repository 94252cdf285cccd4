import { AppError, type ErrorCode, type ErrorDetails, type Subject } from "@callpanel/contract";
import type { ConfiguredConference } from "../conferences/index.ts";
import type { NumberEntry } from "../directory/index.ts";
import type { ConfiguredQueue } from "../queues/index.ts";
import type { Credential, Realm } from "../users/index.ts";
import type { Author, Notes } from "./company.author.ts";
import type { CompanyDraft, StoredGroup, StoredUser, UserDraft } from "./company.model.ts";
import type { CompanyWriter } from "./company.store.ts";

/** The number of new, changed and unchanged things. */
export interface ApplyReport {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

export type Change = keyof ApplyReport;

/** The company while a draft is applied: read once, then updated together with each write. */
export interface State extends Notes {
  readonly company: CompanyWriter;
  readonly realm: Realm;
  readonly author: Author;
  /** The credential to store for each user; undefined where the existing one is still right. */
  readonly credentials: ReadonlyMap<string, Credential | undefined>;
  /** The people that the draft names. */
  readonly users: ReadonlyMap<string, StoredUser>;
  readonly groups: Map<string, StoredGroup>;
  /** False: the draft changes no number and nothing that leads to one, so `numbers`, `queues` and `conferences` are not read. */
  readonly touchesNumbers: boolean;
  readonly numbers: Map<string, NumberEntry>;
  /** As they were before the draft. */
  readonly numbersBefore: readonly NumberEntry[];
  readonly queues: Map<string, ConfiguredQueue>;
  readonly conferences: Map<string, ConfiguredConference>;
  /** Ids of users by username, also of new ones; of all where the draft has queues or rooms, whose people they are. */
  readonly userIds: Map<string, number>;
}

export async function readState({
  draft,
  ...input
}: Pick<State, "company" | "realm" | "author" | "credentials" | "note"> & {
  readonly draft: Pick<CompanyDraft, "users" | "services" | "items">;
}): Promise<State> {
  const { company, realm } = input;
  const byName = <T>(list: readonly T[], nameOf: (one: T) => string) => new Map(list.map((one) => [nameOf(one), one]));
  const usernames = draft.users.map(({ username }) => username);
  const users = byName(await company.users(realm.id, { usernames }), ({ username }) => username);
  const keepsExtension = ({ username, extension }: UserDraft): boolean => {
    const before = users.get(username);
    return before !== undefined && (extension === undefined || extension === before.extension);
  };
  const touchesNumbers =
    draft.services.length > 0 || (draft.items ?? []).length > 0 || !draft.users.every(keepsExtension);
  const byNumber = async <T extends { readonly number: string }>(read: (realmId: number) => Promise<readonly T[]>) =>
    byName(touchesNumbers ? await read(realm.id) : [], ({ number }) => number);
  const numbers = await byNumber((id) => company.numbers(id));
  return {
    ...input,
    users,
    touchesNumbers,
    userIds: new Map(draft.services.length === 0 ? [] : await company.userIds(realm.id)),
    queues: await byNumber((id) => company.queues(id)),
    conferences: await byNumber((id) => company.conferences(id)),
    groups: byName(await company.groups(realm.id), ({ name }) => name),
    numbers,
    numbersBefore: [...numbers.values()],
  };
}

/** PAGES-7: a company that has an administrator keeps one. @returns throws if no administrator is left */
export async function watchAdministrators(company: CompanyWriter, realmId: number): Promise<() => Promise<void>> {
  const hadOne = (await company.administrators(realmId)).length > 0;
  return async () => {
    if (hadOne && (await company.administrators(realmId)).length === 0) throw new AppError("admin.lastAdministrator");
  };
}

export const refusal = (code: ErrorCode & `admin.${string}`, what: Subject, field?: string): AppError =>
  new AppError(code, { what, ...(field === undefined ? {} : { field }) } satisfies ErrorDetails);

/** PAGES-6: adds the form's `field` to the error about a number of `numbers` that is already a parking slot or an emergency number. */
export function atNumberField(error: unknown, field: string, numbers: readonly string[]): unknown {
  if (!(error instanceof AppError) || error.code !== "admin.exists" || error.details["field"] !== undefined)
    return error;
  const { what } = error.details;
  if (typeof what !== "object" || what.kind !== "number" || !numbers.includes(what.name ?? "")) return error;
  return new AppError(error.code, { ...error.details, field }, { cause: error });
}

export const sameEntry = (a: object, b: object): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (one: object) => Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1));
