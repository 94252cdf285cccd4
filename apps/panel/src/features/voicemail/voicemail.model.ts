import { VOICEMAIL_CATEGORIES, VOICEMAIL_FOLDERS, VOICEMAIL_SORT_COLUMNS } from "@callpanel/contract";
import type { Voicemail, VoicemailQuery, VoicemailSortColumn } from "@callpanel/contract";
import { ANY_TIME, daysOf } from "../../shared/list/period.model.ts";
import type { Period } from "../../shared/list/period.model.ts";
import { FIRST_PAGE, stepListView } from "../../shared/list/view.model.ts";
import type { ListView, ListViewAction } from "../../shared/list/view.model.ts";

/** The page size; 18 unless the person chose otherwise (spec 2 §9 has both 10 and 18). */
export const PAGE_SIZES = [10, 18, 50] as const;
export type VoicemailPageSize = (typeof PAGE_SIZES)[number];

export const CATEGORY_CHOICES = ["all", ...VOICEMAIL_CATEGORIES] as const;
export type CategoryChoice = (typeof CATEGORY_CHOICES)[number];

export const DIRECTIONS = ["DESC", "ASC"] as const;
export type SortDirection = (typeof DIRECTIONS)[number];

/** The stored preferences of a person (spec 1 §3, local preferences). */
export interface VoicemailPreferences {
  readonly category: CategoryChoice;
  readonly date: Period;
  readonly sort: VoicemailSortColumn;
  readonly direction: SortDirection;
  readonly pageSize: VoicemailPageSize;
  /** Extensions of the shown boxes; empty: the own box. */
  readonly boxes: readonly string[];
}

/** The view of a folder; the address says which folder. */
export interface VoicemailView extends ListView {
  readonly preferences: VoicemailPreferences;
}

export type VoicemailViewAction =
  | { readonly type: "preferencesChanged"; readonly change: Partial<VoicemailPreferences> }
  /** Another folder or another search: another list. */
  | { readonly type: "listChanged" }
  | ListViewAction;

export const FIRST_PREFERENCES: VoicemailPreferences = {
  category: "all",
  date: ANY_TIME,
  sort: "origtime",
  direction: "DESC",
  pageSize: 18,
  boxes: [],
};

export const firstView = (preferences: VoicemailPreferences): VoicemailView => ({ preferences, ...FIRST_PAGE });

/** VMU-10: only shown messages can be selected: another list clears the selection. */
export function stepView(view: VoicemailView, action: VoicemailViewAction): VoicemailView {
  switch (action.type) {
    case "preferencesChanged":
      return firstView({ ...view.preferences, ...action.change });
    case "listChanged":
      return firstView(view.preferences);
    default:
      return stepListView(view, action);
  }
}

/** Whether the list has filters besides folder and search. */
export const isNarrowed = ({ category, date }: VoicemailPreferences): boolean =>
  category !== "all" || date.choice !== "any";

/** The request for a list. */
export interface ListRequest {
  readonly view: Pick<VoicemailView, "preferences" | "page">;
  readonly folder: string;
  readonly search: string;
  /** Ms since the epoch, for "today". */
  readonly now: number;
  readonly timeZone: string;
}

export function queryOf({ view, folder, search, now, timeZone }: ListRequest): VoicemailQuery {
  const { category, date, sort, direction, pageSize, boxes } = view.preferences;
  return {
    start: view.page * pageSize,
    limit: pageSize,
    folder,
    category,
    date: datesOf(date, now, timeZone),
    time_zone: timeZone,
    sort_column: sort,
    sort_direction: direction,
    search,
    ids: "",
    filter_by_extension: boxes.join(","),
  };
}

/** An open end reaches as far as there can be messages. */
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2099-12-31";

/** VMU-4: the days of a filter in the reader's time zone, in the server's format; empty: any time. */
export function datesOf(date: Period, now: number, timeZone: string): string {
  const { from, to } = daysOf(date, timeZone, now);
  if (from === undefined && to === undefined) return "";
  const days = new Set([from ?? FIRST_DAY, to ?? LAST_DAY]);
  return [...days].toSorted((a, b) => a.localeCompare(b)).join(",");
}

type FixedFolder = (typeof VOICEMAIL_FOLDERS)[number];
const isFixed = (name: string): name is FixedFolder => VOICEMAIL_FOLDERS.some((one) => one === name);
/** The name of a standard folder. */
export const fixedFolder = (name: string): FixedFolder | null => (isFixed(name) ? name : null);

/** How a message is moved by the read toggle: from inbox to old and back (spec 1 §4). */
export function toggledRead<Message extends Pick<Voicemail, "isRead" | "folder">>(message: Message): Message {
  const isRead = !message.isRead;
  const folder =
    message.folder === "inbox" && isRead ? "old" : message.folder === "old" && !isRead ? "inbox" : message.folder;
  return { ...message, isRead, folder };
}

/** The caller of a message: name, or number, or unknown. */
export const callerOf = ({ caller_name, caller_number }: Pick<Voicemail, "caller_name" | "caller_number">): string =>
  caller_name.trim() || caller_number.trim();

/** Ids of a page that may be changed. */
export const writableIds = (messages: readonly Voicemail[]): readonly number[] =>
  messages.filter(({ may_write }) => may_write).map(({ id }) => id);

export interface SortChoice {
  readonly sort: VoicemailSortColumn;
  readonly direction: SortDirection;
}
/** VMU-5: every column of the allow-list, both directions. */
export const SORT_CHOICES: readonly SortChoice[] = VOICEMAIL_SORT_COLUMNS.flatMap((sort) => {
  const both = DIRECTIONS.map((direction) => ({ sort, direction }));
  return sort === "origtime" || sort === "duration" ? both : both.toReversed();
});

/** The viewer's permitted actions on a message. */
export type MessageAction = "read" | "favorite" | "move" | "unmove" | "archive" | "restore" | "transfer" | "delete";

/** VMU-11: an archived message must be restored before any other action; without the right there are no actions. */
export function actionsFor({ may_write, folder }: Pick<Voicemail, "may_write" | "folder">): ReadonlySet<MessageAction> {
  if (!may_write) return new Set();
  if (folder === "archived") return new Set(["restore", "delete"]);
  const always = ["favorite", "move", "archive", "transfer", "delete"] as const;
  return new Set(folder === "custom" ? [...always, "unmove"] : [...always, "read"]);
}

/** The address of a folder, and of a message in it. */
export function addressOf(folder: string, id?: number): string {
  const place = `/voicemails/${encodeURIComponent(folder)}`;
  return id === undefined ? place : `${place}/${id}`;
}

/** The message id from an address; null if it is invalid. */
export const idOf = (segment: string): number | null => (/^\d{1,15}$/.test(segment) ? Number(segment) : null);

/** The id of the element that gets the focus when a message is closed. */
export const rowIdOf = (id: number | string | null): string => `voicemail-${id ?? ""}`;
