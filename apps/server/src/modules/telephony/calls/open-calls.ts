import type { CallView, PhoneEvent } from "@callpanel/phone-port";
import { repeat, type Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import type { OpenCall, OpenCallStore } from "../../calls/index.ts";
import { destinationOf } from "./call-destination.ts";
import { toParty } from "./call-ledger.ts";
import type { PhonePeople } from "../phone-people.ts";

/** Calls within this time share one transaction. A call that a crash cuts off sooner leaves nothing. */
const GATHER_MS = 200;
/** Precision of the end time of a call that a crash cut off. */
const SEEN_EVERY_MS = 5_000;

export interface OpenCallJournal {
  take(event: PhoneEvent): void;
  /** The record of a call is stored, so the journal no longer needs it. */
  recorded(callId: string): void;
  /** Writes pending changes. */
  stop(): Promise<void>;
}

/** CDR-14: keeps a journal of answered calls in the store. Calls never wait for it. */
export function createOpenCallJournal({
  store,
  owner,
  people,
  clock,
  log,
}: {
  /** Owner of calls that are answered from now on. */
  readonly owner: () => string;
  readonly store: Pick<OpenCallStore, "save">;
  readonly people: Pick<PhonePeople, "find" | "featureCodes">;
  readonly clock: Clock;
  readonly log: Log;
}): OpenCallJournal {
  /** Calls in the store, or being written. */
  const kept = new Set<string>();
  const changed = new Map<string, CallView>();
  const ended = new Set<string>();
  let gathering: (() => void) | undefined;
  let last = Promise.resolve();

  const write = async (): Promise<void> => {
    const [views, over] = [[...changed.values()], [...ended]];
    if (views.length === 0 && kept.size === 0) return;
    changed.clear();
    ended.clear();
    for (const { id } of views) kept.add(id);
    try {
      const open = views.map((view) => openCallOf(view, people));
      await store.save({ owner: owner(), changed: open, ended: over, at: clock.now() });
      for (const id of over) kept.delete(id);
    } catch (error) {
      log.warn("open calls could not be written yet", { count: views.length + over.length, err: error });
      for (const view of views) if (!changed.has(view.id)) changed.set(view.id, view);
      for (const id of over) ended.add(id);
    }
  };
  const flush = (): Promise<void> => {
    gathering?.();
    gathering = undefined;
    return (last = last.then(write));
  };
  const gather = (): void => {
    gathering ??= clock.setTimeout(() => void flush(), GATHER_MS);
  };
  const stopSeeing = repeat(clock, SEEN_EVERY_MS, () => void flush());

  return {
    take: (event) => {
      if (event.kind !== "callAnswered" && event.kind !== "recordingStarted") return;
      if (event.call.answeredAt === undefined) return;
      changed.set(event.call.id, event.call);
      gather();
    },
    recorded: (callId) => {
      changed.delete(callId);
      if (!kept.has(callId)) return;
      ended.add(callId);
      gather();
    },
    stop: () => {
      stopSeeing();
      return flush();
    },
  };
}

function openCallOf(call: CallView, people: Pick<PhonePeople, "find" | "featureCodes">): OpenCall {
  const { id, realm, startedAt, answeredAt = null, caller, callee, dialledNumber, direction, forwardedBy, legs } = call;
  return {
    record: {
      callId: id,
      realm,
      startedAt,
      answeredAt,
      endedAt: answeredAt ?? startedAt,
      from: toParty(caller),
      to: toParty(callee),
      dialledNumber,
      direction,
      disposition: "answered",
      failed: false,
      endedBy: "restart",
      endReason: "the server stopped",
      sipStatus: 200,
      quality: null,
      forwardedBy: forwardedBy === undefined ? null : JSON.stringify(forwardedBy.map(toParty)),
      forwarderIds: forwardedBy?.flatMap(({ userId }) => userId ?? []) ?? [],
      destination: destinationOf({ to: callee, realm, direction, dialledNumber }, people),
    },
    recordingIds: legs.flatMap(({ recordingId }) => recordingId ?? []),
  };
}
