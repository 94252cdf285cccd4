import type { CompanyThing, ThingKind } from "@callpanel/contract";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { hoursRows } from "./thing.model.ts";
import type { HoursRow } from "./thing.model.ts";
import { thingsMessages } from "./things.messages.ts";
import { useDaysText } from "./useDayNames.ts";

/** What a row says about a thing below its name. */
export function useAbout(): (kind: ThingKind, thing: CompanyThing) => string {
  const t = useWords(thingsMessages);
  const numberText = useNumberText(usePanel().viewer);
  const hoursText = useHoursText();
  const textOf = (thing: CompanyThing, at: number): string => {
    const to = thing.leads_to[at];
    return to === undefined ? "" : to.name === "" ? to.number : `${to.name} (${to.number})`;
  };
  return (kind, thing) => {
    const { fields, state } = thing;
    const field = (name: string) => fields[name] ?? "";
    switch (kind) {
      case "direct":
        return field("hours") === ""
          ? t("things.about.leads", { to: textOf(thing, 0) })
          : t("things.about.leadsInHours", {
              to: textOf(thing, 0),
              hours: field("hours"),
              otherwise: textOf(thing, 1),
            });
      case "toggles":
        return t("things.about.toggle", {
          to: textOf(thing, state === "b" ? 1 : 0),
          other: textOf(thing, state === "b" ? 0 : 1),
        });
      case "hours":
        return [...hoursRows(field("week")).map(hoursText), field("zone")].join(" · ");
      case "parking":
        return t("things.about.lot", {
          first: field("first_slot"),
          last: field("last_slot"),
          seconds: Number(field("timeout_seconds")),
        });
      case "trunks":
        return [
          field("order") === "" ? t("things.about.lineLast") : t("things.about.lineOrder", { order: field("order") }),
          field("calls") === ""
            ? t("things.about.lineOpen")
            : t("things.about.line", { calls: Number(field("calls")) }),
        ].join(" · ");
      case "profiles":
        return numberText(field("number"));
      case "locations":
        return [field("address"), field("details")].filter((text) => text !== "").join(", ");
    }
  };
}

/** `Mon–Fri 8:30 AM–5:00 PM` in the person's language; the end of a day is midnight. */
export function useHoursText(): (row: HoursRow) => string {
  const { locale } = useLocaleWords();
  const daysText = useDaysText();
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" });
  const timeText = (text: string): string => {
    const [hours = 0, minutes = 0] = text.split(":").map(Number);
    return clock.format(Date.UTC(2026, 0, 5, hours, minutes));
  };
  return ({ days, from, to }) => `${daysText(days)} ${timeText(from)}–${timeText(to)}`;
}
