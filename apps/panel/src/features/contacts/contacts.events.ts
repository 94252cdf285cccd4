import type { QueryClient } from "@tanstack/react-query";
import type { Clock } from "../../shared/clock.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import type { NumberNames } from "../../shared/phone/numberNames.ts";

/** An import sends many events: lists are loaded again after a pause. */
export const GATHER_EVENTS_MS = 250;
const KEYS = [["contacts"], ["contact/tags"], ["contact/phone_numbers"]] as const;

export interface ContactEventsDeps {
  readonly events: Pick<LiveEvents, "listen">;
  readonly client: Pick<QueryClient, "invalidateQueries">;
  readonly names: NumberNames;
  readonly clock: Clock;
}

/** ADDRESS-19: changes of the address book by others appear without a click. @returns a stop function */
export function joinContactEvents({ events, client, names, clock }: ContactEventsDeps): () => void {
  let cancel: (() => void) | null = null;
  let joined = false;
  const reload = () => {
    cancel = null;
    reloadContacts(client, names);
  };
  const stop = events.listen((message) => {
    const isFirst = message.type === "snapshot" && !joined;
    joined = true;
    // A snapshot after the first: events may have been missed.
    if (isFirst || (message.type === "event" && message.event.action !== "CONTACTS")) return;
    cancel ??= clock.setTimeout(reload, GATHER_EVENTS_MS);
  });
  return () => {
    stop();
    cancel?.();
  };
}

/** Loads everything that shows contacts again. */
export function reloadContacts(client: ContactEventsDeps["client"], names: NumberNames): void {
  for (const queryKey of KEYS) void client.invalidateQueries({ queryKey });
  names.refresh();
}
