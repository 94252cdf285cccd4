import {
  AppError,
  CONTACT_COUNTRIES,
  DEFAULT_COUNTRY,
  NEEDED_STEPS,
  USERNAME,
  type FirstRun,
  type FirstRunStep,
  mayManageAll,
  type endpoints,
  type ListedPerson,
  type ResponseOf,
} from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import { newPassword, newToken, tokenDigest, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import { foldText } from "../../kernel/text/search-text.ts";
import {
  applyCompany,
  COMMAND_LINE,
  createInvitations,
  meansSomething,
  type Author,
  type CompanyDraft,
  type CompanyReader,
  type CompanyStore,
  type InvitationDeps,
  type InvitationPlace,
} from "../administration/index.ts";
import { companySettingsOf, isItemOf } from "../realm-settings/index.ts";
import { displayName, foldUsername, type Realm, type UserStore } from "../users/index.ts";
import {
  checkTakesLinks,
  isOpen,
  isVisit,
  NOTHING_YET,
  withAdministrator,
  withStep,
  withVisit,
  type FirstRunProgress,
} from "./first-run.model.ts";
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
  type PeopleStep,
  type FirstSignIn,
  type ServicesStep,
} from "./step-drafts.ts";

export interface FirstRunDeps extends MissingDeps, Pick<InvitationDeps, "mailer" | "platformName"> {
  readonly company: CompanyStore;
  readonly users: Pick<UserStore, "countUsers">;
  readonly store: FirstRunStore;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly realm: string;
  /** Announces to all servers that the company has changed. */
  readonly companyChanged: () => void;
}

/** Of a request of the guide: its token, and its person where the token is that of a session. */
export interface Sender {
  readonly token: string | undefined;
  readonly caller: () => Promise<Caller | undefined>;
}

type Account = ResponseOf<typeof endpoints.setUpPeople>["accounts"][number];

/** The first run: each step is a draft that is applied, with the checks of the company file and of the command line. */
export interface FirstRunService {
  /** Uses a link. @returns the token of the browser */
  open(secret: string): Promise<string>;
  /**
   * FIRST-3 FIRST-6: the browser or person who may continue: the browser with the link's token while there are no people, then an administrator.
   * @returns in whose name the steps are applied
   * @throws AppError firstRun.noLink, firstRun.signIn, firstRun.finished, request.forbidden
   */
  admit(sender: Sender): Promise<Author>;
  state(): Promise<Omit<FirstRun, "sip_url">>;
  setCompany(author: Author, step: CompanyStep): Promise<void>;
  setAdministrator(step: AdministratorStep): Promise<void>;
  readPeople(text: string): Promise<readonly ListedPerson[]>;
  setPeople(author: Author, step: PeopleStep, place: InvitationPlace): Promise<readonly Account[]>;
  setServices(author: Author, step: ServicesStep): Promise<void>;
  setLine(author: Author, step: LineStep): Promise<void>;
  mark(step: FirstRunStep, how: "done" | "skipped"): Promise<void>;
  finish(): Promise<void>;
}

export function createFirstRun(deps: FirstRunDeps): FirstRunService {
  const { company, users, store, clock, random, realm } = deps;
  const invitations = createInvitations(deps);
  const inRealm = <T>(work: (reader: CompanyReader, one: Realm) => Promise<T>): Promise<T> =>
    company.read(async (reader) => {
      const found = (await reader.realms()).find(({ name }) => name === realm);
      if (found === undefined) throw new AppError("admin.notFound", { what: { kind: "realm", name: realm } });
      return work(reader, found);
    });
  const apply = async (author: Author, draft: Partial<CompanyDraft>): Promise<void> => {
    const whole = { groups: [], users: [], services: [], ...draft, realm };
    await applyCompany(company, whole, { author, at: clock.now() });
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
      checkTakesLinks(known, people);
      const token = newToken(random);
      await change((before) => {
        checkTakesLinks(before, people);
        return withVisit(before, { link: tokenDigest(secret), visit: tokenDigest(token) }, clock.now());
      });
      return token;
    },
    admit: async ({ token, caller }) => {
      const [progress = NOTHING_YET, people] = await Promise.all([store.read(), users.countUsers()]);
      if (!isOpen(progress, people)) throw new AppError("firstRun.finished");
      if (people > 0) return administrator(await caller());
      if (token === undefined || !isVisit(progress, tokenDigest(token), clock.now()))
        throw new AppError("firstRun.noLink");
      return COMMAND_LINE;
    },
    state: async () => {
      const progress = (await store.read()) ?? NOTHING_YET;
      const missing = await missingThings(deps, realm);
      return { ...(await inRealm((reader, one) => stateOf(reader, one, { progress, deps }))), missing: [...missing] };
    },
    setCompany: async (author, step) => {
      await apply(author, companyDraft(step));
      await mark("company", "done");
    },
    setAdministrator: async (step) => {
      const username = foldUsername(step.username);
      if (!USERNAME.test(username)) throw invalidName("username", username);
      if ((await users.countUsers()) > 0) throw new AppError("firstRun.administratorExists");
      await apply(COMMAND_LINE, { users: [administratorDraft(step, (await inRealm(readGroups))(true))] });
      await change((before) => withAdministrator(before, username));
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
    setPeople: async (author, { people, invite }, place) => {
      // Otherwise people without an administrator would close the guide for good.
      if (author.way !== "panel") throw new AppError("firstRun.needed");
      const groupsFor = await inRealm(readGroups);
      const firstSignIn = (): FirstSignIn =>
        invite ? { invitation: invitations.make() } : { password: newPassword(random) };
      const drafts = peopleDrafts(people, { groupsFor, firstSignIn });
      const wrong = drafts.find(({ draft }) => !USERNAME.test(draft.username));
      if (wrong !== undefined) throw invalidName("username", wrong.draft.username);
      await apply(author, { users: drafts.map(({ draft }) => draft) });
      await mark("people", "done");
      return Promise.all(
        drafts.map(async ({ draft, first }) => ({
          name: displayName(draft),
          username: draft.username,
          extension: draft.extension,
          ...("password" in first
            ? { password: first.password, invitation: null }
            : { password: null, invitation: await invitations.send(draft, first.invitation, place) }),
        })),
      );
    },
    setServices: async (author, step) => {
      const known = await inRealm(async (reader, { id }) => ({
        agents: await reader.users(id),
        numbers: await reader.numbers(id),
      }));
      await apply(author, servicesDraft(step, known));
      await mark("services", "done");
    },
    setLine: async (author, step) => {
      await apply(author, lineDraft(step));
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

/** @throws AppError firstRun.signIn, request.forbidden */
function administrator(caller: Caller | undefined): Author {
  if (caller === undefined) throw new AppError("firstRun.signIn");
  const { userId, rights, mayUsePanel } = caller;
  if (!mayUsePanel || !mayManageAll(rights)) throw new AppError("request.forbidden");
  return { way: "panel", userId, rights };
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
  const { administrator: username, done, skipped } = progress;
  const extension = people.find((one) => one.username === username)?.extension ?? null;
  return {
    // Until it has a name, a company is called as its realm.
    company: company === realm && !done.includes("company") ? "" : company,
    country: CONTACT_COUNTRIES.find((one) => one === country) ?? DEFAULT_COUNTRY,
    language,
    logo,
    administrator: username === null ? null : { username, extension },
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
