import { QUEUE_REPORT_DAYS_MAX, QUEUE_REPORT_HOURLY_DAYS_MAX } from "@callpanel/contract";
import { daysBefore, dayIn } from "../../../shared/list/period.model.ts";

/** Spec 1 §2; the names are those of the address. */
export const REPORT_TYPES = ["queue_summary", "call_details", "agent_details"] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const SCOPES = ["day", "week", "month", "custom"] as const;
export type Scope = (typeof SCOPES)[number];

export interface ReportFilter {
  readonly type: ReportType;
  /** Ids; empty: all that the person may read. */
  readonly queues: readonly string[];
  /** Extension; empty: all. A summary of queues does not have it. */
  readonly agent: string;
  /** IANA name, or what was typed. */
  readonly zone: string;
  readonly scope: Scope;
  /** `2026-03-08`, both included. */
  readonly start: string;
  readonly end: string;
  /** Rows of hours; only for a summary of queues. */
  readonly hourly: boolean;
}

/** Today, this week or this month in the zone, until today; `custom` keeps the days that are chosen. */
export function withScope(filter: ReportFilter, scope: Scope, now: number): ReportFilter {
  if (scope === "custom") return { ...filter, scope };
  const today = todayOf(filter, now);
  return { ...filter, scope, ...periodAt(scope, today, today) };
}

/** The period before or after the chosen one; a custom one moves by its length. Null: it is in the future, or there is none. */
export function stepped(filter: ReportFilter, by: -1 | 1, now: number): ReportFilter | null {
  const { scope, start, end } = filter;
  if (!isDay(start) || !isDay(end) || end < start) return null;
  const today = todayOf(filter, now);
  if (scope === "custom") {
    const days = -by * daysOf(filter);
    const moved = { start: daysBefore(start, days), end: daysBefore(end, days) };
    return moved.start > today ? null : { ...filter, ...moved };
  }
  const next = by < 0 ? daysBefore(start, 1) : daysBefore(wholePeriod(scope, start).end, -1);
  return next > today ? null : { ...filter, ...periodAt(scope, next, today) };
}

/** Another zone: what is the current period stays so. */
export function withZone(filter: ReportFilter, zone: string, now: number): ReportFilter {
  const current = withScope(filter, filter.scope, now);
  const isCurrent = current.start === filter.start && current.end === filter.end;
  return isCurrent ? withScope({ ...filter, zone }, filter.scope, now) : { ...filter, zone };
}

const todayOf = ({ zone }: ReportFilter, now: number): string => dayIn(isZone(zone) ? zone : "UTC", now);

type CalendarScope = Exclude<Scope, "custom">;

function periodAt(scope: CalendarScope, day: string, today: string): Pick<ReportFilter, "start" | "end"> {
  const { start, end } = wholePeriod(scope, day);
  return { start, end: end < today ? end : today };
}

/** A week begins on Monday. */
function wholePeriod(scope: CalendarScope, day: string): Pick<ReportFilter, "start" | "end"> {
  const date = new Date(`${day}T00:00:00Z`);
  switch (scope) {
    case "day":
      return { start: day, end: day };
    case "week": {
      const monday = daysBefore(day, (date.getUTCDay() + 6) % 7);
      return { start: monday, end: daysBefore(monday, -6) };
    }
    case "month": {
      const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
      return { start: `${day.slice(0, 8)}01`, end: new Date(last).toISOString().slice(0, 10) };
    }
  }
}

export const firstFilter = (zone: string, now: number): ReportFilter =>
  withScope(
    { type: "queue_summary", queues: [], agent: "", zone, scope: "week", start: "", end: "", hourly: false },
    "week",
    now,
  );

/** RPT-2: the filter of an address; what is absent is that of a first visit. */
export function readAddress(
  search: Readonly<Record<string, unknown>>,
  first: ReportFilter,
): { readonly filter: ReportFilter; readonly unknownType: boolean } {
  const text = (name: string): string => {
    const value = search[name];
    return typeof value === "string" ? value : "";
  };
  const type = REPORT_TYPES.find((one) => one === text("type"));
  const scope = SCOPES.find((one) => one === text("scope"));
  const dates = text("start_date") === "" ? {} : { start: text("start_date"), end: text("end_date") };
  return {
    unknownType: type === undefined && text("type") !== "",
    filter: {
      ...first,
      ...dates,
      type: type ?? first.type,
      scope: scope ?? ("start" in dates ? "custom" : first.scope),
      queues: text("queues") === "" ? [] : text("queues").split(","),
      agent: text("agent"),
      zone: text("timezone") === "" ? first.zone : text("timezone"),
      hourly: text("hourly") === "1",
    },
  };
}

export const addressOf = (filter: ReportFilter): Readonly<Record<string, string>> => ({
  type: filter.type,
  scope: filter.scope,
  ...queryOf(filter),
});

/** The filter as the server takes it. */
export function queryOf({ type, queues, agent, zone, start, end, hourly }: ReportFilter) {
  return {
    start_date: start,
    end_date: end,
    timezone: zone,
    ...(queues.length === 0 ? {} : { queues: queues.join(",") }),
    ...(type === "queue_summary" && hourly ? { hourly: "1" as const } : {}),
    ...(type === "queue_summary" || agent === "" ? {} : { agent }),
  };
}

/** What is wrong with a field of the filter; `days`: the most that the report takes. */
export interface FilterFaults {
  readonly start?: "missing";
  readonly end?: "missing" | "reversed" | { readonly days: number };
  readonly zone?: "unknown";
}

const DAY_MS = 86_400_000;

/** RPT-3 */
export function faultsOf(filter: ReportFilter): FilterFaults {
  const { start, end, zone } = filter;
  return {
    ...(isDay(start) ? {} : { start: "missing" as const }),
    ...(isDay(end) ? endFaults(filter) : { end: "missing" as const }),
    ...(isZone(zone) ? {} : { zone: "unknown" as const }),
  };
}

function endFaults(filter: ReportFilter): FilterFaults {
  const { start, end, type, hourly } = filter;
  if (!isDay(start)) return {};
  if (end < start) return { end: "reversed" };
  const days = type === "queue_summary" && hourly ? QUEUE_REPORT_HOURLY_DAYS_MAX : QUEUE_REPORT_DAYS_MAX;
  return daysOf(filter) > days ? { end: { days } } : {};
}

export const daysOf = ({ start, end }: Pick<ReportFilter, "start" | "end">): number =>
  Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / DAY_MS) + 1;

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

export function isZone(name: string): boolean {
  try {
    return name !== "" && new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false; // RangeError: there is no such zone
  }
}
