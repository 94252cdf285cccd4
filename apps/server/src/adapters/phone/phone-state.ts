import type { CallView, PhoneEvent, PhoneSystem, Registration } from "@callpanel/pbx";
import type { PhoneStateReader } from "../../modules/buddies/index.ts";

/** Who is registered and who is in a call, kept up with the phone system's events. */
export function trackPhoneState(phone: Pick<PhoneSystem, "snapshot" | "subscribe">): {
  readonly state: PhoneStateReader;
  stop(): void;
} {
  const registered = new Set<number>();
  const calls = new Map<string, CallView>();

  const take = (event: PhoneEvent): void => {
    switch (event.kind) {
      case "registered":
        return void registered.add(event.registration.userId);
      case "unregistered":
        if (event.remainingCount === 0) registered.delete(event.registration.userId);
        return;
      case "callEnded":
        return void calls.delete(event.call.id);
      case "callStarted":
      case "callRinging":
      case "callAnswered":
      case "callHeld":
      case "callResumed":
      case "legDetached":
      case "legReattached":
        return void calls.set(event.call.id, event.call);
      case "digit":
      case "published":
        return;
    }
  };
  const stop = phone.subscribe(take);
  const { registrations, calls: running } = phone.snapshot();
  registrations.forEach(({ userId }: Registration) => registered.add(userId));
  running.forEach((call) => calls.set(call.id, call));

  return {
    stop,
    state: {
      stateOf: (_realm, userId) => {
        const own = [...calls.values()].filter(
          ({ legs, caller, callee }) =>
            caller.userId === userId || callee.userId === userId || legs.some(({ party }) => party.userId === userId),
        );
        const answered = own.some(({ state }) => state === "answered");
        return {
          registered: registered.has(userId),
          call: answered ? "answered" : own.length > 0 ? "ringing" : "none",
        };
      },
    },
  };
}
