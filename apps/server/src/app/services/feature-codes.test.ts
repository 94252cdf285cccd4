import { checkDialable, DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import { matchFeatureCode, parseNumber } from "@callpanel/phone-port";
import { expect, test } from "vitest";

/** What the phone system dials for a text, by its own rules; undefined where it refuses. */
function dialledByPhone(typed: string): string | undefined {
  const number = parseNumber(typed);
  if (number === undefined || !/^[*#]/.test(number)) return number;
  return matchFeatureCode(number, DEFAULT_FEATURE_CODES) && number;
}

const DIALLED = ["101", " 1-0.2 ", "+1 (555) 010-0142", "1".repeat(64), "****1"];
const CODES = ["*43", "*44*12", "*44*", "***102", "##", "##103", "*98", "*98102", "* 43", "(*43)"];
const NO_NUMBERS = ["", "   ", "bob", "1+2", "++1604", "****1x", "-.()", "+", "1".repeat(65), "١٠٢"];
const NO_CODES = ["*55", "*", "#", "*431", "*80", "**", "*44", "#9", "*86*"];

test.each([...DIALLED, ...CODES, ...NO_NUMBERS, ...NO_CODES])(
  "NUMBER-4 the panel and the phone system dial the same for %j",
  (typed) => {
    const checked = checkDialable(typed);
    expect(checked.ok ? checked.number : undefined).toBe(dialledByPhone(typed));
  },
);
