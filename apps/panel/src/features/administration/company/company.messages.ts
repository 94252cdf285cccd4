import type { WrittenSetting } from "@callpanel/contract";

/** Settings of the company; a setting's texts have its name in company files. */
export const companyMessages = {
  "company.group.looks": "Company",
  "company.group.calls": "Calls",
  "company.group.codes": "Feature codes",
  "company.group.outside": "Outside calls",
  "company.group.emergency": "Emergency calls",
  "company.group.keeping": "Retention",
  "company.group.video": "Video",
  "company.set.company_name": "Company name",
  "company.set.platform_name": "Product name",
  "company.set.copyright": "Footer text",
  "company.set.country": "Country",
  "company.set.language": "Default language",
  "company.set.user_agent": "Name that softphones send to other systems (SIP User-Agent)",
  "company.set.call_limit": "Maximum calls at a time for each person",
  "company.set.focus_timeout_seconds": "Refresh the page when it was hidden for (seconds)",
  "company.set.screen_pop_origins": "Websites allowed to open with calls",
  "company.set.notify_listened": "Play a beep when someone listens in",
  "company.set.notify_moved": "Play a beep when someone moves a call",
  "company.set.feature_codes": "Feature codes",
  "company.set.outgoing_number": "Caller ID of people without a direct number",
  "company.set.outside_calls_at_once": "Outside calls at a time for each person",
  "company.set.outside_calls_per_hour": "Outside calls in an hour for each person",
  "company.set.emergency_numbers": "Emergency numbers",
  "company.set.emergency_location": "Remind people to choose their location",
  "company.set.emergency_disabled": "Ignore the call-back numbers and locations that people choose",
  "company.set.chat_keep_days": "Chat messages (days)",
  "company.set.chat_room_limits": "Room owners may set",
  "company.set.sms_keep_days": "Text messages (days)",
  "company.set.audit_keep_days": "Audit log (days)",
  "company.set.video_conf_limit": "Video license (−1 = no video)",
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
  "company.choice.none": "No limits of their own",
  "company.choice.shorter": "Shorter limits than the company’s",
  "company.choice.any": "Any limit",
  "company.fault.whole": "A whole number from {least} to {most}.",
  "company.fault.text": "This is not a valid value.",
  "company.codes.hint":
    "What people dial on their phones to use a feature. Leave a field empty to turn its code off. Changes apply at once.",
  "company.codes.off": "Off. Default: {code}",
  "company.codes.changed": "Default: {code}",
  "company.codes.fault.digits": "Use * or #, then up to 4 digits.",
  "company.codes.fault.taken": "Another code is the same, or begins with the same digits.",
  "company.logo": "Logo",
  "company.logo.none": "No logo",
  "company.logo.upload": "Upload a logo",
  "company.logo.remove": "Remove the logo",
  "company.logo.saved": "Logo saved",
  "company.logo.removed": "Logo removed",
  "company.logo.hint": "PNG, JPEG or GIF, up to 5 MB. Large pictures are scaled down.",
  "company.apps": "Applications",
  "company.apps.hint":
    "Your own servers, such as a CRM or a portal, where people sign in with their account here (OAuth 2.0).",
  "company.apps.rows": "Registered applications",
  "company.apps.none": "No applications yet",
  "company.apps.new": "New application",
  "company.apps.name": "Name",
  "company.apps.nameHint": "Shown on the sign-in page.",
  "company.apps.clientId": "Client ID",
  "company.apps.secret": "Client secret",
  "company.apps.redirects": "Redirect addresses",
  "company.apps.redirectsHint":
    "Where people return after signing in, for example https://crm.example/callback. Separate several with spaces.",
  "company.apps.added": "Added {time}",
  "company.apps.fault.name": "A name has 1 to 100 characters.",
  "company.apps.fault.redirects": "1 to {limit} https addresses (http only for localhost), without # or *.",
  "company.apps.proof":
    "An application can act for everyone who signs in to it. Confirm with your password that you are adding it.",
  "company.apps.create": "Create",
  "company.apps.cancel": "Cancel",
  "company.apps.close": "Close",
  "company.apps.done": "Done",
  "company.apps.addedTitle": "{name} is ready",
  "company.apps.once":
    "Copy the secret now: it isn’t shown again. Anyone who has it can act as this application, so keep it on its server only.",
  "company.apps.newSecret": "New secret",
  "company.apps.newSecretNamed": "New secret for {name}",
  "company.apps.newSecretTitle": "New secret for {name}?",
  "company.apps.newSecretText":
    "People stay signed in. Once the old secret ends, nobody can sign in until the application has the new one. If others may have the old one, end it now. Confirm with your password.",
  "company.apps.oldEnds": "The old secret ends",
  "company.apps.oldEnds.0": "Now",
  "company.apps.oldEnds.1": "In 1 hour",
  "company.apps.oldEnds.24": "In 24 hours",
  "company.apps.oldEnds.168": "In 7 days",
  "company.apps.oldUntil": "Old secret valid until {time}",
  "company.apps.secretTitle": "New secret for {name}",
  "company.apps.remove": "Remove",
  "company.apps.removeNamed": "Remove {name}",
  "company.apps.removeTitle": "Remove {name}?",
  "company.apps.removeText":
    "Everyone who signed in through it is signed out there at once, and nobody can sign in to it any more. Its secret stops working.",
  "company.apps.removed": "{name} removed",
  "company.file": "Company file",
  "company.file.hint":
    "The whole company as text, to keep or to change many things at once. You see every change before it is made.",
  "company.file.download": "Download",
  "company.file.choose": "Choose a file",
  "company.file.failed": "The file could not be downloaded.",
  "company.file.tooLarge": "The file is too large for this page. Use the command line.",
  "company.file.applied": "The company file was applied",
  "company.file.previewTitle": "{total, plural, =0 {No changes} one {# change} other {# changes}}",
  "company.file.same": "The company already matches this file.",
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
