import { describe, expect, it } from "vitest";
import { plainTextOf, previewOf } from "./chat.rules.ts";
import {
  chatNoticesSchema,
  DEFAULT_CHAT_NOTICES,
  isQuietAt,
  noticeWays,
  type NoticeCase,
  type NoticePlace,
} from "./chat-notices.ts";

const NOON = Date.UTC(2026, 10, 23, 12); // a Monday
const plain = { isDirect: false, isMentioned: false, mentionsAll: false, isFollowed: false, isAnswer: false };
const base: NoticeCase = {
  level: "all",
  noticed: plain,
  settings: DEFAULT_CHAT_NOTICES,
  doNotDisturb: false,
  isBusy: false,
  isOnCall: false,
  place: "page",
  now: NOON,
};
const settings = (change: Partial<typeof DEFAULT_CHAT_NOTICES>) => ({
  settings: { ...DEFAULT_CHAT_NOTICES, ...change },
});
const quiet = { ...DEFAULT_CHAT_NOTICES.quiet, enabled: true, from: "11:00", to: "13:00" };
const PLACES: readonly NoticePlace[] = ["room", "page", "away", "nowhere"];

/** The ways by place, as letters: b(snackbar), d(esktop), p(ush), s(ound); - for none. */
function table(change: Partial<NoticeCase>): string {
  const letters = ({ snackbar, desktop, push, sound }: ReturnType<typeof noticeWays>) =>
    [snackbar && "b", desktop && "d", push && "p", sound && "s"].filter(Boolean).join("") || "-";
  return PLACES.map((place) => letters(noticeWays({ ...base, ...change, place }))).join(" ");
}

describe("the kind of notice for each person", () => {
  it.each<[string, Partial<NoticeCase>, string]>([
    ["everything", {}, "- bs ds ps"],
    ["mentions, none", { level: "mentions" }, "- - - -"],
    ["mentions, one", { level: "mentions", noticed: { ...plain, isMentioned: true } }, "- bs ds ps"],
    ["mentions, everybody", { level: "mentions", noticed: { ...plain, mentionsAll: true } }, "- bs ds ps"],
    ["mentions, direct", { level: "mentions", noticed: { ...plain, isDirect: true } }, "- bs ds ps"],
    ["an answer elsewhere", { noticed: { ...plain, isAnswer: true } }, "- - - -"],
    ["an answer that is followed", { noticed: { ...plain, isAnswer: true, isFollowed: true } }, "- bs ds ps"],
    ["nothing", { level: "nothing", noticed: { ...plain, isMentioned: true, isDirect: true } }, "- - - -"],
    ["do not disturb", { doNotDisturb: true }, "- - - -"],
    ["busy", { isBusy: true }, "- bs ds ps"],
    ["busy that is quiet", { isBusy: true, ...settings({ busy_is_quiet: true }) }, "- - - -"],
    ["quiet for the busy, not busy", settings({ busy_is_quiet: true }), "- bs ds ps"],
    ["quiet hours", settings({ quiet }), "- - - -"],
    ["quiet hours of another time", settings({ quiet: { ...quiet, from: "13:00", to: "14:00" } }), "- bs ds ps"],
    ["without sound", settings({ sound: false }), "- b d p"],
    ["on a call", { isOnCall: true }, "- b d p"],
    ["without notifications", settings({ desktop: false }), "- bs s -"],
  ])("CHATN-1 CHATN-3 CHATN-4 CHATN-6 %s", (_, change, expected) => {
    expect(table(change)).toBe(expected);
  });

  it("CHATN-2 no place has two of snackbar, desktop notification and push", () => {
    for (const place of PLACES) {
      const { snackbar, desktop, push } = noticeWays({ ...base, place });
      expect([snackbar, desktop, push].filter(Boolean).length).toBe(place === "room" ? 0 : 1);
    }
  });
});

describe("quiet hours", () => {
  const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, 22 + day, hour, minute); // 1 is Monday
  const night = { enabled: true, from: "22:00", to: "07:00", days: [1, 2, 3, 4, 5], time_zone: "UTC" };
  it.each([
    ["Monday before", at(1, 21, 59), false],
    ["Monday at the beginning", at(1, 22), true],
    ["Tuesday early", at(2, 6, 59), true],
    ["Tuesday at the end", at(2, 7), false],
    ["Saturday early: Friday's night", at(6, 3), true],
    ["Saturday night is none", at(6, 23), false],
    ["Monday early: Sunday's night is none", at(1, 3), false],
  ])("CHATN-5 a night from Monday to Friday: %s", (_, now, isQuiet) => {
    expect(isQuietAt(night, now)).toBe(isQuiet);
    expect(isQuietAt({ ...night, enabled: false }, now)).toBe(false);
  });

  it("CHATN-5 in the person's time zone, also when the clocks change; the same time twice is the whole day", () => {
    const toronto = { ...night, time_zone: "America/Toronto" };
    expect(isQuietAt(toronto, at(2, 2, 59))).toBe(false); // Monday 21:59 in Toronto
    expect(isQuietAt(toronto, at(2, 3))).toBe(true);
    expect(isQuietAt(toronto, Date.UTC(2026, 6, 7, 2))).toBe(true); // in summer an hour earlier
    const sunday = { ...night, from: "00:00", to: "00:00", days: [7] };
    expect([at(0, 0), at(0, 23, 59), at(1, 0)].map((now) => isQuietAt(sunday, now))).toEqual([true, true, false]);
    expect(isQuietAt({ ...sunday, days: [] }, at(0, 12))).toBe(false);
  });

  it("CHATN-5 a time or zone that does not exist is refused", () => {
    const parse = (change: object) =>
      chatNoticesSchema.safeParse({ ...DEFAULT_CHAT_NOTICES, quiet: { ...night, ...change } }).success;
    expect(parse({})).toBe(true);
    const bad = [{ from: "24:00" }, { to: "7:00" }, { days: [0] }, { days: [8] }, { time_zone: "Mars/Base" }];
    expect(bad.map(parse)).toEqual(bad.map(() => false));
  });
});

describe("plain text", () => {
  it.each([
    ["**bold** and *soft* and ~~gone~~ and _low_", "bold and soft and gone and low"],
    ["> said\n> again\nyes", "said again yes"],
    ["```ts\nconst a = `1`;\n```", "const a = 1;"],
    ["see [the page](https://example.com/a?b=c) now", "see the page now"],
    ["[x](javascript:alert(1))", "[x](javascript:alert(1))"],
    ["2 * 3 * 4, a_b_c, snake_case_name, 5 > 3", "2 * 3 * 4, a_b_c, snake_case_name, 5 > 3"],
    ["<b>bold</b> &amp; <script>", "<b>bold</b> &amp; <script>"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["👩‍👩‍👧 ok", "👩‍👩‍👧 ok"],
  ])("CHATN-8 %j is %j", (text, expected) => {
    expect(previewOf(plainTextOf(text), 200)).toBe(expected);
  });

  it("CHATN-8 a text made of marks takes no time", () => {
    const before = process.cpuUsage();
    for (const mark of ["*", "**a", "_", "[", "[a](", "`", "~~", "> ", "*a ", "[a](https:"])
      plainTextOf(mark.repeat(20_000));
    // Time of this process alone, not of the clock: a busy machine changes nothing.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
