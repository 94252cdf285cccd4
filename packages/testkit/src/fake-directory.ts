/** People and numbers in memory, with the secrets that a phone and the registrar share. */
import { createHash } from "node:crypto";
import type {
  CredentialUse,
  DigestAlgorithm,
  Directory,
  DirectoryChange,
  DirectoryEntry,
  DirectoryUser,
  OutsideRight,
  PopPage,
  ParkingLot,
  PhoneAct,
  SipCredential,
  SwitchOutcome,
} from "@callpanel/phone-port";

export interface FakeDirectory extends Directory {
  add(user: DirectoryUser, password: string): void;
  change(sipUsername: string, fields: Partial<DirectoryUser>): void;
  setPassword(sipUsername: string, password: string): void;
  /** A secret in addition to the password, of one phone. */
  addSecret(sipUsername: string, secret: { readonly id: string; readonly secret: string }): void;
  endSecret(sipUsername: string, id: string): void;
  /** The users whose credentials were requested, in order; known credentials are given without a request. */
  readonly queries: readonly string[];
  /** Requests that were proved, in order. */
  readonly uses: readonly CredentialUse[];
  remove(sipUsername: string): void;
  addLot(lot: ParkingLot): void;
  /** What else a number leads to. */
  setNumber(number: string, entry: DirectoryEntry): void;
  /** A direct number: what calls from outside may reach. `target` is the number of the realm it leads to. */
  setDirectNumber(number: string, target: string): void;
  /** The page that opens with calls to a direct number. */
  setPopPage(number: string, page: PopPage): void;
  /** What a user's contacts call a number. */
  setContact(userId: number, number: string, name: string): void;
  block(userId: number, number: string): void;
  /** An outside line; the first that is added is tried first. */
  addTrunk(trunk: DirectoryUser, password: string): void;
  setEmergencyNumbers(numbers: readonly string[]): void;
  /** What people may call outside; anything, ten at a time, unless it says otherwise. */
  allowOutside(right: (userId: number, number: string) => OutsideRight): void;
  /** Rights to others' calls; at first everybody may take ringing and parked calls, and do nothing else. */
  permit(decide: (by: DirectoryUser, act: PhoneAct) => boolean): void;
  /** Events that are announced by a beep; at first no events. */
  notify(...of: ReadonlyArray<"listened" | "moved">): void;
  /** Answers come as promises from now on. */
  answerLater(): void;
}

export function createFakeDirectory(realm: string): FakeDirectory {
  /** By user id and number. */
  const contacts = new Map<string, string>();
  const blocked = new Set<string>();
  let emergencyNumbers: readonly string[] = [];
  let outsideRight: (userId: number, number: string) => OutsideRight = () => ({
    may: true,
    atOnce: 10,
    perHour: 1_000,
  });
  let later = false;
  let notified: ReadonlySet<"listened" | "moved"> = new Set();
  let mayDo = (_: DirectoryUser, { kind }: PhoneAct): boolean => kind === "pickUp" || kind === "retrieve";

  const give: Give = (value) => (later ? Promise.resolve(value) : value);
  const users: Users = new Map();

  return {
    ...createPeople(realm, users, give),
    ...createNumbers(realm, users, give),
    ...createSwitches(users, give),
    mayDo: (by, act) => mayDo(by, act),
    permit: (decide) => {
      mayDo = decide;
    },
    notifies: (of) => notified.has(of),
    notify: (...of) => {
      notified = new Set(of);
    },
    isBlocked: ({ id }, number) => give(blocked.has(`${id} ${number}`)),
    block: (userId, number) => void blocked.add(`${userId} ${number}`),
    callerName: ({ id }, number) => give(contacts.get(`${id} ${number}`)),
    setContact: (userId, number, name) => void contacts.set(`${userId} ${number}`, name),
    outsideCall: ({ id }, number) => give(outsideRight(id, number)),
    allowOutside: (right) => {
      outsideRight = right;
    },
    emergencyNumbers: (of) => give(of === realm ? emergencyNumbers : []),
    setEmergencyNumbers: (dialled) => {
      emergencyNumbers = dialled;
    },
    answerLater: () => {
      later = true;
    },
  };
}

/** Gives a value now or later, as the test wants it. */
type Give = <T>(value: T) => T | Promise<T>;

/** By SIP username. */
type Users = Map<string, { readonly user: DirectoryUser; readonly password: string }>;

type People = Pick<
  FakeDirectory,
  | "userBySipUsername"
  | "credentials"
  | "knownCredential"
  | "queries"
  | "credentialUsed"
  | "uses"
  | "subscribe"
  | "add"
  | "change"
  | "remove"
  | "setPassword"
  | "addSecret"
  | "endSecret"
  | "trunks"
  | "addTrunk"
>;

/** Users and trunks with their secrets. */
function createPeople(realm: string, users: Users, give: Give): People {
  const listeners = new Set<(change: DirectoryChange) => void>();
  const uses: CredentialUse[] = [];
  /** By username and the secret's id; the password's id is `password`. */
  const secrets = new Map<string, Map<string, string>>();
  const trunks: string[] = [];
  const queries: string[] = [];

  const held = (of: string, sipUsername: string, algorithm: DigestAlgorithm): readonly SipCredential[] => {
    const known = of === realm ? users.get(sipUsername) : undefined;
    if (known === undefined) return [];
    const name = algorithm === "MD5" ? "md5" : "sha256";
    const all = [...(secrets.get(sipUsername) ?? []), ["password", known.password] as const];
    return all.map(([id, secret]) => ({
      id,
      ha1: createHash(name).update(`${sipUsername}:${realm}:${secret}`).digest("hex"),
    }));
  };
  const tell = (change: DirectoryChange): void => {
    for (const listener of listeners) listener(change);
  };

  return {
    userBySipUsername: (of, sipUsername) => give(of === realm ? users.get(sipUsername)?.user : undefined),
    credentials: (of, sipUsername, algorithm) => {
      queries.push(sipUsername);
      return give(held(of, sipUsername, algorithm));
    },
    knownCredential: (of, { sipUsername, credentialId, algorithm }) =>
      held(of, sipUsername, algorithm).find(({ id }) => id === credentialId),
    queries,
    credentialUsed: (use) => void uses.push(use),
    uses,
    addSecret: (sipUsername, { id, secret }) =>
      void secrets.set(sipUsername, (secrets.get(sipUsername) ?? new Map<string, string>()).set(id, secret)),
    endSecret: (sipUsername, id) => {
      secrets.get(sipUsername)?.delete(id);
      tell({ kind: "credential", realm, sipUsername, credentialId: id });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (user, password) => void users.set(user.sipUsername, { user, password }),
    change: (sipUsername, fields) => {
      const known = users.get(sipUsername);
      if (known === undefined) throw new Error(`no user ${sipUsername}`);
      users.set(sipUsername, { ...known, user: { ...known.user, ...fields } });
      tell({ kind: "user", realm, sipUsername });
    },
    setPassword: (sipUsername, password) => {
      const known = users.get(sipUsername);
      if (known === undefined) throw new Error(`no user ${sipUsername}`);
      users.set(sipUsername, { ...known, password });
      tell({ kind: "credential", realm, sipUsername, credentialId: "password" });
    },
    remove: (sipUsername) => {
      users.delete(sipUsername);
      tell({ kind: "user", realm, sipUsername });
    },
    trunks: (of) => give(of === realm ? trunks.flatMap((name) => users.get(name)?.user ?? []) : []),
    addTrunk: (trunk, password) => {
      users.set(trunk.sipUsername, { user: trunk, password });
      trunks.push(trunk.sipUsername);
    },
  };
}

type Numbers = Pick<
  FakeDirectory,
  "lookup" | "setNumber" | "parkingLots" | "addLot" | "directNumber" | "setDirectNumber" | "popPage" | "setPopPage"
>;

/** Where numbers lead. */
function createNumbers(realm: string, users: Users, give: Give): Numbers {
  const numbers = new Map<string, DirectoryEntry>();
  const lots: ParkingLot[] = [];
  const directNumbers = new Map<string, string>();
  const popPages = new Map<string, PopPage>();

  const entryOf = (number: string): DirectoryEntry | undefined => {
    const known = numbers.get(number);
    if (known !== undefined) return known;
    for (const { user } of users.values())
      if (user.extension === number && user.trunk === undefined) return { kind: "user", user };
    return undefined;
  };

  return {
    lookup: (of, number) => give(of === realm ? entryOf(number) : undefined),
    setNumber: (number, entry) => void numbers.set(number, entry),
    parkingLots: (of) => give(of === realm ? lots : []),
    directNumber: (of, number) => give(of === realm ? entryOf(directNumbers.get(number) ?? "") : undefined),
    popPage: (of, number) => give(of === realm ? popPages.get(number) : undefined),
    addLot: (lot) => {
      const { id, name, extension, firstSlot, lastSlot } = lot;
      lots.push(lot);
      numbers.set(extension, { kind: "lot", id, name });
      for (let slot = firstSlot; slot <= lastSlot; slot += 1) numbers.set(String(slot), { kind: "slot", id, name });
    },
    setDirectNumber: (number, target) => void directNumbers.set(number, target),
    setPopPage: (number, page) => void popPages.set(number, page),
  };
}

type Switches = Pick<
  FakeDirectory,
  "toggleDoNotDisturb" | "setForward" | "toggleForward" | "toggleFollowMe" | "flipToggleDestination"
>;

/** What feature codes switch. */
function createSwitches(users: Users, give: Give): Switches {
  const lastForwards = new Map<number, string>();
  const toggles = new Map<number, boolean>([[12, true]]);

  /** Changes a user without a report to the phone system, as a setting does. */
  const set = (
    userId: number,
    change: (user: DirectoryUser) => DirectoryUser | undefined,
  ): DirectoryUser | undefined => {
    for (const [sipUsername, { user, password }] of users) {
      if (user.id !== userId) continue;
      const after = change(user);
      if (after !== undefined) users.set(sipUsername, { user: after, password });
      return after;
    }
    return undefined;
  };
  const outcome = (user: DirectoryUser | undefined, on: boolean): SwitchOutcome =>
    user === undefined ? { ok: false, why: "incomplete" } : { ok: true, on };

  return {
    toggleDoNotDisturb: (userId) => {
      const after = set(userId, (user) => ({ ...user, doNotDisturb: !user.doNotDisturb }));
      return give(after?.doNotDisturb ?? false);
    },
    setForward: (userId, forward) => {
      lastForwards.set(userId, forward);
      return give(
        outcome(
          set(userId, (user) => ({ ...user, forward })),
          true,
        ),
      );
    },
    toggleForward: (userId) => {
      const after = set(userId, ({ forward, ...user }) => {
        if (forward !== undefined) return user;
        const last = lastForwards.get(userId);
        return last === undefined ? undefined : { ...user, forward: last };
      });
      return give(outcome(after, after?.forward !== undefined));
    },
    toggleFollowMe: (userId) => {
      const after = set(userId, ({ followMe, ...user }) => (followMe === undefined ? undefined : user));
      return give(outcome(after, false));
    },
    flipToggleDestination: (userId, toggleId) => {
      const before = toggles.get(toggleId);
      if (before === undefined) return give({ ok: false, why: "unknown" });
      if (userId !== 1) return give({ ok: false, why: "notAllowed" });
      toggles.set(toggleId, !before);
      return give({ ok: true, on: !before });
    },
  };
}
