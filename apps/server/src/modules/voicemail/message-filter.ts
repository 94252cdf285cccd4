import { AppError, folderNameFault, type VoicemailQuery } from "@callpanel/contract";
import { searchWords } from "../../kernel/text/search-text.ts";
import { openTimeZone, type TimeZone } from "../../kernel/text/time-zone.ts";
import type { FolderFilter, MessageSearch } from "./voicemail.store.ts";

/**
 * The search for a list request.
 * @throws AppError vmail.timeZone; vmail.date for an invalid date
 */
export function messageSearch(query: VoicemailQuery, boxIds: readonly number[]): MessageSearch {
  const zone = openTimeZone(query.time_zone);
  if (zone === undefined) throw new AppError("vmail.timeZone");
  return {
    boxIds,
    folder: folderFilter(query.folder),
    category: query.category === "all" ? undefined : query.category,
    ...period(query.date, zone),
    words: searchWords(query.search),
    ids: query.ids === "" ? undefined : query.ids.split(",").map(Number),
  };
}

/** No folder has this name. */
const NO_FOLDER = "";

/** VM-7 */
function folderFilter(folder: string): FolderFilter {
  switch (folder) {
    case "all":
    case "inbox":
    case "old":
    case "favorite":
    case "custom":
    case "archived":
      return { folder };
    default:
      return { folder: "own", name: folderNameFault(folder) === undefined ? folder.normalize() : NO_FOLDER };
  }
}

/** VM-9: whole days of the time zone, including the last one. */
function period(date: string, zone: TimeZone): { readonly from: number; readonly until: number } {
  if (date === "") return { from: 0, until: Number.POSITIVE_INFINITY };
  const [first = "", last = first] = date.split(",");
  return { from: midnight(first, { zone, daysOn: 0 }), until: midnight(last, { zone, daysOn: 1 }) };
}

/** Start of a day in the time zone, or of the day `daysOn` later. */
function midnight(text: string, { zone, daysOn }: { readonly zone: TimeZone; readonly daysOn: number }): number {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  const isThere = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text);
  if (!isThere) throw new AppError("vmail.date", { date: text });
  const wanted = new Date(Date.UTC(year, month - 1, day + daysOn));
  return zone.momentOf({
    year: wanted.getUTCFullYear(),
    month: wanted.getUTCMonth() + 1,
    day: wanted.getUTCDate(),
    hour: 0,
    minute: 0,
    second: 0,
  });
}
