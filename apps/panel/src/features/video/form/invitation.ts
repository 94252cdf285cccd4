/** An invitation to a room: as text, as an e-mail, and as a calendar file. */

export interface Invitation {
  /** One for each room and start: a calendar that gets the file again changes the entry. */
  readonly uid: string;
  readonly subject: string;
  readonly text: string;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
  readonly minutes: number;
}

/** Opens the e-mail program with the text; the addresses are entered there. */
export const mailLink = ({ subject, text }: Pick<Invitation, "subject" | "text">): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;

const MINUTE_MS = 60_000;
/** RFC 5545, 3.1: octets of a line, without its end. */
const LINE_OCTETS = 75;

/**
 * One event of RFC 5545, times in UTC. Written here: it is one event without zones and repetition, thirty lines; the
 * packages for it bring their own validation and dates, 20 KB and more. `now`: ms since the epoch.
 */
export function calendarFile({ uid, subject, text, url, startsAt, minutes }: Invitation, now: number): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//callpanel//video rooms//EN",
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(startsAt + minutes * MINUTE_MS)}`,
    `SUMMARY:${escaped(subject)}`,
    `DESCRIPTION:${escaped(text)}`,
    `LOCATION:${escaped(url)}`,
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const utc = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "");
const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** A long line goes on in the next, which begins with a space; no character is cut. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  return Array.from(line)
    .map((sign) => {
      const size = encoder.encode(sign).length;
      const isFull = octets + size > LINE_OCTETS;
      octets = isFull ? 1 + size : octets + size;
      return isFull ? `\r\n ${sign}` : sign;
    })
    .join("");
}
