import type { PhoneEvent, PhoneSystem } from "@callpanel/phone-port";
import type { Bus } from "../../../kernel/bus/bus.ts";
import { repeat, type Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import type { Tally } from "../../../kernel/tally.ts";
import { activityChanged } from "../../realtime/index.ts";
import type { ActivityStore, Sample } from "./activity.store.ts";

/** What the process and the disk of its data use. */
export interface MachineUse {
  readonly memoryBytes: number;
  /** Undefined: not known. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | undefined;
}

export interface SamplerDeps {
  readonly store: ActivityStore;
  readonly phone: Pick<PhoneSystem, "snapshot" | "subscribe">;
  readonly realm: string;
  readonly tally: Tally;
  readonly machine: () => Promise<MachineUse>;
  readonly bus: Pick<Bus, "publish">;
  readonly clock: Clock;
  readonly log: Log;
}

const SAMPLE_EVERY_MS = 300_000;
/** ACTIVITY-3 */
const REPORT_EVERY_MS = 1_000;

/** The figures of now, with what was sent since the last stored ones. */
export type SampleNow = () => Promise<Sample>;

/** ACTIVITY-4: stores the figures of each five minutes, and notifies panels of a change. */
export function startSampler(deps: SamplerDeps): { readonly now: SampleNow; readonly stop: () => Promise<void> } {
  const { store, phone, realm, tally, clock, log } = deps;
  let storing = Promise.resolve();
  const figures = async (sent: Sample["sent"]): Promise<Sample> => {
    const { registrations, calls, queues = [] } = phone.snapshot();
    const { memoryBytes, disk } = await deps.machine();
    return {
      at: clock.now(),
      registrations: registrations.filter((one) => one.realm === realm && one.trunk !== true).length,
      calls: calls.filter((one) => one.realm === realm).length,
      waiting: queues.reduce((sum, { waiting }) => sum + waiting.length, 0),
      memoryBytes,
      freeBytes: disk?.freeBytes ?? null,
      sent,
    };
  };
  const stopSampling = repeat(clock, SAMPLE_EVERY_MS, () => {
    storing = figures(tally.take())
      .then((sample) => store.add(realm, sample))
      .catch((error: unknown) => log.warn("the figures of the moment could not be stored", { err: error }));
  });
  const stopReporting = notifyChanges(deps);
  return {
    now: () => figures(tally.look()),
    stop: async () => {
      stopSampling();
      stopReporting();
      await storing;
    },
  };
}

function notifyChanges({ phone, realm, bus, clock }: SamplerDeps): () => void {
  let cancel: (() => void) | undefined;
  const unsubscribe = phone.subscribe((event) => {
    if (cancel !== undefined || !isShown(event)) return;
    cancel = clock.setTimeout(() => {
      cancel = undefined;
      bus.publish(activityChanged, { realm });
    }, REPORT_EVERY_MS);
  });
  return () => {
    unsubscribe();
    cancel?.();
  };
}

/** Whether the page shows it. */
function isShown(event: PhoneEvent): boolean {
  switch (event.kind) {
    case "registered":
      return !event.refreshed;
    case "unregistered":
    case "callStarted":
    case "callAnswered":
    case "callHeld":
    case "callResumed":
    case "farEndChanged":
    case "legDetached":
    case "legReattached":
    case "callEnded":
    case "roomJoined":
    case "roomLeft":
    case "queueChanged":
      return true;
    default:
      return false;
  }
}
