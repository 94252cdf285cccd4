/**
 * For an hour after a person called an emergency service, outside calls reach them regardless of their settings (rule
 * EMERG-6).
 */
import type { Clock, DirectoryUser } from "@callpanel/phone-port";
import type { Arrival } from "../call/arrival.ts";

export interface Callbacks {
  /** A person called an emergency service, which may call back to them or to their callback number. */
  expect(user: DirectoryUser): void;
  /** Whether a call to a person may be such a callback. */
  covers(arrival: Arrival, user: DirectoryUser): boolean;
}

export const CALLBACK_MS = 3_600_000;

export function createCallbacks(clock: Clock): Callbacks {
  /** The end of the hour, by user id and by callback number. */
  const until = new Map<number | string, number>();
  const holds = (key: number | string): boolean => {
    const end = until.get(key);
    if (end === undefined) return false;
    if (end > clock.now()) return true;
    until.delete(key);
    return false;
  };
  return {
    expect: ({ id, emergency, outgoing }) => {
      const end = clock.now() + CALLBACK_MS;
      until.set(id, end);
      const number = emergency?.callbackNumber ?? outgoing?.number;
      if (number !== undefined) until.set(tailOf(number), end);
    },
    covers: ({ call, caller }, { id }) =>
      until.size > 0 && caller.leg.user.trunk === true && (holds(id) || holds(tailOf(call.dialledNumber))),
  };
}

/** Gateways write the same number with a plus, with the country code, or without. */
function tailOf(number: string): string {
  return number.replace(/[^0-9]/g, "").slice(-10);
}
