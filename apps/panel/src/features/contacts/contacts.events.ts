import type { QueryClient } from "@tanstack/react-query";
import type { Clock } from "../../shared/clock.ts";
import type { LiveEvents } from "../../shared/events.ts";
import type { NumberNames } from "../../shared/numberNames.ts";

/** An import tells much at once: lists are had anew once it pauses. */
export const GATHER_EVENTS_MS = 250;
const KEYS = [["contacts"], ["contact/tags"], ["contact/phone_numbers"]] as const;

export interface ContactEventsDeps {
  readonly events: Pick<LiveEvents, "listen">;
  readonly client: Pick<QueryClient, "invalidateQueries">;
  readonly names: NumberNames;
  readonly clock: Clock;
}

/** ADDRESS-19: what somebody else did to the address book shows without a click. @returns how to stop */
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

/** Everything that shows contacts is had anew. */
export function reloadContacts(client: ContactEventsDeps["client"], names: NumberNames): void {
  for (const queryKey of KEYS) void client.invalidateQueries({ queryKey });
  names.refresh();
}
