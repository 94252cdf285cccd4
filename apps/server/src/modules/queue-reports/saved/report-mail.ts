import type { QueueCall } from "@callpanel/contract";
import type { Mail } from "../../mail/index.ts";
import { displayName, type User } from "../../users/index.ts";
import type { QueueReports, ReportReader } from "../queue-reports.service.ts";
import { reportFiles, type ReportFile } from "../report-file.ts";
import { MAIL_WORDS, type MailWords } from "./mail-words.ts";
import type { SavedReport } from "./saved-report.ts";

export interface MailAbout {
  readonly owner: User;
  readonly reader: ReportReader & { readonly user: User };
  readonly days: { readonly start_date: string; readonly end_date: string };
  readonly publicUrl: string | undefined;
}

/** More rows than these are only in the file. */
const MOST_ROWS = 50;
/** A larger file is not attached: mail servers refuse it. */
const MOST_ATTACHED_CHARS = 5_000_000;

/** QMAIL-5: a report as a mail, with the rights of its reader. @throws AppError when the reader may not read it */
export async function reportMail(reports: QueueReports, report: SavedReport, about: MailAbout): Promise<Mail> {
  const { owner, reader, days, publicUrl } = about;
  const { type, agent, timezone, locale, name } = report;
  const words = MAIL_WORDS[locale === "fr-CA" ? "fr" : "en"];
  const filter = { ...days, timezone, queues: report.queues.join(","), agent: type === "queue_summary" ? "" : agent };
  const { head, rows, total } = await tableOf(reports, type, { reader, filter, words });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const shown = { from: day.format(Date.parse(days.start_date)), to: day.format(Date.parse(days.end_date)) };
  const period = shown.from === shown.to ? shown.from : words.period(shown.from, shown.to);
  const file = await attachment(await fileOf(reports, type, { reader, filter }));
  return {
    to: { name: displayName(reader.user), address: reader.user.email },
    locale,
    subject: `${name}: ${period}`,
    parts: [
      { kind: "text", text: words.about(words.types[type], period, timezone, displayName(owner)) },
      total === 0 ? { kind: "text", text: words.nothing } : { kind: "table", head, rows: rows.slice(0, MOST_ROWS) },
      ...(total > Math.min(MOST_ROWS, rows.length)
        ? [{ kind: "text" as const, text: words.more(total - Math.min(MOST_ROWS, rows.length)) }]
        : []),
      ...(file === undefined ? [{ kind: "text" as const, text: words.tooLarge }] : []),
      ...(publicUrl === undefined
        ? []
        : [{ kind: "link" as const, text: words.open, url: addressOf(publicUrl, report, filter) }]),
    ],
    ...(file === undefined ? {} : { attachments: [file] }),
  };
}

interface Filter {
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly queues: string;
  readonly agent: string;
}

function addressOf(publicUrl: string, { type }: SavedReport, filter: Filter): string {
  const address = new URL("/queues/reports", publicUrl);
  const query = { type, scope: "custom", ...filter };
  for (const [name, value] of Object.entries(query)) if (value !== "") address.searchParams.set(name, value);
  return address.href;
}

interface Read {
  readonly reader: ReportReader;
  readonly filter: Filter;
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
}

async function tableOf(
  reports: QueueReports,
  type: SavedReport["type"],
  { reader, filter, words }: Read & { readonly words: MailWords },
): Promise<Table> {
  switch (type) {
    case "queue_summary": {
      const { data, totals } = await reports.summary(reader, { ...filter, hourly: false });
      const cells = (row: typeof totals): readonly string[] => [
        String(row.calls),
        String(row.answered),
        String(row.abandon),
        String(row.timeout),
        row.service_level === null ? "–" : `${row.service_level} %`,
        clock(row.avg_hold),
        clock(row.avg_talk),
      ];
      // The totals come first: they are there however many rows there are.
      const rows = [
        [words.total, "", ...cells(totals)],
        ...data.map((row) => [row.queue_name, row.date, ...cells(row)]),
      ];
      return { head: words.summary, rows, total: data.length === 0 ? 0 : rows.length };
    }
    case "call_details": {
      const { data, total } = await reports.calls(reader, filter, { offset: 0, limit: MOST_ROWS });
      return { head: words.calls, rows: data.map((call) => callCells(call, words)), total };
    }
    case "agent_details": {
      const { data } = await reports.agents(reader, filter);
      const rows = data.map((row) => [
        row.agent === "" ? words.removed : `${row.agent_name} (${row.agent})`,
        String(row.answered),
        String(row.missed),
        String(row.rejected),
        clock(row.talk),
        clock(row.paused),
        clock(row.logged_in),
        row.occupancy === null ? "–" : `${Math.round(row.occupancy * 100)} %`,
      ]);
      return { head: words.agents, rows, total: rows.length };
    }
  }
}

const callCells = (call: QueueCall, words: MailWords): readonly string[] => [
  call.date.slice(0, "2026-03-08T14:05".length).replace("T", " "),
  call.queue_name,
  call.name === "" ? call.number : call.name,
  call.callback ? `${words.statuses[call.status]} ${words.callback}` : words.statuses[call.status],
  call.agent_name,
  clock(call.wait),
  clock(call.talk),
];

function fileOf(reports: QueueReports, type: SavedReport["type"], { reader, filter }: Read): Promise<ReportFile> {
  const files = reportFiles(reports);
  switch (type) {
    case "queue_summary":
      return files.summary(reader, { ...filter, hourly: false });
    case "call_details":
      return files.calls(reader, filter);
    case "agent_details":
      return files.agents(reader, filter);
  }
}

async function attachment({ name, text }: ReportFile) {
  const parts: string[] = [];
  let length = 0;
  for await (const part of text) {
    length += part.length;
    if (length > MOST_ATTACHED_CHARS) return undefined;
    parts.push(part);
  }
  return { name, type: "text/csv; charset=utf-8", bytes: Buffer.from(parts.join(""), "utf8") };
}

/** FORMAT-2: `mm:ss`, from an hour on `hh:mm:ss`. */
function clock(seconds: number | null): string {
  if (seconds === null) return "–";
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, "0");
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole < 3_600 ? rest : `${two(Math.floor(whole / 3_600))}:${rest}`;
}
