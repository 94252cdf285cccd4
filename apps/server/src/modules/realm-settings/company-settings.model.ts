import {
  CONTACT_COUNTRIES,
  DEFAULT_COUNTRY,
  DEFAULT_LOCALE,
  FOCUS_TIMEOUT_MS,
  isScreenPopUrl,
  KEEP_DAYS_MOST,
  LOCALES,
  MAX_CALLS_DEFAULT,
  readFeatureChanges,
  ROOM_LIMITS,
  type FeatureChanges,
  type Locale,
  type RoomLimits,
  type SettingForm,
} from "@callpanel/contract";

/** Settings of a company for all of its people. */
export interface CompanySettings {
  readonly platformName: string;
  /** URL of a picture, or the picture itself as a data: URL. */
  readonly logo: string | null;
  readonly copyright: string | null;
  /** User agent of softphones; null: the server's own name and version. */
  readonly userAgent: string | null;
  readonly country: string;
  /** The language of people who have not chosen one. */
  readonly language: Locale;
  readonly callLimit: number;
  /** The people who hear a beep: those who are listened to, those whom another person moves into a room. */
  readonly notifies: { readonly listened: boolean; readonly moved: boolean };
  /** TOLL-7: outside calls for which a person may be responsible at the same time. */
  readonly outsideCallsAtOnce: number;
  readonly outsideCallsPerHour: number;
  /** Origins of pages that may open with calls; null: any. */
  readonly screenPopOrigins: readonly string[] | null;
  /** FEATURE-2 */
  readonly featureChanges: FeatureChanges;
  /** Whether people without an emergency location are reminded of it. */
  readonly wantsEmergencyLocation: boolean;
  readonly focusTimeoutMs: number;
  readonly keep: KeepLimits;
  /** Licences by feature. */
  readonly licences: { readonly video_conf_limit: number };
  readonly video: {
    readonly enabled: boolean;
    readonly recording: boolean;
    readonly telephony: boolean;
    /** What is dialled to reach a room; null: nothing. From outside it is a direct number. */
    readonly number: string | null;
    readonly outsideNumber: string | null;
    readonly screenSharing: boolean;
    /** -1: no limit. */
    readonly mostRooms: number;
  };
}

/** How long the company keeps what people write. */
export interface KeepLimits {
  /** Days; null: for ever. */
  readonly chatDays: number | null;
  /** The limits that owners may set for their rooms: none of their own, shorter ones, any. */
  readonly rooms: RoomLimits;
  readonly smsDays: number | null;
  readonly auditDays: number | null;
}

/** The definition of one setting, in the form in which an administrator writes it. */
interface CompanySetting<Value> {
  readonly about: string;
  /** Completes "must be …". */
  readonly wanted: string;
  readonly fallback: Value;
  /** Undefined for an invalid text. */
  readonly parse: (text: string) => Value | undefined;
  /** How a page writes it. An empty pattern alternative and `none` are the default. */
  readonly form: SettingForm;
}

const NO_CHANGES: FeatureChanges = new Map();
const LOGO_CHARACTERS = 131_072;
const LOGO_DATA = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/;
/** The phone system refuses more. */
const MOST_CALLS = 16;
const MOST_OUTSIDE_CALLS = 10_000;
const SECOND_MS = 1_000;
const LONGEST_FOCUS_SECONDS = 86_400;
const MOST_ROOMS = 1_000_000;
const MOST_ORIGINS = 50;

/** The whole text, without `^` and `$`. */
const textForm = (pattern: RegExp): SettingForm => ({
  kind: "text",
  pattern: pattern.source.replace(/^\^|\$$/g, ""),
  optional: true,
});
const lineForm = (most: number): SettingForm =>
  textForm(new RegExp(`^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]{1,${most}}$`));
const choiceForm = (choices: readonly string[]): SettingForm => ({ kind: "choice", choices: [...choices] });
const USER_AGENT = /^[\x21-\x7e][\x20-\x7e]{0,59}$/;

const line = (most: number, about: string): CompanySetting<string | null> => ({
  about,
  wanted: `a line of 1 to ${most} characters`,
  fallback: null,
  parse: (text) => (text.trim() !== "" && text.length <= most && !/\p{Cc}/u.test(text) ? text.trim() : undefined),
  form: lineForm(most),
});
const whole = (about: string, bounds: { least: number; most: number; fallback: number }): CompanySetting<number> => ({
  about,
  wanted: `a whole number from ${bounds.least} to ${bounds.most}`,
  fallback: bounds.fallback,
  parse: (text) => {
    const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= bounds.least && value <= bounds.most ? value : undefined;
  },
  form: { kind: "whole", least: bounds.least, most: bounds.most, optional: false },
});
const flag = (about: string): CompanySetting<boolean> => ({
  about,
  wanted: "yes or no",
  fallback: false,
  parse: (text) => ({ yes: true, true: true, no: false, false: false })[text.toLowerCase()],
  form: { kind: "flag" },
});

const number = (about: string, shape: RegExp): CompanySetting<string | null> => ({
  about,
  wanted: "a number to dial",
  fallback: null,
  parse: (text) => (shape.test(text) ? text : undefined),
  form: textForm(shape),
});

const FOREVER = "forever";
const days = (about: string): CompanySetting<number | null> => ({
  about: `${about}, in days; forever: without limit`,
  wanted: `a whole number from 1 to ${KEEP_DAYS_MOST}, or ${FOREVER}`,
  fallback: null,
  parse: (text) => {
    if (text === FOREVER) return null;
    const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    return value >= 1 && value <= KEEP_DAYS_MOST ? value : undefined;
  },
  form: { kind: "whole", least: 1, most: KEEP_DAYS_MOST, optional: true },
});

/** By the names in the command line and company files; the defaults are those of the specification. */
export const COMPANY_SETTINGS = {
  platform_name: {
    ...line(60, "what the product is called on pages, in mail and on telephones"),
    fallback: "callpanel",
  },
  logo: {
    about: "picture beside the name: an https address, or a data:image address",
    wanted: `an https address of a picture, or data:image/…;base64,… of at most ${LOGO_CHARACTERS} characters`,
    fallback: null,
    parse: (text: string) => (isLogo(text) ? text : undefined),
    form: textForm(/^$/),
  },
  copyright: line(200, "line at the foot of the pages"),
  user_agent: {
    ...line(60, "what softphones call themselves"),
    wanted: "1 to 60 plain characters",
    parse: (text: string) => (USER_AGENT.test(text) ? text : undefined),
    form: textForm(USER_AGENT),
  },
  country: {
    about: "where numbers without a country code belong, and whose numbers are inland",
    wanted: `one of ${CONTACT_COUNTRIES.join(", ")}`,
    fallback: DEFAULT_COUNTRY,
    parse: (text: string) => CONTACT_COUNTRIES.find((country) => country === text.toUpperCase()),
    form: choiceForm(CONTACT_COUNTRIES),
  },
  language: {
    about: "the panel's language for people who have not chosen one",
    wanted: `one of ${LOCALES.join(", ")}`,
    fallback: DEFAULT_LOCALE,
    parse: (text: string) => LOCALES.find((locale) => locale.toLowerCase() === text.toLowerCase()),
    form: choiceForm(LOCALES),
  },
  call_limit: whole("calls that a person has at once in the panel", {
    least: 1,
    most: MOST_CALLS,
    fallback: MAX_CALLS_DEFAULT,
  }),
  notify_listened: flag("people who are listened to hear a beep, and so does the other party"),
  notify_moved: { ...flag("people whom somebody outside the call sends into a room hear a beep"), fallback: true },
  outside_calls_at_once: whole("outside calls that a person may have at a time", {
    least: 1,
    most: MOST_OUTSIDE_CALLS,
    fallback: 5,
  }),
  outside_calls_per_hour: whole("outside calls that a person may begin in an hour", {
    least: 1,
    most: MOST_OUTSIDE_CALLS,
    fallback: 60,
  }),
  screen_pop_origins: {
    about:
      "from where pages may be opened with calls, e.g. https://crm.example https://help.example:8443; none: from nowhere",
    wanted: `none, or 1 to ${MOST_ORIGINS} origins such as https://crm.example, parted by spaces`,
    fallback: null,
    parse: originsOf,
    form: textForm(/^none|(?:https?:\/\/\S+[\s,]*)+$/),
  },
  feature_codes: {
    about: "codes that telephones dial where they are not the usual ones, e.g. dnd=*78 intercom=off",
    wanted: "features with their codes, such as dnd=*78 intercom=off: stars or hashes and digits, each code once",
    fallback: null,
    parse: readFeatureChanges,
    form: { kind: "featureCodes", optional: true },
  },
  emergency_location: flag("everybody is to choose an emergency location; panels remind those without"),
  focus_timeout_seconds: whole("how long a panel may be hidden before it reloads its buddies", {
    least: 1,
    most: LONGEST_FOCUS_SECONDS,
    fallback: FOCUS_TIMEOUT_MS / SECOND_MS,
  }),
  chat_keep_days: days("how long messages of chat are kept"),
  chat_room_limits: {
    about: "limits that owners may set for their rooms: none, shorter than the company's, or any",
    wanted: `one of ${ROOM_LIMITS.join(", ")}`,
    fallback: "shorter" as const,
    parse: (text: string) => ROOM_LIMITS.find((one) => one === text),
    form: choiceForm(ROOM_LIMITS),
  },
  sms_keep_days: days("how long text messages are kept"),
  audit_keep_days: days("how long the audit log is kept"),
  video_conf_limit: whole("licence: video rooms; -1 is no video", { least: -1, most: MOST_ROOMS, fallback: -1 }),
  video_enabled: flag("video rooms can be used, where they are licensed"),
  video_recording: flag("video rooms can be recorded"),
  video_telephony: flag("video rooms can be reached by telephone"),
  video_number: number("what telephones of the company dial to reach a video room, e.g. 850", /^\d{2,8}$/),
  video_outside_number: number(
    "what telephones outside dial to reach a video room, e.g. +15145550199",
    /^\+?\d{7,15}$/,
  ),
  video_screen_sharing: flag("screens can be shared in video rooms"),
  video_rooms: whole("video rooms of the company; -1 is no limit", { least: -1, most: MOST_ROOMS, fallback: -1 }),
} as const;
type CompanySettingName = keyof typeof COMPANY_SETTINGS;

export const isCompanySetting = (name: string): name is CompanySettingName => Object.hasOwn(COMPANY_SETTINGS, name);

/** Why a text is not a valid value of a setting; undefined when it is valid. */
export function settingFault(name: string, text: string): string | undefined {
  if (!isCompanySetting(name)) return `must be one of ${Object.keys(COMPANY_SETTINGS).join(", ")}`;
  const { parse, wanted } = COMPANY_SETTINGS[name];
  return parse(text) === undefined ? `must be ${wanted}` : undefined;
}

/** `textOf`: the text that an administrator wrote; undefined where nothing was set. */
export function companySettingsOf(textOf: (name: CompanySettingName) => string | undefined): CompanySettings {
  const all = COMPANY_SETTINGS;
  /** Null is a value of its own here, not "nothing was set". */
  const daysOf = (name: "chat_keep_days" | "sms_keep_days" | "audit_keep_days"): number | null =>
    all[name].parse(textOf(name) ?? FOREVER) ?? null;
  const valueOf = <Value>(
    name: CompanySettingName,
    { parse, fallback }: Pick<CompanySetting<Value>, "parse" | "fallback">,
  ): Value => {
    const text = textOf(name);
    return (text === undefined ? undefined : parse(text)) ?? fallback;
  };
  return {
    platformName: valueOf("platform_name", all.platform_name) ?? all.platform_name.fallback,
    logo: valueOf<string | null>("logo", all.logo),
    copyright: valueOf("copyright", all.copyright),
    userAgent: valueOf<string | null>("user_agent", all.user_agent),
    country: valueOf<string>("country", all.country),
    language: valueOf<Locale>("language", all.language),
    callLimit: valueOf("call_limit", all.call_limit),
    notifies: {
      listened: valueOf("notify_listened", all.notify_listened),
      moved: valueOf("notify_moved", all.notify_moved),
    },
    outsideCallsAtOnce: valueOf("outside_calls_at_once", all.outside_calls_at_once),
    outsideCallsPerHour: valueOf("outside_calls_per_hour", all.outside_calls_per_hour),
    screenPopOrigins: valueOf<readonly string[] | null>("screen_pop_origins", all.screen_pop_origins),
    featureChanges: valueOf<FeatureChanges | null>("feature_codes", all.feature_codes) ?? NO_CHANGES,
    wantsEmergencyLocation: valueOf("emergency_location", all.emergency_location),
    focusTimeoutMs: valueOf("focus_timeout_seconds", all.focus_timeout_seconds) * SECOND_MS,
    keep: {
      chatDays: daysOf("chat_keep_days"),
      rooms: valueOf<RoomLimits>("chat_room_limits", all.chat_room_limits),
      smsDays: daysOf("sms_keep_days"),
      auditDays: daysOf("audit_keep_days"),
    },
    licences: { video_conf_limit: valueOf("video_conf_limit", all.video_conf_limit) },
    video: {
      enabled: valueOf("video_enabled", all.video_enabled),
      recording: valueOf("video_recording", all.video_recording),
      telephony: valueOf("video_telephony", all.video_telephony),
      number: valueOf<string | null>("video_number", all.video_number),
      outsideNumber: valueOf<string | null>("video_outside_number", all.video_outside_number),
      screenSharing: valueOf("video_screen_sharing", all.video_screen_sharing),
      mostRooms: valueOf("video_rooms", all.video_rooms),
    },
  };
}

function isLogo(text: string): boolean {
  if (text.length > LOGO_CHARACTERS) return false;
  if (LOGO_DATA.test(text)) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, username, hostname } = new URL(text);
  // Its origin becomes part of the page's policy: only host names, without `*` or characters that end a directive.
  return protocol === "https:" && username === "" && /^[a-z0-9.-]+$/.test(hostname);
}

/** Origins as browsers write them, so that they can be compared exactly. */
function originsOf(text: string): readonly string[] | undefined {
  const words = text.trim().split(/[\s,]+/);
  if (words.length === 1 && words[0] === "none") return [];
  const origins = words.map((word) => (isScreenPopUrl(word) && URL.canParse(word) ? new URL(word) : undefined));
  const isOrigin = (one: URL | undefined): one is URL => one?.pathname === "/" && one.search === "" && one.hash === "";
  return words.length <= MOST_ORIGINS && origins.every(isOrigin)
    ? [...new Set(origins.map(({ origin }) => origin))]
    : undefined;
}

/**
 * POP-7: whether a URL, or a template of one, may open with a call; its variables come after the host. `origins` null:
 * any.
 */
export const isAllowedPopUrl = (url: string, origins: readonly string[] | null): boolean =>
  origins === null || (URL.canParse(url) && origins.includes(new URL(url).origin));
