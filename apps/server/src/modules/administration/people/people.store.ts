import type { PersonState } from "@callpanel/contract";
import type { StoredUser } from "../company.model.ts";

/** A person in the list of all people. */
export interface ListedPerson extends Pick<
  StoredUser,
  "id" | "username" | "firstName" | "lastName" | "extension" | "email" | "department" | "mayUsePanel" | "groups"
> {
  readonly state: PersonState;
  readonly pictureKey: string | null;
}

export interface PeopleQuery {
  readonly realmId: number;
  /** Folded; a person fits if each word is in the name, username, extension, address or department. */
  readonly words: readonly string[];
  readonly state?: PersonState | undefined;
  readonly group?: string | undefined;
  readonly start: number;
  readonly limit: number;
}

/** Lists of the people of a company, for its administration. */
export interface CompanyPeopleStore {
  /** By name. */
  page(query: PeopleQuery): Promise<{ readonly total: number; readonly people: readonly ListedPerson[] }>;
  groupNames(realmId: number): Promise<readonly string[]>;
  person(realmId: number, userId: number): Promise<ListedPerson | undefined>;
}
