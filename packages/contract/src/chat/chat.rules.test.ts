import { describe, expect, it } from "vitest";
import { emojiOf, makesNotice, mentionedNames, previewOf, roomNameOf } from "./chat.rules.ts";

describe("names of rooms", () => {
  it.each([
    ["Sales & Support", "Sales-Support"],
    ["  général / été 2026 ", "général-été-2026"],
    ["../../etc/passwd", "..-..-etc-passwd"],
    ["a\u200Bb\u202Ec", "abc"],
    ["<script>alert(1)</script>", "script-alert-1-script"],
    ["営業部", "営業部"],
    ["ＡＢＣ", "ABC"],
    ["!!!", ""],
    ["\u200D\u2066", ""],
    [`${"x".repeat(63)} y`, "x".repeat(63)],
    ["x".repeat(100), "x".repeat(64)],
  ])("CHAT-3 %j is kept as %j", (text, name) => {
    expect(roomNameOf(text)).toBe(name);
    expect(roomNameOf(name)).toBe(name);
  });
});

describe("mentions", () => {
  it.each([
    ["hello @Bob, and @carol.chen.", ["bob", "carol.chen"], false],
    ["@all: lunch", [], true],
    ["@here @here @bob", ["bob"], true],
    ["write to bob@example.com or x@bob", [], false],
    ["`@bob` and ```\n@all\n``` and ```@carol", [], false],
    ["(@bob)", ["bob"], false],
    ["@", [], false],
  ])("CHAT-24 %j names %j", (text, names, all) => {
    expect(mentionedNames(text)).toEqual({ names, all });
  });

  it("CHAT-24 a text made of special characters is parsed quickly, and names no more than 50 people", () => {
    const before = process.cpuUsage();
    for (const text of ["@a".repeat(10_000), "`".repeat(20_000), "@".repeat(20_000), "@a.".repeat(6_000)])
      mentionedNames(text);
    // Time of this process alone, not of the clock: a busy machine changes nothing.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    const many = Array.from({ length: 200 }, (_, at) => `@p${at}`).join(" ");
    expect(mentionedNames(many).names).toHaveLength(50);
  });
});

describe("reactions", () => {
  it.each(["👍", "❤️", "👩‍👩‍👧‍👦", "🇨🇦", "1️⃣", "👍🏽", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏳️‍🌈"])("CHAT-26 %s is one emoji", (emoji) => {
    expect(emojiOf(emoji)).toBe(emoji);
  });

  it.each(["", "a", "1", "👍👍", "👍 ", "<b>", "\u200D", `👩${"‍👩".repeat(20)}`, "🇨"])("CHAT-26 %j is none", (text) => {
    expect(emojiOf(text)).toBeUndefined();
  });

  it("CHAT-26 a tone with and without the sign for a picture is one form", () => {
    expect(emojiOf("👍🏽\uFE0F")).toBe("👍🏽");
    expect(emojiOf("👍\uFE0F")).toBe("👍");
    expect(emojiOf("\u2764")).toBe("\u2764\uFE0F");
  });
});

describe("notices", () => {
  const plain = { isDirect: false, isMentioned: false, mentionsAll: false, isFollowed: false, isAnswer: false };
  it.each([
    ["all", plain, true],
    ["mentions", plain, false],
    ["mentions", { ...plain, isDirect: true }, true],
    ["mentions", { ...plain, isMentioned: true }, true],
    ["mentions", { ...plain, mentionsAll: true }, true],
    ["all", { ...plain, isAnswer: true }, false],
    ["mentions", { ...plain, isAnswer: true, isFollowed: true }, true],
    ["nothing", { ...plain, isMentioned: true, isDirect: true, mentionsAll: true }, false],
  ] as const)("CHAT-52 with %s, %j makes a notice: %s", (level, noticed, notice) => {
    expect(makesNotice(level, noticed)).toBe(notice);
  });
});

it("CHAT-24 a preview is one line and cuts no character", () => {
  expect(previewOf("a\n\n  b\u0000c 👍👍", 7)).toBe("a b c 👍");
});
