import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { expect, it } from "vitest";
import { numberKey, toE164 } from "./phone-number.ts";

const UP_TO = 1_000_000;

it("an extension is no full number, and the library agrees for up to six digits", () => {
  for (let number = 1; number < UP_TO; number += number < 2_000 ? 1 : 397) {
    const text = String(number);
    expect(parsePhoneNumberFromString(text, "CA")?.isPossible() ?? false).toBe(false);
    expect(toE164(text)).toBeUndefined();
    expect(numberKey(text)).toBe(text);
  }
});

it("a full number has one key in every notation", () => {
  for (const spelling of ["+1 514 555 0123", "(514) 555-0123", "15145550123", "0015145550123", "01115145550123"])
    expect(numberKey(spelling)).toBe("+15145550123");
});
