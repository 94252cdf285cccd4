import { HISTORY_PEOPLE_MAX } from "@callpanel/contract";
import { ANY_TIME, PERIODS } from "../../shared/list/period.model.ts";
import type { Period } from "../../shared/list/period.model.ts";
import { LISTED_KINDS, ORDERS } from "./call-history.model.ts";
import type { CallFilter } from "./call-history.model.ts";

/** What the address says of the list (CDR-63). The time zone is the person's own choice, which a link does not change. */
export type AddressedFilter = Omit<CallFilter, "zone">;

/** CDR-63: the filter of an address; what it does not name, or names wrongly, is the default. */
export function readAddress(search: Readonly<Record<string, unknown>>): AddressedFilter {
  const text = (name: string): string => {
    const value = search[name];
    return typeof value === "string" ? value : "";
  };
  return {
    kind: LISTED_KINDS.find((one) => one === text("kind")) ?? "all",
    people: text("people")
      .split(",")
      .filter((exten) => /^\d{1,10}$/.test(exten))
      .slice(0, HISTORY_PEOPLE_MAX),
    period: periodOf(text("period"), dayOf(text("from")), dayOf(text("to"))),
    order: ORDERS.find((one) => one === text("sort")) ?? "latest",
  };
}

function periodOf(named: string, from: string, to: string): Period {
  const choice = PERIODS.find((one) => one === named) ?? "any";
  return choice === "between" ? { choice, from, to } : { ...ANY_TIME, choice };
}

/** Empty if it is no day of the calendar. */
function dayOf(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : "";
}

/** The address of a list: only what differs from the list as it is without a filter. */
export function addressOf({ kind, people, period, order }: AddressedFilter): Readonly<Record<string, string>> {
  const isBetween = period.choice === "between";
  return {
    ...(kind === "all" ? {} : { kind }),
    ...(people.length === 0 ? {} : { people: people.join(",") }),
    ...(period.choice === "any" ? {} : { period: period.choice }),
    ...(isBetween && period.from !== "" ? { from: period.from } : {}),
    ...(isBetween && period.to !== "" ? { to: period.to } : {}),
    ...(order === "latest" ? {} : { sort: order }),
  };
}
