import {
  AppError,
  CONTACT_COUNTRIES,
  DEFAULT_COUNTRY,
  NEEDED_STEPS,
  USERNAME,
  type FirstRun,
  type FirstRunStep,
  type ListedPerson,
} from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { newPassword, newToken, tokenDigest, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import { foldText } from "../../kernel/text/search-text.ts";
import {
  applyCompany,
  meansSomething,
  type CompanyDraft,
  type CompanyReader,
  type CompanyStore,
} from "../administration/index.ts";
import { companySettingsOf, isItemOf } from "../realm-settings/index.ts";
import { displayName, foldUsername, type Realm, type UserStore } from "../users/index.ts";
import { isOpen, isVisit, NOTHING_YET, withStep, withVisit, type FirstRunProgress } from "./first-run.model.ts";
import type { FirstRunStore } from "./first-run.store.ts";
import { ADMINISTRATORS, isLineRegistered, missingThings, type MissingDeps } from "./missing-things.ts";
import { readPeople } from "./people-list.ts";
import {
  administratorDraft,
  companyDraft,
  invalidName,
  lineDraft,
  peopleDrafts,
  servicesDraft,
  type AdministratorStep,
  type CompanyStep,
  type LineStep,
  type ListedPeople,
  type ServicesStep,
} from "./step-drafts.ts";

export interface FirstRunDeps extends MissingDeps {
  readonly company: CompanyStore;
  readonly users: Pick<UserStore, "countUsers">;
  readonly store: FirstRunStore;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly realm: string;
  /** Tells all servers that the company has changed. */
  readonly companyChanged: () => void;
}

export interface Account {
  readonly name: string;
  readonly username: string;
  readonly extension: string;
  readonly password: string;
}

/** The first run: each step is a draft that is applied, with the checks of the company file and of the command line. */
export interface FirstRunService {
  /** Uses a link. @returns the token of the browser */
  open(secret: string): Promise<string>;
  /** @throws AppError firstRun.noLink, firstRun.finished */
  admit(token: string | undefined): Promise<void>;
  state(): Promise<Omit<FirstRun, "sip_url">>;
  setCompany(step: CompanyStep): Promise<void>;
  setAdministrator(step: AdministratorStep): Promise<void>;
  readPeople(text: string): Promise<readonly ListedPerson[]>;
  setPeople(people: ListedPeople): Promise<readonly Account[]>;
  setServices(step: ServicesStep): Promise<void>;
  setLine(step: LineStep): Promise<void>;
  mark(step: FirstRunStep, how: "done" | "skipped"): Promise<void>;
  finish(): Promise<void>;
}

export function createFirstRun(deps: FirstRunDeps): FirstRunService {
  const { company, users, store, clock, random, realm } = deps;
  const inRealm = <T>(work: (reader: CompanyReader, one: Realm) => Promise<T>): Promise<T> =>
    company.read(async (reader) => {
      const found = (await reader.realms()).find(({ name }) => name === realm);
      if (found === undefined) throw new AppError("admin.notFound", { what: `realm ${realm}` });
      return work(reader, found);
    });
  const apply = async (draft: Partial<CompanyDraft>): Promise<void> => {
    await applyCompany(company, { groups: [], users: [], services: [], ...draft, realm });
    deps.companyChanged();
  };
  const change = (step: (before: FirstRunProgress) => FirstRunProgress): Promise<void> =>
    store.change((before = NOTHING_YET) => ({ progress: step(before), result: undefined }));
  const mark = (step: FirstRunStep, how: "done" | "skipped"): Promise<void> =>
    change((before) => withStep(before, step, how));

  return {
    open: async (secret) => {
      const [known = NOTHING_YET, people] = await Promise.all([store.read(), users.countUsers()]);
      // Anyone may ask: without a write, which would hold up others.
      if (!isOpen(known, people)) throw new AppError("firstRun.finished");
      const token = newToken(random);
      await change((before) => {
        if (!isOpen(before, people)) throw new AppError("firstRun.finished");
        return withVisit(before, { link: tokenDigest(secret), visit: tokenDigest(token) }, clock.now());
      });
      return token;
    },
    admit: async (token) => {
      const [progress = NOTHING_YET, people] = await Promise.all([store.read(), users.countUsers()]);
      if (!isOpen(progress, people)) throw new AppError("firstRun.finished");
      if (token === undefined || !isVisit(progress, tokenDigest(token), clock.now()))
        throw new AppError("firstRun.noLink");
    },
    state: async () => {
      const progress = (await store.read()) ?? NOTHING_YET;
      const missing = await missingThings(deps, realm);
      return { ...(await inRealm((reader, one) => stateOf(reader, one, { progress, deps }))), missing: [...missing] };
    },
    setCompany: async (step) => {
      await apply(companyDraft(step));
      await mark("company", "done");
    },
    setAdministrator: async (step) => {
      const username = foldUsername(step.username);
      await company.read((reader) => checkNew(reader, [username]));
      if ((await users.countUsers()) > 0) throw new AppError("firstRun.administratorExists");
      await apply({ users: [administratorDraft(step, (await inRealm(readGroups))(true))] });
      await change((before) => ({ ...withStep(before, "administrator", "done"), administrator: username }));
    },
    readPeople: (text) =>
      inRealm(async (reader, { id }) => {
        const known = { entries: await reader.numbers(id), items: await reader.realmItems(id) };
        const people = await reader.users(id);
        return readPeople(text, {
          usernames: new Set(people.map(({ username }) => username)),
          names: new Set(people.map((one) => foldText(displayName(one)))),
          means: (number) => meansSomething(number, known),
        });
      }),
    setPeople: async (people) => {
      if (((await store.read()) ?? NOTHING_YET).administrator === null) throw new AppError("firstRun.needed");
      const groupsFor = await inRealm(readGroups);
      const drafts = peopleDrafts(people, { groupsFor, password: () => newPassword(random) });
      await company.read((reader) =>
        checkNew(
          reader,
          drafts.map(({ username }) => username),
        ),
      );
      await apply({ users: drafts });
      await mark("people", "done");
      return drafts.map((one) => ({
        name: displayName(one),
        username: one.username,
        extension: one.extension,
        password: one.password,
      }));
    },
    setServices: async (step) => {
      const known = await inRealm(async (reader, { id }) => ({
        agents: await reader.users(id),
        numbers: await reader.numbers(id),
      }));
      await apply(servicesDraft(step, known));
      await mark("services", "done");
    },
    setLine: async (step) => {
      await apply(lineDraft(step));
      await mark("line", "done");
    },
    mark,
    finish: () =>
      change((before) => {
        if (NEEDED_STEPS.some((step) => !before.done.includes(step))) throw new AppError("firstRun.needed");
        return { ...before, isFinished: true, link: null, visit: null };
      }),
  };
}

/** The groups of administrators and of other people: those of them that the company has. */
async function readGroups(
  reader: CompanyReader,
  { id }: Realm,
): Promise<(isAdministrator: boolean) => readonly string[]> {
  const known = (await reader.groups(id)).map(({ name }) => name);
  return (isAdministrator) =>
    (isAdministrator ? ["staff", "supervisor", ADMINISTRATORS] : ["staff"]).filter((name) => known.includes(name));
}

/** Applying a draft would change a person who is there already. */
async function checkNew(reader: CompanyReader, usernames: readonly string[]): Promise<void> {
  for (const username of usernames) {
    if (!USERNAME.test(username)) throw invalidName("username", username);
    if ((await reader.ownerOf(username)) !== undefined)
      throw new AppError("admin.exists", { what: `user ${username}` });
  }
}

async function stateOf(
  reader: CompanyReader,
  { id, name: realm, company }: Realm,
  { progress, deps }: { readonly progress: FirstRunProgress; readonly deps: Pick<FirstRunDeps, "phone"> },
): Promise<Omit<FirstRun, "sip_url" | "missing">> {
  const people = await reader.users(id);
  const numbers = await reader.numbers(id);
  const items = await reader.realmItems(id);
  const texts = new Map(items.filter(isItemOf("setting")).map((one) => [one.name, one.value]));
  const { country, language, logo } = companySettingsOf((one) => texts.get(one));
  const numbersOf = (kind: string) => numbers.filter((one) => one.kind === kind).map(({ number }) => number);
  const line = items.find(isItemOf("trunk"));
  const { administrator, done, skipped } = progress;
  return {
    // Until it has a name, a company is called as its realm.
    company: company === realm && !done.includes("company") ? "" : company,
    country: CONTACT_COUNTRIES.find((one) => one === country) ?? DEFAULT_COUNTRY,
    language,
    logo,
    administrator,
    people: people.length,
    queues: numbersOf("queue"),
    rooms: numbersOf("room"),
    lots: numbersOf("lot"),
    hasHours: items.some(isItemOf("time_condition")),
    line: line === undefined ? null : { name: line.name, registered: isLineRegistered(deps.phone, realm, line.name) },
    done: [...done],
    skipped: [...skipped],
  };
}
