/** Sentences with numbers, days and names, as ordered lists of sound keys. */
import { type SpokenLanguage } from "@callpanel/phone-port";
import { SPOKEN, type SpokenKey } from "./spoken.ts";

const MOST_SAID = 999;

/** Any whole number; above 999 "more than" is said. */
export function sayNumber(n: number): readonly SpokenKey[] {
  if (n > MOST_SAID) return ["messages-more-than", ...sayNumber(MOST_SAID)];
  if (n < 100) return [`number-${n}`];
  const rest = n % 100;
  const hundreds: SpokenKey = `hundred-${Math.floor(n / 100)}`;
  return rest === 0 ? [hundreds] : [hundreds, `number-${rest}`];
}

/** Digit by digit, as telephone numbers and extensions are read; other characters are skipped. */
export function sayDigits(number: string): readonly SpokenKey[] {
  return number
    .split("")
    .filter((one) => /[0-9]/.test(one))
    .map((digit): SpokenKey => `number-${Number(digit)}`);
}

/** A name of letters, spelled. */
export function saySpelled(name: string): readonly SpokenKey[] {
  return name
    .toLowerCase()
    .split("")
    .filter((one) => /[a-z]/.test(one))
    .map((letter): SpokenKey => `letter-${letter}`);
}

/** "You have 2 urgent messages and 19 new messages and 1 old message"; in both languages only one is singular. */
export function sayCounts(counts: {
  readonly newCount: number;
  readonly oldCount: number;
  /** Number of urgent messages among the new ones. */
  readonly urgentCount: number;
}): readonly SpokenKey[] {
  const { oldCount, urgentCount } = counts;
  const newCount = Math.max(0, counts.newCount - urgentCount);
  if (newCount === 0 && oldCount === 0 && urgentCount === 0) return ["no-messages"];
  const parts = [
    urgentCount > 0 ? counted(urgentCount, "urgent-message", "urgent-messages") : [],
    newCount > 0 ? counted(newCount, "new-message", "new-messages") : [],
    oldCount > 0 ? counted(oldCount, "old-message", "old-messages") : [],
  ].filter((part) => part.length > 0);
  return ["you-have", ...parts.flatMap((part, index) => (index === 0 ? part : ["and" as const, ...part]))];
}

/** When a message arrived: the day relative to `now`, then the time of day, both in `zone`. */
export function sayReceived(parts: {
  readonly language: SpokenLanguage;
  readonly at: number;
  readonly now: number;
  /** IANA name. */
  readonly zone: string;
}): readonly SpokenKey[] {
  const { language, at, now, zone } = parts;
  const then = civil(at, zone);
  const hour: readonly SpokenKey[] = [`hour-${then.hour}`, `minute-${then.minute}`, then.hour < 12 ? "am" : "pm"];
  return heardIn(language, ["received", ...sayDay(language, then, civil(now, zone)), ...hour]);
}

/**
 * How long a message is: "length 1 minute 21 seconds". Minutes and seconds are feminine in French, like those of a time
 * of day.
 */
export function sayLength({
  language,
  durationMs,
}: {
  readonly language: SpokenLanguage;
  readonly durationMs: number;
}): readonly SpokenKey[] {
  const whole = Math.max(1, Math.round(durationMs / 1_000));
  const counts = (n: number): readonly SpokenKey[] => (language === "fr" && n < 60 ? [`minute-${n}`] : sayNumber(n));
  const part = (n: number, one: SpokenKey, many: SpokenKey): readonly SpokenKey[] =>
    n === 0 ? [] : [...counts(n), n === 1 ? one : many];
  return [
    "length",
    ...part(Math.floor(whole / 60), "length-minute", "length-minutes"),
    ...part(whole % 60, "length-second", "length-seconds"),
  ];
}

/** The keys that have words in a language. */
export function heardIn(language: SpokenLanguage, keys: readonly SpokenKey[]): readonly SpokenKey[] {
  return keys.filter((key) => SPOKEN.get(key)?.[language] !== "");
}

function counted(count: number, one: SpokenKey, many: SpokenKey): readonly SpokenKey[] {
  return [...sayNumber(count), count === 1 ? one : many];
}

interface Civil {
  /** Days since the epoch by the calendar of the zone. */
  readonly dayNumber: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

function civil(at: number, zone: string): Civil {
  const formatted = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(formatted.find((one) => one.type === type)?.value ?? 0);
  const [year, month, day] = [part("year"), part("month"), part("day")];
  const dayNumber = Date.UTC(year, month - 1, day) / 86_400_000;
  return { dayNumber, month, day, hour: part("hour"), minute: part("minute") };
}

function sayDay(language: SpokenLanguage, then: Civil, now: Civil): readonly SpokenKey[] {
  const daysAgo = now.dayNumber - then.dayNumber;
  if (daysAgo === 0) return ["today"];
  if (daysAgo === 1) return ["yesterday"];
  const [month, day]: readonly [SpokenKey, SpokenKey] = [`month-${then.month}`, `day-${then.day}`];
  return language === "fr" ? [day, month] : [month, day];
}
