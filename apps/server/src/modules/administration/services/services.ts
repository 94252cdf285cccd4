import {
  AppError,
  maySeeOne,
  mayManage,
  type CompanyServiceRow,
  type NewCompanyService,
  type ServicePerson,
  type TargetedArea,
} from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import { foldText, searchWords } from "../../../kernel/text/search-text.ts";
import type { NumberEntry } from "../../directory/index.ts";
import { versionOf } from "../company.author.ts";
import { nameOf, type ServiceDraft, type StoredUser } from "../company.model.ts";
import { removeService } from "../company.removal.ts";
import { applyCompany } from "../company.service.ts";
import { atNumberField } from "../company.state.ts";
import { serviceFacts } from "../company.services.ts";
import type { State } from "../company.state.ts";
import type { CompanyReader, CompanyStore } from "../company.store.ts";
import { authorOf } from "../people/people.service.ts";

export interface ServicesDeps {
  readonly company: CompanyStore;
  readonly clock: Pick<Clock, "now">;
  /** Announces to all servers that the company was changed. */
  readonly companyChanged: () => void;
}

/** A company as the pages of its queues and rooms need it. */
export interface ServiceState extends Pick<State, "queues" | "conferences" | "userIds" | "numbers"> {
  readonly people: ReadonlyMap<number, StoredUser>;
}

async function readServices(reader: CompanyReader, realmId: number): Promise<ServiceState> {
  const users = await reader.users(realmId);
  return {
    people: new Map(users.map((user) => [user.id, user])),
    userIds: new Map(users.map(({ id, username }) => [username, id])),
    queues: new Map((await reader.queues(realmId)).map((queue) => [queue.number, queue])),
    conferences: new Map((await reader.conferences(realmId)).map((room) => [room.number, room])),
    numbers: new Map((await reader.numbers(realmId)).map((entry) => [entry.number, entry])),
  };
}

/** One kind of service: what its pages show of it. */
interface ServiceKind<Shown> {
  readonly kind: "queue" | "room";
  readonly area: TargetedArea;
  readonly countOf: (state: ServiceState, number: string) => number;
  readonly present: (
    state: ServiceState,
    about: { readonly entry: NumberEntry; readonly version: string; readonly mayChange: boolean },
  ) => Shown;
}

/** SERVICES-1 to 6: what the pages of queues and those of rooms have in common. */
export function createServices<Shown>(deps: ServicesDeps, kind: ServiceKind<Shown>) {
  const { company, clock, companyChanged } = deps;
  const { area, countOf, present } = kind;

  const entryOf = (state: ServiceState, caller: Caller, number: string): NumberEntry => {
    const entry = state.numbers.get(number);
    if (entry?.kind !== kind.kind || !maySeeOne(caller.rights, area, number)) throw new AppError("request.notFound");
    return entry;
  };
  const show = (caller: Caller, number: string): Promise<Shown> =>
    company.read(async (reader) => {
      const state = await readServices(reader, caller.realm.id);
      const entry = entryOf(state, caller, number);
      const version = versionOf(serviceFacts(state, entry));
      return present(state, { entry, version, mayChange: mayManage(caller.rights, area, number) });
    });
  const apply = async (caller: Caller, service: ServiceDraft): Promise<Shown> => {
    const draft = { realm: caller.realm.name, groups: [], users: [], services: [service] };
    await applyCompany(company, draft, { author: authorOf(caller), at: clock.now() }).catch((error: unknown) => {
      throw atNumberField(error, "number", [service.number]);
    });
    companyChanged();
    return show(caller, service.number);
  };
  return {
    list: async (
      caller: Caller,
      { start, limit, search }: { readonly start: number; readonly limit: number; readonly search: string },
    ): Promise<{ total: number; data: CompanyServiceRow[] }> => {
      const state = await company.read((reader) => readServices(reader, caller.realm.id));
      const words = searchWords(search);
      const found = [...state.numbers.values()].filter(
        (entry) =>
          entry.kind === kind.kind &&
          maySeeOne(caller.rights, area, entry.number) &&
          words.every((word) => foldText(`${entry.name} ${entry.number}`).includes(word)),
      );
      const rows = found.toSorted((one, other) => one.number.localeCompare(other.number, "en", { numeric: true }));
      const data = rows
        .slice(start, start + limit)
        .map(({ number, name }) => ({ number, name, people: countOf(state, number) }));
      return { total: rows.length, data };
    },
    show,
    apply,
    /** The draft of a new one. */
    added: ({ number, name }: NewCompanyService) => ({ number, name: name.trim(), version: null }),
    remove: async (caller: Caller, number: string): Promise<{ number: string }> => {
      await company.read(async (reader) => entryOf(await readServices(reader, caller.realm.id), caller, number));
      const order = { realm: caller.realm.name, author: authorOf(caller), at: clock.now() };
      await removeService(company, { ...order, number, kind: kind.kind });
      companyChanged();
      return { number };
    },
  };
}

/** A person as lists of agents and admins have them; undefined: they were removed. */
export function servicePerson(state: Pick<ServiceState, "people">, id: number): ServicePerson | undefined {
  const user = state.people.get(id);
  if (user === undefined) return undefined;
  return { username: user.username, name: nameOf(user), extension: user.extension };
}

/** SERVICES-3: throws where a setting is not valid, with its place in the request as the field. */
export function checkRead(faults: ReadonlyArray<{ readonly name: string; readonly message: string }>): void {
  const [fault] = faults;
  if (fault !== undefined) throw new AppError("admin.setting", { ...fault, field: `settings.${fault.name}` });
}
