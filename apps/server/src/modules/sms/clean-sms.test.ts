import { expect, it } from "vitest";
import { cleanSms } from "./clean-sms.ts";

it("SMS-17 line breaks are kept, other control characters and halves of pairs are not", () => {
  expect(cleanSms("  a\r\nb\rc\u0000\u001b[31m\u0085d\t ")).toBe("a\nb\nc[31md");
  expect(cleanSms("x\ud83dy\udc00z🙂")).toBe("xyz🙂");
  expect(cleanSms(" \u0000\n ")).toBe("");
});
