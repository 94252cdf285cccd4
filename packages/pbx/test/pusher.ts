import type { Waking, WakingCall } from "@callpanel/phone-port";

/** The part of the server: for which calls it was asked to wake phones, and how the ringing ended. */
export function createPusher(wake?: Waking["wake"]) {
  const calls: WakingCall[] = [];
  const ends: string[] = [];
  const waking: Waking = {
    wake: (call) => {
      calls.push(call);
      return wake === undefined ? { over: (end) => void ends.push(`${call.userId} ${end}`) } : wake(call);
    },
  };
  return { calls, ends, waking };
}
