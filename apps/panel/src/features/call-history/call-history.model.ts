import type { CallRecord, CallSortColumn } from "@callpanel/contract";
import { ANY_TIME, daysOf } from "../../shared/list/period.model.ts";
import type { Period } from "../../shared/list/period.model.ts";
import { FIRST_PAGE, stepListView } from "../../shared/list/view.model.ts";
import type { ListView, ListViewAction } from "../../shared/list/view.model.ts";

/** How calls are sorted: column and direction, as one choice. */
export const ORDERS = ["latest", "earliest", "longest", "shortest", "from", "to"] as const;
export type CallOrder = (typeof ORDERS)[number];

const SORTED: { readonly [Order in CallOrder]: readonly [CallSortColumn, "ASC" | "DESC"] } = {
  latest: ["calldate", "DESC"],
  earliest: ["calldate", "ASC"],
  longest: ["duration", "DESC"],
  shortest: ["duration", "ASC"],
  from: ["from", "ASC"],
  to: ["to", "ASC"],
};

/** The state of the list; the selected calls are those with recordings to archive. */
export interface CallView extends ListView {
  /** Extensions of the chosen people; empty: all calls that the viewer may list. */
  readonly people: readonly string[];
  readonly period: Period;
  /** IANA name: days and times are those of this zone. */
  readonly zone: string;
  readonly order: CallOrder;
}

export type CallFilter = Omit<CallView, keyof ListView>;
export type CallViewAction =
  | { readonly type: "filtered"; readonly change: Partial<CallFilter> }
  | { readonly type: "searched" }
  | ListViewAction;

export const firstView = (zone: string): CallView => ({
  people: [],
  period: ANY_TIME,
  zone,
  order: "latest",
  ...FIRST_PAGE,
});

/** CDR-41: a change of filter goes to the first page and clears the selection. */
export function stepCallView(view: CallView, action: CallViewAction): CallView {
  switch (action.type) {
    case "filtered":
      return { ...view, ...action.change, ...FIRST_PAGE };
    case "searched":
      return { ...view, ...FIRST_PAGE };
    default:
      return stepListView(view, action);
  }
}

export const isNarrowed = ({ people, period }: CallFilter): boolean => people.length > 0 || period.choice !== "any";

/** The filter and the order in the format of the server. */
export function queryOf(filter: CallFilter, search: string, now: number) {
  const [sort_column, sort_direction] = SORTED[filter.order];
  return { sort_column, sort_direction, ...filterOf(filter, search, now) };
}

/** Of it, which calls are meant. */
export function filterOf({ people, period, zone }: CallFilter, search: string, now: number) {
  const { from, to } = daysOf(period, zone, now);
  return {
    time_zone: zone,
    search,
    filter_by_extension: people.join(","),
    ...(from === undefined ? {} : { date_from: from }),
    ...(to === undefined ? {} : { date_to: to }),
  };
}

/** One end of a call. */
export interface CallEnd {
  readonly number: string;
  readonly name: string;
  readonly isInside: boolean;
}

export const callerOf = ({ from, from_name, caller_id }: CallRecord): CallEnd => ({
  number: from,
  name: from_name,
  isInside: caller_id !== null,
});
export const calleeOf = ({ to, to_name, callee_id }: CallRecord): CallEnd => ({
  number: to,
  name: to_name,
  isInside: callee_id !== null,
});

/** CDR-43: the kind of a call for the viewer; `between`: a call between others. */
export type CallKind = "incoming" | "outgoing" | "missed" | "forwarded" | "failed" | "between";

export function kindOf(call: CallRecord, userId: number): CallKind {
  if (call.caller_id === userId) return call.failed ? "failed" : "outgoing";
  if (call.diverted !== null) return call.diverted.missed ? "missed" : "forwarded";
  if (call.answered_by?.user_id === userId) return "incoming";
  if (call.callee_id === userId) return call.talk_duration === null ? "missed" : "incoming";
  return "between";
}

/** CDR-43: who to call back: the other end; for calls of others, the caller. Null if there is no number to call. */
export function peerOf(call: CallRecord, userId: number): CallEnd | null {
  const peer = call.caller_id === userId ? calleeOf(call) : callerOf(call);
  return peer.number === "" ? null : peer;
}

/** Mean opinion score: how people would judge the sound (ITU-T P.800). */
export function gradeOf(mos: number): "good" | "fair" | "poor" {
  if (mos >= 4) return "good";
  return mos >= 3 ? "fair" : "poor";
}

/** The element id of a call's button, so that the focus can return to it. */
export const rowIdOf = (callId: number | null): string => `call-${callId ?? "none"}`;
