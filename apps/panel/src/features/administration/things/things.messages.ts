import { THING_SHAPES } from "@callpanel/contract";
import type { ThingKind } from "@callpanel/contract";
import { useWords } from "../../../shared/words/useWords.ts";

/** Numbers, parking lots and lines in administration; a field's texts have its name in requests. */
export const thingsMessages = {
  "things.numbers.kinds": "What is listed",
  "things.lines.kinds": "What is listed",
  "things.loading": "Loading",
  "things.pages": "Pages",
  "things.noneTitle": "Nothing found",
  "things.noneSearch": "No results for “{search}”.",
  "things.clearFilter": "Clear filter",
  "things.create": "Add",
  "things.general": "General",
  "things.usedBy": "Used by",
  "things.sharedBy": "Text messages are shared by",
  "things.remove": "Delete",
  "things.removeTitle": "Delete {name}?",
  "things.removeText": "What has happened stays in reports and the call history.",
  "things.removed": "{name} deleted",
  "things.cancel": "Cancel",
  "things.close": "Close",
  "things.done": "Done",
  "things.found": "Numbers found",
  "things.always": "Always",
  "things.idHint": "It can’t be changed later.",

  "things.direct.title": "Direct numbers",
  "things.direct.count": "{total, plural, one {# direct number} other {# direct numbers}}",
  "things.direct.add": "New number",
  "things.direct.id": "Number",
  "things.direct.emptyTitle": "No direct numbers yet",
  "things.direct.emptyText": "A direct number is one that people outside can dial. It leads to a person or a service.",
  "things.toggles.title": "Toggle destinations",
  "things.toggles.count": "{total, plural, one {# toggle destination} other {# toggle destinations}}",
  "things.toggles.add": "New toggle",
  "things.toggles.id": "Number",
  "things.toggles.emptyTitle": "No toggle destinations yet",
  "things.toggles.emptyText": "A toggle destination leads to one of two numbers. People switch it in their settings.",
  "things.hours.title": "Business hours",
  "things.hours.count": "{total, plural, one {# schedule} other {# schedules}}",
  "things.hours.add": "New schedule",
  "things.hours.id": "Name",
  "things.hours.emptyTitle": "No business hours yet",
  "things.hours.emptyText": "Direct numbers and follow-me can depend on business hours and holidays.",
  "things.parking.title": "Parking lots",
  "things.parking.count": "{total, plural, one {# parking lot} other {# parking lots}}",
  "things.parking.add": "New lot",
  "things.parking.id": "Number",
  "things.parking.emptyTitle": "No parking lots yet",
  "things.parking.emptyText": "A parked call waits in a slot until someone dials the slot’s number.",
  "things.trunks.title": "Outside lines",
  "things.trunks.count": "{total, plural, one {# outside line} other {# outside lines}}",
  "things.trunks.add": "New line",
  "things.trunks.id": "SIP username",
  "things.trunks.emptyTitle": "No outside lines yet",
  "things.trunks.emptyText":
    "A gateway registers with this account and connects calls with the telephone network. Lines are tried by their order, then by name.",
  "things.profiles.title": "Emergency call-back",
  "things.profiles.count": "{total, plural, one {# number to call back} other {# numbers to call back}}",
  "things.profiles.add": "New call-back number",
  "things.profiles.id": "Name",
  "things.profiles.emptyTitle": "No numbers to call back yet",
  "things.profiles.emptyText": "Emergency services see this number, and call it back if the call is lost.",
  "things.locations.title": "Emergency locations",
  "things.locations.count": "{total, plural, one {# location} other {# locations}}",
  "things.locations.add": "New location",
  "things.locations.id": "Name",
  "things.locations.emptyTitle": "No emergency locations yet",
  "things.locations.emptyText": "People choose where they are, so that help finds them.",

  "things.field.name": "Name",
  "things.field.target": "Leads to",
  "things.field.hours": "During",
  "things.field.otherwise": "Otherwise leads to",
  "things.field.sms": "Send and receive text messages",
  "things.field.pop_url": "Page that opens with a call",
  "things.field.pop_trigger": "Open it when the call",
  "things.field.a": "First destination",
  "things.field.b": "Second destination",
  "things.field.zone": "Time zone",
  "things.field.week": "Hours",
  "things.field.closed": "Holidays",
  "things.field.first_slot": "First slot",
  "things.field.last_slot": "Last slot",
  "things.field.timeout_seconds": "Ring back after (seconds)",
  "things.field.password": "Password",
  "things.field.calls": "Maximum calls at a time",
  "things.field.order": "Order",
  "things.field.inland": "Calls within the country",
  "things.field.abroad": "International calls",
  "things.field.premium": "Premium-rate and unknown numbers",
  "things.field.emergency": "Emergency calls",
  "things.field.number": "Number",
  "things.field.address": "Address",
  "things.field.details": "Floor, room",

  "things.hint.optional": "Leave empty for none.",
  "things.hint.number": "Name or number of a person or service",
  "things.hint.hours": "The business hours during which calls go there.",
  "things.hint.calls": "Leave empty for no limit.",
  "things.hint.order": "The lowest number is tried first. Leave empty to try this line last.",
  "things.hint.passwordNew": "Leave empty to have one generated. It is shown once.",
  "things.hint.passwordKept": "Leave empty to keep it. A new one disconnects the gateway.",
  "things.hint.pop_url": "For example https://crm.example/?from=… Leave empty for none.",

  "things.fault.id.number": "This is not a valid number.",
  "things.fault.id.name": "1 to 100 characters.",
  "things.fault.id.trunks": "Lower-case letters, digits, dots, hyphens and underscores.",
  "things.fault.name": "1 to 100 characters.",
  "things.fault.number": "2 to 8 digits.",
  "things.fault.outside": "3 to 15 digits, best with + and country code.",
  "things.fault.together": "Fill in both fields, or neither.",
  "things.fault.last_slot": "At least the first slot, and at most 1,000 slots.",
  "things.fault.timeout_seconds": "A whole number from 1 to 86,400.",
  "things.fault.calls": "A whole number from 1 to 9,999.",
  "things.fault.order": "A whole number from 1 to 999.",
  "things.fault.password": "8 to 1,024 characters.",
  "things.fault.pop_url": "An http or https address.",
  "things.fault.week": "Each line needs a day and two times.",
  "things.fault.closed": "Each holiday needs a date.",
  "things.fault.other": "This is not a valid value.",

  "things.choice.ringing": "Rings",
  "things.choice.answered": "Is answered",

  "things.test": "Test",
  "things.testHint": "Asks the gateway whether it is there. No call is made.",
  "things.testRun": "Test the line",
  "things.test.at": "Tested at {time}",
  "things.test.none": "No gateway is registered: check its address, name and password.",
  "things.test.answered": "The gateway answered after {milliseconds} ms.",
  "things.test.refused": "The gateway is there but refused the test with status {status}.",
  "things.test.silent": "The gateway is registered but did not answer within 5 seconds.",
  "things.test.lost": "The connection to the gateway was lost.",
  "things.state.registered": "Registered",
  "things.state.unregistered": "Not registered",
  "things.sms.chip": "Text messages",

  "things.about.leads": "Leads to {to}",
  "things.about.leadsInHours": "{to} during {hours}, otherwise {otherwise}",
  "things.about.toggle": "{to}, or {other}",
  "things.about.lot": "Slots {first} to {last} · rings back after {seconds, plural, one {# second} other {# seconds}}",
  "things.about.line": "{calls, plural, one {# call} other {# calls}} at a time",
  "things.about.lineOpen": "No call limit",
  "things.about.lineOrder": "Order {order}",
  "things.about.lineLast": "Tried last",

  "things.week.none": "Never: there are no hours yet.",
  "things.week.add": "Add hours",
  "things.week.remove": "Remove line {place}",
  "things.week.from": "From, line {place}",
  "things.week.to": "To, line {place}",
  "things.dates.none": "No holidays yet.",
  "things.dates.add": "Add a holiday",
  "things.dates.date": "Holiday {place}",
  "things.dates.remove": "Remove holiday {place}",

  "things.secret.title": "The line was added",
  "things.secret.text": "Enter this account in the gateway. The password is shown only now.",
  "things.secret.show": "Show",
  "things.secret.hide": "Hide",
} as const;

type Id = keyof typeof thingsMessages;
type Text = (id: Id, values?: { readonly [name: string]: string | number }) => string;
const isId = (id: string): id is Id => Object.hasOwn(thingsMessages, id);
const textOf = (t: Text, id: string, other: string): string => (isId(id) ? t(id) : other);

export const fieldName = (t: Text, kind: ThingKind, field: string): string =>
  field === "id" ? t(`things.${kind}.id`) : textOf(t, `things.field.${field}`, field);

export const choiceName = (t: Text, choice: string): string => textOf(t, `things.choice.${choice}`, choice);

export function hintOf(
  t: Text,
  field: string,
  { isNew, optional }: { readonly isNew: boolean; readonly optional: boolean },
): string | undefined {
  if (field === "password") return t(isNew ? "things.hint.passwordNew" : "things.hint.passwordKept");
  if (field === "pop_url") return t("things.hint.pop_url");
  if (field === "calls") return t("things.hint.calls");
  if (field === "order") return t("things.hint.order");
  return optional && field !== "otherwise" ? t("things.hint.optional") : undefined;
}

/** What is wrong with fields that are not valid. */
export function useFaults(kind: ThingKind): Readonly<Record<string, string>> {
  const t = useWords(thingsMessages);
  const faults: Record<string, string> = { id: t(idFault(kind)) };
  for (const name of Object.keys(THING_SHAPES[kind].fields)) faults[name] = t(faultId(kind, name));
  return faults;
}

function idFault(kind: ThingKind): Id {
  if (kind === "trunks") return "things.fault.id.trunks";
  return kind === "direct" || kind === "toggles" || kind === "parking"
    ? "things.fault.id.number"
    : "things.fault.id.name";
}

function faultId(kind: ThingKind, field: string): Id {
  if (field === "number") return kind === "profiles" ? "things.fault.outside" : "things.fault.number";
  if (["target", "a", "b", "first_slot"].includes(field)) return "things.fault.number";
  if (field === "hours" || field === "otherwise") return "things.fault.together";
  const id = `things.fault.${field}`;
  return isId(id) ? id : "things.fault.other";
}
