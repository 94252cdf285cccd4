import type { AuditLine } from "@callpanel/contract";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { servicesMessages, wordOf } from "../services/services.messages.ts";
import { useHoursText } from "../things/useAbout.ts";
import { auditMessages, classWord, fieldWord } from "./audit.messages.ts";
import { hoursOfLog } from "./hoursOfLog.ts";

type Details = AuditLine["details"];
type Value = Details[string] | undefined;

const FROM = ".from";
const TO = ".to";
/** The kind of a thing is in the name of the act; a password is stored in two forms, but only one is named. */
const SAID_BY_ACT: ReadonlySet<string> = new Set(["kind", "ha1Sha256"]);

/** Of a secret only that it was changed is in the log. */
const SECRET = /(^pin$|pin$|password|ha1|secret|credential)/i;

/** Settings of queues that are one of a few choices. */
const CHOSEN: ReadonlySet<string> = new Set([
  "strategy",
  "joinWhenEmpty",
  "leaveWhenEmpty",
  "autoPauseScope",
  "language",
]);

const isEmpty = (value: Value) => value === null || value === undefined || value === "";

/** AUDIT-7: what was, and what is: `field.from` and `field.to` are one text; what was empty before is only named. */
export function useDifferences(): (details: Details) => readonly string[] {
  const t = useWords(auditMessages);
  const settings = useWords(servicesMessages);
  const { locale } = useLocaleWords();
  const hoursText = useHoursText();
  const number = new Intl.NumberFormat(locale);
  const snake = (name: string) => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);
  /** Settings of queues and rooms have their words on those pages. */
  const nameOf = (field: string) => fieldWord(t, field) ?? wordOf(settings, "set", snake(field));
  const textOf = (field: string, value: Value): string => {
    if (isEmpty(value)) return t("audit.empty");
    if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
    if (typeof value === "number") return number.format(value);
    const text = String(value);
    const hours = field === "hours" ? hoursOfLog(text) : [];
    if (hours.length > 0) return hours.map(hoursText).join(" · ");
    if (field === "classes")
      return text
        .split(", ")
        .map((one) => classWord(t, one))
        .join(", ");
    return CHOSEN.has(field) ? wordOf(settings, "choice", snake(text)) : text;
  };
  return (details) =>
    Object.entries(details).flatMap(([key, value]) => {
      const field = key.endsWith(FROM) ? key.slice(0, -FROM.length) : key;
      if (key.endsWith(TO) || SAID_BY_ACT.has(field)) return [];
      const [was, is] = field === key ? [undefined, value] : [value, details[`${field}${TO}`]];
      if (isEmpty(was) && isEmpty(is)) return [];
      const name = nameOf(field);
      if (SECRET.test(field) && field === key) return [t("audit.value", { name, value: t("audit.changed") })];
      return isEmpty(was)
        ? [t("audit.value", { name, value: textOf(field, is) })]
        : [t("audit.change", { name, from: textOf(field, was), to: textOf(field, is) })];
    });
}
