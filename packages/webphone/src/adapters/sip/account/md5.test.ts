import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { md5 } from "./md5.ts";

test("PHONE-131 MD5 is that of RFC 1321 at every length around a block, and of UTF-8", () => {
  const texts = Array.from({ length: 200 }, (_, length) => "ab1é".repeat(50).slice(0, length));
  for (const text of [...texts, "😀 Zoé:demo:geheim", "x".repeat(100_000)])
    expect(md5(text)).toBe(createHash("md5").update(text).digest("hex"));
});
