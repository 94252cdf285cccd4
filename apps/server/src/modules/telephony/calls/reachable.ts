import type { PhoneSnapshot, PhoneSystem } from "@callpanel/phone-port";
import * as z from "zod/mini";
import type { Bus } from "../../../kernel/bus/bus.ts";
import { topic } from "../../../kernel/bus/topic.ts";
import type { Clock } from "../../../kernel/clock.ts";

const aUser = z.object({ userId: z.number() });
/** A server asks the others whether a phone of this person is registered there. */
export const phoneWanted = topic("phone.wanted", aUser);
/** It is. A server without one does not answer. */
const phoneFound = topic("phone.found", aUser);

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
  stop(): void;
}

export function createReachable({ phone, bus, clock, alone }: ReachableDeps): Reachable {
  const here = new Set(phone.snapshot().registrations.map(({ userId }) => userId));
  /** Questions that wait for an answer. */
  const asked = new Set<{ readonly userId: number; readonly settle: (found: boolean) => void }>();

  const ask = (userId: number): Promise<boolean> =>
    new Promise((resolve) => {
      const question = {
        userId,
        settle: (found: boolean): void => {
          cancel();
          asked.delete(question);
          resolve(found);
        },
      };
      const cancel = clock.setTimeout(() => question.settle(false), ANSWER_MS);
      asked.add(question);
      bus.publish(phoneWanted, { userId });
    });
  const stops = [
    phone.subscribe((event) => {
      if (event.kind === "registered") here.add(event.registration.userId);
      if (event.kind === "unregistered" && event.remainingCount === 0) here.delete(event.registration.userId);
    }),
    bus.subscribe(phoneWanted, ({ userId }) => {
      if (here.has(userId)) bus.publish(phoneFound, { userId });
    }),
    bus.subscribe(phoneFound, ({ userId }) => {
      for (const question of asked) if (question.userId === userId) question.settle(true);
    }),
  ];
  return {
    has: async (userId) => here.has(userId) || (!alone && ask(userId)),
    stop: () => {
      for (const stop of stops) stop();
      for (const question of asked) question.settle(false);
    },
  };
}
