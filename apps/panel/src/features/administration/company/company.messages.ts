import type { WrittenSetting } from "@callpanel/contract";

/** Settings of the company; a setting's texts have its name in company files. */
export const companyMessages = {
  "company.group.looks": "Company",
  "company.group.calls": "Calls",
  "company.group.outside": "Outside calls",
  "company.group.emergency": "Emergency calls",
  "company.group.keeping": "How long is kept",
  "company.group.video": "Video",
  "company.set.company_name": "Company name",
  "company.set.platform_name": "Name of the product",
  "company.set.copyright": "Line at the foot of pages",
  "company.set.country": "Country",
  "company.set.language": "Language of people who have not chosen one",
  "company.set.user_agent": "User agent of softphones",
  "company.set.call_limit": "Calls at a time in the panel",
  "company.set.focus_timeout_seconds": "Reload buddies after a hidden time of (seconds)",
  "company.set.screen_pop_origins": "Websites that may open with calls",
  "company.set.notify_listened": "A beep tells people that someone listens",
  "company.set.notify_moved": "A beep tells people that someone moves their call",
  "company.set.outgoing_number": "Caller ID of people without a direct number",
  "company.set.outside_calls_at_once": "Outside calls at a time for each person",
  "company.set.outside_calls_per_hour": "Outside calls in an hour for each person",
  "company.set.emergency_numbers": "Emergency numbers",
  "company.set.emergency_location": "Remind people to choose their location",
  "company.set.emergency_disabled": "Ignore the call-back number and location that people chose",
  "company.set.chat_keep_days": "Chat messages (days)",
  "company.set.chat_room_limits": "Limits that owners may set for rooms",
  "company.set.sms_keep_days": "Text messages (days)",
  "company.set.audit_keep_days": "Audit log (days)",
  "company.set.video_conf_limit": "License: video rooms (−1 = none)",
  "company.set.video_rooms": "Maximum video rooms (−1 = no limit)",
  "company.set.video_enabled": "Video rooms",
  "company.set.video_recording": "Recording of video rooms",
  "company.set.video_telephony": "Joining video rooms by phone",
  "company.set.video_number": "Number of video rooms inside the company",
  "company.set.video_outside_number": "Number of video rooms from outside",
  "company.set.video_screen_sharing": "Screen sharing",
  "company.hint.forever": "Leave empty to keep it forever.",
  "company.hint.default": "Leave empty for the default.",
  "company.hint.screen_pop_origins": "For example https://crm.example. Leave empty for any, write none for no website.",
  "company.hint.emergency_numbers": "Separated by commas. These calls are never blocked.",
  "company.hint.outgoing_number": "Leave empty for anonymous calls.",
  "company.choice.none": "None",
  "company.choice.shorter": "Shorter than the company’s",
  "company.choice.any": "Any",
  "company.fault.whole": "A whole number from {least} to {most}.",
  "company.fault.text": "This is not a valid value.",
  "company.logo": "Logo",
  "company.logo.none": "No logo",
  "company.logo.upload": "Upload a logo",
  "company.logo.remove": "Remove the logo",
  "company.logo.saved": "Logo saved",
  "company.logo.removed": "Logo removed",
  "company.logo.hint": "PNG, JPEG or GIF, up to 5 MB. It is made smaller.",
  "company.file": "Company file",
  "company.file.hint":
    "The company as text, to keep or to change many things at once. Nothing is changed before you have seen what will be.",
  "company.file.download": "Download",
  "company.file.choose": "Choose a file",
  "company.file.failed": "The file could not be downloaded.",
  "company.file.tooLarge": "The file is too large for this page. Use the command line.",
  "company.file.applied": "The company file was applied",
  "company.file.previewTitle": "{total, plural, =0 {No changes} one {# change} other {# changes}}",
  "company.file.same": "The company is the same as the file already.",
  "company.file.more": "{count, plural, one {and # more} other {and # more}}",
  "company.file.cancel": "Cancel",
  "company.file.apply": "Apply",
} as const;

type Id = keyof typeof companyMessages;
type Text = (id: Id) => string;
const isId = (id: string): id is Id => Object.hasOwn(companyMessages, id);
const textOf = (t: Text, id: string, other: string): string => (isId(id) ? t(id) : other);

export const settingName = (t: Text, name: string): string => textOf(t, `company.set.${name}`, name);

export function hintOf(t: Text, { name, form }: WrittenSetting): string | undefined {
  const own = `company.hint.${name}`;
  if (isId(own)) return t(own);
  if (form.kind === "whole" && form.optional) return t("company.hint.forever");
  return form.kind === "text" && form.optional ? t("company.hint.default") : undefined;
}

/** Countries and languages have the names that the browser knows. */
export function useChoiceName(locale: string): (t: Text, setting: string, choice: string) => string {
  return (t, setting, choice) => {
    if (setting === "country") return new Intl.DisplayNames(locale, { type: "region" }).of(choice) ?? choice;
    if (setting === "language") return new Intl.DisplayNames(locale, { type: "language" }).of(choice) ?? choice;
    return textOf(t, `company.choice.${choice}`, choice);
  };
}
