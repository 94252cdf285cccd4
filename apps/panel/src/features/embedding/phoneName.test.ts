import { expect, it } from "vitest";
import { embeddedPhoneName } from "./phoneName.ts";

it("EMBED-17 an embedded phone adds this to the product name", () => {
  expect(embeddedPhoneName("callpanel 0.1.0")).toBe("callpanel anywhere 0.1.0");
});
