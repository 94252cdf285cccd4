import type { companyMessages } from "./company.messages.ts";

interface CompanyGroup {
  readonly title: keyof typeof companyMessages;
  readonly names: readonly string[];
}

/** The settings of the page, in order. */
export const COMPANY_GROUPS: readonly CompanyGroup[] = [
  {
    title: "company.group.looks",
    names: ["company_name", "platform_name", "copyright", "country", "language", "user_agent"],
  },
  {
    title: "company.group.calls",
    names: ["call_limit", "focus_timeout_seconds", "screen_pop_origins", "notify_listened", "notify_moved"],
  },
  { title: "company.group.codes", names: ["feature_codes"] },
  {
    title: "company.group.outside",
    names: ["outgoing_number", "outside_calls_at_once", "outside_calls_per_hour"],
  },
  {
    title: "company.group.emergency",
    names: ["emergency_numbers", "emergency_location", "emergency_disabled"],
  },
  {
    title: "company.group.keeping",
    names: ["chat_keep_days", "chat_room_limits", "sms_keep_days", "audit_keep_days"],
  },
  {
    title: "company.group.video",
    names: [
      "video_conf_limit",
      "video_rooms",
      "video_enabled",
      "video_recording",
      "video_telephony",
      "video_number",
      "video_outside_number",
      "video_screen_sharing",
    ],
  },
];
