import { getCurrentUser } from "@callpanel/contract";
import type { CurrentUser } from "@callpanel/contract";
import type { QueryClient } from "@tanstack/react-query";
import { QueryObserver } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Reachability, ReachabilityStore } from "../../shared/phone/reachability.ts";
import type { SlotOf, Softphone } from "../../shared/phone/softphone.ts";
import { createStore } from "../../shared/store.ts";
import type { Readable } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import { doNotDisturb, forward, rowsQuery } from "../settings/index.ts";
import type { RowsOf, SettingRow } from "../settings/index.ts";
import { reachabilityOf } from "./reachability.model.ts";
import type { ReachFacts } from "./reachability.model.ts";

/** A start, a restart of the server and a change of network take less time. */
export const LOST_AFTER_MS = 8_000;

export interface ReachabilityDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly client: QueryClient;
  readonly softphone: Readable<SlotOf<Pick<Softphone, "phone" | "microphone">>>;
}

export interface ReachabilityRun extends ReachabilityStore {
  /** Starts when the signed-in person is known. @returns a stop function */
  start(viewer: Viewer): () => void;
}

const START: ReachFacts = {
  phone: "none",
  microphone: "unknown",
  doNotDisturb: null,
  forward: null,
  lacksLocation: false,
};

/** Combines the state of phone, browser and settings. The settings come from the same cache as the settings pages. */
export function createReachability({ api, clock, client, softphone }: ReachabilityDeps): ReachabilityRun {
  let facts = START;
  const store = createStore<Reachability, Reachability>(reachabilityOf(facts), (before, next) =>
    JSON.stringify(before) === JSON.stringify(next) ? before : next,
  );
  const learn = (news: Partial<ReachFacts>) => {
    facts = { ...facts, ...news };
    store.dispatch(reachabilityOf(facts));
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    start(viewer) {
      const own = <Row extends SettingRow>(rows: RowsOf<Row>, hear: (row: Row | undefined) => void) => {
        if (!viewer.flags[rows.needs]) return () => undefined;
        const observer = new QueryObserver(client, rowsQuery(api, viewer, rows));
        const take = ({ data }: { readonly data: readonly Row[] | undefined }) =>
          hear(data?.find((row) => row.user_id === viewer.user.id));
        take(observer.getCurrentResult());
        return observer.subscribe(take);
      };
      learn({ phone: viewer.flags.softphone ? "connecting" : "none" });
      const stops = [
        own(doNotDisturb, (row) => learn({ doNotDisturb: row?.enabled ? { mayChange: row.may_write } : null })),
        own(forward, (row) =>
          learn({ forward: row?.enabled ? { number: row.number, mayChange: row.may_write } : null }),
        ),
        watchLocation({ api, client, viewer, learn }),
        viewer.flags.softphone ? watchPhone({ softphone, clock, learn }) : () => undefined,
      ];
      return () => {
        for (const stop of stops) stop();
        learn(START);
      };
    },
  };
}

interface LocationWatch extends Pick<ReachabilityDeps, "api" | "client"> {
  readonly viewer: Viewer;
  readonly learn: (news: Partial<ReachFacts>) => void;
}

/** Only if the company requires a location; later choices arrive by the settings events. */
function watchLocation({ api, client, viewer, learn }: LocationWatch): () => void {
  if (viewer.user.emergency_location_required !== true || !viewer.flags.emergencyRead) return () => undefined;
  const take = ({ data }: { readonly data: CurrentUser | undefined }) =>
    learn({ lacksLocation: data?.emergency_callerid_dispatchable_location_id === null });
  const observer = new QueryObserver(client, {
    queryKey: ["settings", "emergency_caller_id", "me"],
    queryFn: ({ signal }) => api.call(getCurrentUser, { signal }),
    initialData: viewer.user,
  });
  take(observer.getCurrentResult());
  return observer.subscribe(take);
}

interface PhoneWatch extends Pick<ReachabilityDeps, "softphone" | "clock"> {
  readonly learn: (news: Partial<ReachFacts>) => void;
}

function watchPhone({ softphone, clock, learn }: PhoneWatch): () => void {
  let leavePhone = (): void => undefined;
  let cancel: (() => void) | null = null;
  const settle = (phone: ReachFacts["phone"]) => {
    cancel?.();
    cancel = null;
    learn({ phone });
  };
  const doubt = () => {
    if (cancel !== null) return;
    learn({ phone: "connecting" });
    cancel = clock.setTimeout(() => learn({ phone: "lost" }), LOST_AFTER_MS);
  };
  const look = () => {
    const slot = softphone.get();
    leavePhone();
    leavePhone = () => undefined;
    if (slot.kind === "failed") return settle("failed");
    if (slot.kind !== "ready") return doubt();
    const { phone, microphone } = slot.softphone;
    const lookAtPhone = () => (phone.getSnapshot().state === "registered" ? settle("registered") : doubt());
    const listen = () => learn({ microphone: microphone.get() });
    const stops = [phone.subscribe(lookAtPhone), microphone.subscribe(listen)];
    leavePhone = () => {
      for (const stop of stops) stop();
    };
    lookAtPhone();
    listen();
  };
  const leaveSlot = softphone.subscribe(look);
  look();
  return () => {
    leaveSlot();
    leavePhone();
    cancel?.();
  };
}
