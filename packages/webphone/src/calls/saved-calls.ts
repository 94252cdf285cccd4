/** Keeps the answered calls in storage while they live, and recalls them once at the start (PHONE-66, PHONE-67). */
import type { KeptCalls } from "../model/kept-call.ts";
import { keptCall, readKept, writeKept } from "../model/kept-call.ts";
import type { DialogId } from "../ports/user-agent.port.ts";
import type { Clock } from "../ports/clock.port.ts";
import { CALLS_KEY } from "../storage.ts";
import type { KeyValueStore } from "../webphone.ts";
import type { LiveCall } from "./live-call.ts";

/** So often the keeping is signed, for a crash says nothing. */
export const SIGN_EVERY_MS = 10_000;

export interface SavedCalls {
  /** What was kept before; nothing is overwritten until it has been asked for. */
  recall(): KeptCalls | undefined;
  /** Writes the calls down as they are now. */
  save(): void;
  /** Nothing is kept any more. */
  forget(): void;
}

export function createSavedCalls(
  storage: KeyValueStore,
  { clock, calls }: { readonly clock: Clock; readonly calls: () => readonly LiveCall[] },
): SavedCalls {
  /** Dialogs of calls that are not here yet: a second crash must not lose them. */
  const recalled = new Map<string, DialogId>();
  let isRecalled = false;
  let cancel = (): void => undefined;
  let written = "";

  const save = (): void => {
    if (!isRecalled) return;
    const kept = calls()
      .map((live) => keptCall(live.get(), live.dialog() ?? recalled.get(live.get().id)))
      .filter((call) => call !== undefined);
    if (kept.length === 0) return forget();
    const text = JSON.stringify(kept);
    if (text === written) return;
    written = text;
    sign(kept);
  };
  const sign = (kept: KeptCalls["calls"]): void => {
    storage.set(CALLS_KEY, writeKept({ seenAt: clock.now(), calls: kept }));
    cancel();
    cancel = clock.setTimeout(() => sign(kept), SIGN_EVERY_MS);
  };
  const forget = (): void => {
    cancel();
    if (written !== "") storage.remove(CALLS_KEY);
    written = "";
  };
  return {
    recall: () => {
      isRecalled = true;
      written = storage.get(CALLS_KEY) ?? "";
      const kept = readKept(written);
      for (const { id, dialog } of kept?.calls ?? []) recalled.set(id, dialog);
      if (!kept) forget();
      return kept;
    },
    save,
    forget,
  };
}
