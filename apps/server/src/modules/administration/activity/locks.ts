import { AppError, type SignInLock } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import { lockHolder, type Guard } from "../../../kernel/guard/guard.ts";
import type { RunningLock } from "../../../kernel/guard/lock-book.ts";
import { OF_CALLER, type PinPlace, type PinTryStore } from "../../../kernel/guard/pin-tries.port.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { NumberEntry } from "../../directory/index.ts";
import { nameOf, type StoredUser } from "../company.model.ts";
import { carryOut, peopleOf } from "../company.order.ts";
import type { CompanyStore } from "../company.store.ts";
import { authorOf } from "../people/people.service.ts";

export interface LocksDeps {
  readonly company: CompanyStore;
  readonly guard: Pick<Guard, "locks">;
  readonly pinTries: Pick<PinTryStore, "locked" | "forget">;
  readonly clock: Pick<Clock, "now">;
}

/** A lock as it is shown, whose it is, and how it is lifted. */
interface Found {
  readonly shown: SignInLock;
  readonly userId?: number;
  readonly lift: () => Promise<unknown>;
}

const PIN_LOCKS = {
  voicemail: "mailbox",
  announcement: "announcement",
  conference: "conference",
  conferenceAdmin: "conference",
} as const;

/** ACTIVITY-5: what is locked in a company after wrong passwords, codes and PINs. */
export function createLocks({ company, guard, pinTries, clock }: LocksDeps) {
  /** Before the company is read: SQLite has one connection, which a read holds. */
  const find = async ({ realm }: Pick<Caller, "realm">): Promise<readonly Found[]> => {
    const [running, locked] = [await guard.locks.running(), await pinTries.locked(clock.now())];
    if (running.length === 0 && locked.length === 0) return [];
    const { users, numbers, isAlone } = await company.read(async (reader) => ({
      users: await reader.users(realm.id),
      numbers: await reader.numbers(realm.id),
      isAlone: (await reader.realms()).length === 1,
    }));
    const found = [
      ...ofSignIns(running, users, isAlone).map(({ lock, ...of }) => ({
        ...of,
        lift: () => guard.locks.lift(lock.id),
      })),
      ...locked.flatMap((lock) => {
        const pin = ofPin(lock, realm, { users, numbers });
        return pin === undefined ? [] : [{ ...pin, lift: () => pinTries.forget(pin.place) }];
      }),
    ];
    // Several callers may be locked at one mailbox: one line, and one lift for all of them.
    const byId = new Map(found.map((one) => [one.shown.id, one]));
    return [...byId.values()].toSorted((one, other) => one.shown.name.localeCompare(other.shown.name));
  };

  return {
    list: async (caller: Caller): Promise<readonly SignInLock[]> => (await find(caller)).map(({ shown }) => shown),
    lift: async (caller: Caller, id: string): Promise<void> => {
      const lock = (await find(caller)).find(({ shown }) => shown.id === id);
      if (lock === undefined) throw new AppError("request.notFound");
      const { shown, userId, lift } = lock;
      const order = { realm: caller.realm.name, author: authorOf(caller), at: clock.now() };
      await carryOut(company, order, async (running) => {
        // PAGES-4: a user who may not change a person does not get more guesses at their password either.
        if (userId !== undefined) await peopleOf(running, { ids: [userId] });
        await running.note("activity.lockLifted", {
          ...(userId === undefined ? {} : { person: userId }),
          details: { kind: shown.kind, name: shown.name, address: shown.address },
        });
      });
      await lift();
    },
  };
}

interface SignInFound extends Omit<Found, "lift"> {
  readonly lock: RunningLock;
}

function ofSignIns(
  running: readonly RunningLock[],
  users: readonly StoredUser[],
  isAlone: boolean,
): readonly SignInFound[] {
  const holders = new Map(
    users.flatMap((user) => [
      [lockHolder("password", user.username), user] as const,
      [lockHolder("code", String(user.id)), user] as const,
    ]),
  );
  return running.flatMap((lock): readonly SignInFound[] => {
    const user = holders.get(lock.holder);
    if (lock.of === "pair" || lock.of === "name")
      return user === undefined ? [] : [{ shown: ofPerson(lock, user), userId: user.id, lock }];
    return isAlone ? [{ shown: ofAddress(lock), lock }] : [];
  });
}

function ofPin(
  { kind, holder, lockedUntil: until }: PinPlace & { readonly lockedUntil: number },
  realm: Caller["realm"],
  { users, numbers }: { readonly users: readonly StoredUser[]; readonly numbers: readonly NumberEntry[] },
): (Omit<Found, "lift"> & { readonly place: PinPlace }) | undefined {
  const [of = ""] = holder.split(OF_CALLER);
  const place: PinPlace = { kind, holder: of };
  const shown = { id: `pin ${kind} ${of}`, kind: PIN_LOCKS[kind], address: "", until };
  if (kind === "voicemail") {
    const user = users.find(({ id }) => String(id) === of);
    return user && { shown: { ...shown, name: nameOf(user) }, userId: user.id, place };
  }
  const prefix = `${realm.name} `;
  if (!of.startsWith(prefix)) return undefined;
  const number = of.slice(prefix.length);
  const name = numbers.find((entry) => entry.number === number)?.name ?? "";
  return { shown: { ...shown, name: `${number} ${name}`.trim() }, place };
}

const ofPerson = ({ id, of, address, until }: RunningLock, user: StoredUser): SignInLock => ({
  id,
  kind: of === "pair" ? "person" : "everywhere",
  name: nameOf(user),
  address: of === "pair" ? address : "",
  until,
});

const ofAddress = ({ id, address, until }: RunningLock): SignInLock => ({
  id,
  kind: "address",
  name: "",
  address,
  until,
});
