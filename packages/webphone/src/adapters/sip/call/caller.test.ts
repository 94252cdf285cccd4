import { expect, test } from "vitest";
import { callerOf, parseNameAddr, keptHeaders, wantsAutoAnswer } from "./caller.ts";

const headers = (all: Readonly<Record<string, string>>) => ({ getHeader: (name: string) => all[name] });

test("PHONE-24 P-Asserted-Identity has priority over From, and From fills missing parts", () => {
  const From = '"Spoofed" <sip:999@demo>;tag=1';
  expect(callerOf(headers({ From, "P-Asserted-Identity": '"Bob Brandt" <sip:102@demo>' }))).toEqual({
    number: "102",
    name: "Bob Brandt",
  });
  expect(callerOf(headers({ From, "P-Asserted-Identity": "<sip:102@demo>" }))).toEqual({
    number: "102",
    name: "Spoofed",
  });
  expect(callerOf(headers({ From }))).toEqual({ number: "999", name: "Spoofed" });
  expect(callerOf(headers({}))).toEqual({ number: "", name: "" });
});

test.each([
  ['"A \\"B\\" C" <sip:1@x>', { number: "1", name: 'A "B" C' }],
  ["Plain Name <sips:2@x;transport=ws>;tag=9", { number: "2", name: "Plain Name" }],
  ["sip:%2B16045550100@x;tag=1", { number: "+16045550100", name: "" }],
  ["<tel:+16045550100>", { number: "+16045550100", name: "" }],
  ["<sip:50%@x>", { number: "50%", name: "" }],
  ["nonsense", undefined],
  ["", undefined],
])("PHONE-24 %s is read", (text, caller) => {
  expect(parseNameAddr(text)).toEqual(caller);
});

test.each([
  ["blanks alone", " ".repeat(8_000)],
  ["blanks without an address", `a${" ".repeat(8_000)}a`],
  ["a bracket that does not close", `<${" ".repeat(8_000)}a`],
])("PHONE-24 %s are no caller, and read at once", (_what, text) => {
  expect(parseNameAddr(text)).toBeUndefined();
});

test("PHONE-24 a hostile name loses its control and bidi characters and all past 128 characters", () => {
  const name = `\u202E<script>\u0007${"x".repeat(10_000)}`;
  const caller = parseNameAddr(`"${name}" <sip:1@x>`);
  expect(caller?.name).toHaveLength(128);
  expect(caller?.name.startsWith("<script>xxx")).toBe(true);
});

test("PHONE-25 only a Call-Info that ends in answer-after=0 asks for auto-answer", () => {
  const asks = (value: string) => wantsAutoAnswer(headers({ "Call-Info": value }));
  expect(asks("<sip:demo>;answer-after=0")).toBe(true);
  expect(asks("<sip:demo>; answer-after=0 ")).toBe(true);
  expect(asks("<sip:demo>;answer-after=05")).toBe(false);
  expect(asks("<sip:demo>;answer-after=0;x=1")).toBe(false);
  expect(wantsAutoAnswer(headers({}))).toBe(false);
});

test("PHONE-25 screen-pop headers are kept by lower-case name", () => {
  const all = { "x-screen-pop-conf": "type=url", "x-screen-pop-vars": "", "x-other": "1" };
  expect(keptHeaders(headers(all))).toEqual({ "x-screen-pop-conf": "type=url" });
});
