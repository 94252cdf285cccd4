import type { CompanyThing, ThingKind } from "@callpanel/contract";
import { useWords } from "../../../shared/words/useWords.ts";
import { hoursRows } from "./thing.model.ts";
import { thingsMessages } from "./things.messages.ts";
import { useDayNames } from "./useDayNames.ts";

/** What a row says about a thing below its name. */
export function useAbout(): (kind: ThingKind, thing: CompanyThing) => string {
  const t = useWords(thingsMessages);
  const dayName = useDayNames();
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
        return [
          ...hoursRows(field("week")).map(({ days, from, to }) => `${days.map(dayName).join(", ")} ${from}–${to}`),
          field("zone"),
        ].join(" · ");
      case "parking":
        return t("things.about.lot", {
          first: field("first_slot"),
          last: field("last_slot"),
          seconds: Number(field("timeout_seconds")),
        });
      case "trunks":
        return field("calls") === ""
          ? t("things.about.lineOpen")
          : t("things.about.line", { calls: Number(field("calls")) });
      case "profiles":
        return field("number");
      case "locations":
        return [field("address"), field("details")].filter((text) => text !== "").join(", ");
    }
  };
}
