/** People and numbers in memory, with the secrets that a phone and the registrar share. */
import { createHash } from "node:crypto";
import type {
  Directory,
  DirectoryChange,
  DirectoryEntry,
  DirectoryUser,
  ParkingLot,
  SwitchOutcome,
} from "@callpanel/pbx";

export interface FakeDirectory extends Directory {
  add(user: DirectoryUser, password: string): void;
  change(sipUsername: string, fields: Partial<DirectoryUser>): void;
  setPassword(sipUsername: string, password: string): void;
  remove(sipUsername: string): void;
  addLot(lot: ParkingLot): void;
  /** What else a number leads to. */
  setNumber(number: string, entry: DirectoryEntry): void;
  /** A direct number: what calls from outside may reach. `target` is the number of the realm it leads to. */
  setDirectNumber(number: string, target: string): void;
  /** What a user's contacts call a number. */
  setContact(userId: number, number: string, name: string): void;
  block(userId: number, number: string): void;
  /** An outside line; the first that is added is tried first. */
  addTrunk(trunk: DirectoryUser, password: string): void;
  setEmergencyNumbers(numbers: readonly string[]): void;
  /** Answers come as promises from now on. */
  answerLater(): void;
}

export function createFakeDirectory(realm: string): FakeDirectory {
  const users = new Map<string, { user: DirectoryUser; password: string }>();
  const numbers = new Map<string, DirectoryEntry>();
  const listeners = new Set<(change: DirectoryChange) => void>();
  const lots: ParkingLot[] = [];
  const directNumbers = new Map<string, string>();
  /** By user id and number. */
  const contacts = new Map<string, string>();
  const blocked = new Set<string>();
  const trunks: string[] = [];
  const lastForwards = new Map<number, string>();
  const toggles = new Map<number, boolean>([[12, true]]);
  let emergencyNumbers: readonly string[] = [];
  let later = false;

  const tell = (kind: "user" | "credential", sipUsername: string): void => {
    for (const listener of listeners) listener({ kind, realm, sipUsername });
  };
  /** Changes a user without a word to the phone system, as a setting does. */
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
  const give = <T>(value: T): T | Promise<T> => (later ? Promise.resolve(value) : value);
  const entryOf = (number: string): DirectoryEntry | undefined => {
    const known = numbers.get(number);
    if (known !== undefined) return known;
    for (const { user } of users.values())
      if (user.extension === number && user.trunk === undefined) return { kind: "user", user };
    return undefined;
  };

  return {
    userBySipUsername: (of, sipUsername) => give(of === realm ? users.get(sipUsername)?.user : undefined),
    credential: (of, sipUsername, algorithm) => {
      const known = of === realm ? users.get(sipUsername) : undefined;
      if (known === undefined) return give(undefined);
      const text = `${sipUsername}:${realm}:${known.password}`;
      return give(
        createHash(algorithm === "MD5" ? "md5" : "sha256")
          .update(text)
          .digest("hex"),
      );
    },
    lookup: (of, number) => give(of === realm ? entryOf(number) : undefined),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (user, password) => void users.set(user.sipUsername, { user, password }),
    change: (sipUsername, fields) => {
      const known = users.get(sipUsername);
      if (known === undefined) throw new Error(`no user ${sipUsername}`);
      users.set(sipUsername, { ...known, user: { ...known.user, ...fields } });
      tell("user", sipUsername);
    },
    setPassword: (sipUsername, password) => {
      const known = users.get(sipUsername);
      if (known === undefined) throw new Error(`no user ${sipUsername}`);
      users.set(sipUsername, { ...known, password });
      tell("credential", sipUsername);
    },
    remove: (sipUsername) => {
      users.delete(sipUsername);
      tell("user", sipUsername);
    },
    parkingLots: (of) => give(of === realm ? lots : []),
    isBlocked: ({ id }, number) => give(blocked.has(`${id} ${number}`)),
    callerName: ({ id }, number) => give(contacts.get(`${id} ${number}`)),
    directNumber: (of, number) => give(of === realm ? entryOf(directNumbers.get(number) ?? "") : undefined),
    trunks: (of) => give(of === realm ? trunks.flatMap((name) => users.get(name)?.user ?? []) : []),
    emergencyNumbers: (of) => give(of === realm ? emergencyNumbers : []),
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
    addLot: (lot) => {
      const { id, name, extension, firstSlot, lastSlot } = lot;
      lots.push(lot);
      numbers.set(extension, { kind: "lot", id, name });
      for (let slot = firstSlot; slot <= lastSlot; slot += 1) numbers.set(String(slot), { kind: "slot", id, name });
    },
    setDirectNumber: (number, target) => void directNumbers.set(number, target),
    setContact: (userId, number, name) => void contacts.set(`${userId} ${number}`, name),
    block: (userId, number) => void blocked.add(`${userId} ${number}`),
    addTrunk: (trunk, password) => {
      users.set(trunk.sipUsername, { user: trunk, password });
      trunks.push(trunk.sipUsername);
    },
    setEmergencyNumbers: (dialled) => {
      emergencyNumbers = dialled;
    },
    setNumber: (number, entry) => void numbers.set(number, entry),
    answerLater: () => {
      later = true;
    },
  };
}
