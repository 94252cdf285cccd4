import { CALL_KINDS } from "@callpanel/contract";
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

/** Which calls are listed (CDR-60). */
export const LISTED_KINDS = ["all", ...CALL_KINDS] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

/** The state of the list; the selected calls are those with recordings to archive. */
export interface CallView extends ListView {
  /** CDR-60 */
  readonly kind: ListedKind;
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
  kind: "all",
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

export const isNarrowed = ({ kind, people, period }: CallFilter): boolean =>
  kind !== "all" || people.length > 0 || period.choice !== "any";

/** The filter and the order in the format of the server. */
export function queryOf(filter: CallFilter, search: string, now: number) {
  const [sort_column, sort_direction] = SORTED[filter.order];
  return { sort_column, sort_direction, ...filterOf(filter, search, now) };
}

/** Of it, which calls are meant. */
export function filterOf({ kind, people, period, zone }: CallFilter, search: string, now: number) {
  const { from, to } = daysOf(period, zone, now);
  return {
    time_zone: zone,
    search,
    filter_by_extension: people.join(","),
    ...(kind === "all" ? {} : { kind }),
    ...(from === undefined ? {} : { date_from: from }),
    ...(to === undefined ? {} : { date_to: to }),
  };
}

/** A row of the list: a call, and below it the others of its conversation (CDR-62). */
export interface CallGroup {
  readonly call: CallRecord;
  readonly others: readonly CallRecord[];
}

/** The calls of a page by conversation, each at the place of its first call. */
export function groupCalls(calls: readonly CallRecord[]): readonly CallGroup[] {
  return calls.flatMap((call) => {
    const { conversation } = call;
    if (conversation === undefined) return [{ call, others: [] }];
    const [first, ...others] = calls.filter((one) => one.conversation === conversation);
    return first === call ? [{ call, others }] : [];
  });
}

/** Mean opinion score: how people would judge the sound (ITU-T P.800). */
export function gradeOf(mos: number): "good" | "fair" | "poor" {
  if (mos >= 4) return "good";
  return mos >= 3 ? "fair" : "poor";
}

/** The element id of a call's button, so that the focus can return to it. */
export const rowIdOf = (callId: number | null): string => `call-${callId ?? "none"}`;
