import type { PhoneSnapshot, PhoneSystem, Registration } from "@callpanel/phone-port";
import * as z from "zod/mini";
import type { Bus } from "../../../kernel/bus/bus.ts";
import { topic } from "../../../kernel/bus/topic.ts";
import type { Clock } from "../../../kernel/clock.ts";

/** A server asks the others whether a phone of this person is registered there. */
export const phoneWanted = topic("phone.wanted", z.object({ userId: z.number() }));
/** It is, with these secrets. A server without one does not answer. */
const phoneFound = topic("phone.found", z.object({ userId: z.number(), secrets: z.array(z.string()) }));

/** No answer in this time means no. */
const ANSWER_MS = 300;

export interface ReachableDeps {
  readonly phone: Pick<PhoneSystem, "subscribe"> & { snapshot(): Pick<PhoneSnapshot, "registrations"> };
  readonly bus: Pick<Bus, "publish" | "subscribe">;
  readonly clock: Clock;
  /** No other server uses the database. */
  readonly alone: boolean;
}

/** The people with a registered phone. */
export interface Reachable {
  /** Whether a person has one at any server: at once if it is here, otherwise within 300 ms. */
  has(userId: number): Promise<boolean>;
  /** The secrets of all their registered phones, by id: at once if there is no other server, otherwise after 300 ms. */
  secretsOf(userId: number): Promise<ReadonlySet<string>>;
  stop(): void;
}

export function createReachable({ phone, bus, clock, alone }: ReachableDeps): Reachable {
  /** The secrets of the registrations here, by person and registration. */
  const here = new Map<number, Map<string, string>>();
  /** Questions that wait for answers. */
  const asked = new Set<Question>();

  const add = ({ userId, key, credentialId }: Registration): void => {
    here.set(userId, (here.get(userId) ?? new Map<string, string>()).set(key, credentialId));
  };
  const remove = ({ userId, key }: Registration): void => {
    const own = here.get(userId);
    if (own?.delete(key) === true && own.size === 0) here.delete(userId);
  };
  const secretsHere = (userId: number): readonly string[] => [...(here.get(userId)?.values() ?? [])];
  /** @returns the secrets of the phones at other servers: of all of them, or as soon as there is one */
  const ask = (userId: number, until: "all" | "one"): Promise<readonly string[]> =>
    new Promise((resolve) => {
      const found: string[] = [];
      const settle = (): void => {
        cancel();
        asked.delete(question);
        resolve(found);
      };
      const answered = (secrets: readonly string[]): void => {
        found.push(...secrets);
        if (until === "one") settle();
      };
      const question: Question = { userId, answered, settle };
      const cancel = clock.setTimeout(settle, ANSWER_MS);
      asked.add(question);
      bus.publish(phoneWanted, { userId });
    });

  for (const registration of phone.snapshot().registrations) add(registration);
  const stops = [
    phone.subscribe((event) => {
      if (event.kind === "registered") add(event.registration);
      if (event.kind === "unregistered") remove(event.registration);
    }),
    bus.subscribe(phoneWanted, ({ userId }) => {
      if (here.has(userId)) bus.publish(phoneFound, { userId, secrets: [...secretsHere(userId)] });
    }),
    bus.subscribe(phoneFound, ({ userId, secrets }) => {
      for (const question of asked) if (question.userId === userId) question.answered(secrets);
    }),
  ];
  return {
    has: async (userId) => here.has(userId) || (!alone && (await ask(userId, "one")).length > 0),
    secretsOf: async (userId) => {
      const elsewhere = alone ? [] : await ask(userId, "all");
      return new Set([...secretsHere(userId), ...elsewhere]);
    },
    stop: () => {
      for (const stop of stops) stop();
      for (const question of asked) question.settle();
    },
  };
}

/** A question of this server to the others: which phones of a person are registered there. */
interface Question {
  readonly userId: number;
  readonly answered: (secrets: readonly string[]) => void;
  readonly settle: () => void;
}
