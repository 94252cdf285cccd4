import type { Log, PhoneEvent } from "@callpanel/phone-port";

/** What the phone system reports: every listener gets every event. */
export interface PhoneEvents {
  emit(event: PhoneEvent): void;
  /** Returns unsubscribe. */
  subscribe(listener: (event: PhoneEvent) => void): () => void;
}

export function createPhoneEvents(log: Log): PhoneEvents {
  const listeners = new Set<(event: PhoneEvent) => void>();
  return {
    emit: (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          // An exception of a listener must not interrupt the handling of a call.
          log.error("a listener failed", { event: event.kind, error: String(error) });
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
