/** People and numbers in memory, with the secrets that a phone and the registrar share. */
import { createHash } from "node:crypto";
import type { Directory, DirectoryChange, DirectoryEntry, DirectoryUser, ParkingLot } from "@callpanel/pbx";

export interface FakeDirectory extends Directory {
  add(user: DirectoryUser, password: string): void;
  change(sipUsername: string, fields: Partial<DirectoryUser>): void;
  setPassword(sipUsername: string, password: string): void;
  remove(sipUsername: string): void;
  addLot(lot: ParkingLot): void;
  /** What else a number leads to. */
  setNumber(number: string, entry: DirectoryEntry): void;
  /** Answers come as promises from now on. */
  answerLater(): void;
}

export function createFakeDirectory(realm: string): FakeDirectory {
  const users = new Map<string, { user: DirectoryUser; password: string }>();
  const numbers = new Map<string, DirectoryEntry>();
  const listeners = new Set<(change: DirectoryChange) => void>();
  const lots: ParkingLot[] = [];
  let later = false;

  const tell = (kind: "user" | "credential", sipUsername: string): void => {
    for (const listener of listeners) listener({ kind, realm, sipUsername });
  };
  const give = <T>(value: T): T | Promise<T> => (later ? Promise.resolve(value) : value);
  const entryOf = (number: string): DirectoryEntry | undefined => {
    const known = numbers.get(number);
    if (known !== undefined) return known;
    for (const { user } of users.values()) if (user.extension === number) return { kind: "user", user };
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
    toggleDoNotDisturb: (userId) => {
      for (const [sipUsername, { user, password }] of users) {
        if (user.id !== userId) continue;
        users.set(sipUsername, { user: { ...user, doNotDisturb: !user.doNotDisturb }, password });
        return give(!user.doNotDisturb);
      }
      return give(false);
    },
    addLot: (lot) => {
      const { id, name, extension, firstSlot, lastSlot } = lot;
      lots.push(lot);
      numbers.set(extension, { kind: "lot", id, name });
      for (let slot = firstSlot; slot <= lastSlot; slot += 1) numbers.set(String(slot), { kind: "slot", id, name });
    },
    setNumber: (number, entry) => void numbers.set(number, entry),
    answerLater: () => {
      later = true;
    },
  };
}
