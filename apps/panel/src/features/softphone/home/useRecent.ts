import { listCalls } from "@callpanel/contract";
import type { CallRecord } from "@callpanel/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { kindOf, peerOf } from "../../../shared/phone/pastCall.ts";
import type { LoggedCall } from "../pane/LogRow.tsx";
import { usePhone, useSoftphone } from "../softphone.context.ts";

/** More are in the call history. */
const COUNT = 20;

export interface RecentCall extends LoggedCall {
  readonly key: string;
}

/**
 * SOFT-81: the person's last calls, the newest first: those of the call history, which has the calls of all their phones;
 * without the right to it, or when it does not answer, those of this browser's log. Null while they are loaded.
 */
export function useRecent(only: "all" | "missed"): readonly RecentCall[] | null {
  const { api, viewer } = useSoftphone();
  const { log } = usePhone();
  const { extension, id: userId } = viewer.user;
  const { data, isPending } = useQuery({
    // The call history's event loads it again.
    queryKey: ["cdrs", "recent", only],
    queryFn: async ({ signal }) => {
      const { data: calls } = await api.call(listCalls, {
        query: {
          filter_by_extension: extension,
          limit: COUNT,
          ...(only === "missed" && { kind: only }),
        },
        signal,
      });
      return calls.flatMap((call) => recentOf(call, userId) ?? []);
    },
    enabled: viewer.flags.cdrsRead,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (isPending && viewer.flags.cdrsRead) return null;
  if (data !== undefined) return data;
  return log
    .filter(({ dir }) => only === "all" || dir === "mis")
    .slice(0, COUNT)
    .map((entry, at) => ({ ...entry, key: `${entry.time} ${at}` }));
}

const DIRECTIONS = {
  outgoing: "out",
  failed: "out",
  incoming: "in",
  forwarded: "in",
  missed: "mis",
} as const;

/** A record of the call history as the log has it; undefined for a call without a number to call. */
export function recentOf(call: CallRecord, userId: number): RecentCall | undefined {
  const kind = kindOf(call, userId);
  const peer = peerOf(call, userId);
  if (peer === null || kind === "between") return undefined;
  const { diverted, disposition } = call;
  const isDeclined = kind === "missed" && disposition === "rejected" && diverted === null;
  return {
    key: String(call.id),
    time: Date.parse(call.calldate),
    num: peer.number,
    name: peer.name,
    dir: DIRECTIONS[kind],
    ...(call.caller_id === userId && { called: { destination: call.destination, to: call.to } }),
    ...(isDeclined && { declined: true }),
    ...(diverted && { diverted: { callId: call.call_id, why: diverted.why, to: diverted.to } }),
  };
}
