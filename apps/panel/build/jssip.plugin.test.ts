import { expect, it } from "vitest";
import { leanManifest } from "./jssip.plugin.ts";

it("of the SIP library's manifest its name and version stay", () => {
  const text = JSON.stringify({ name: "jssip", title: "JsSIP", version: "1.2.3", devDependencies: { a: "1" } });
  expect(JSON.parse(leanManifest(text))).toEqual({ title: "JsSIP", version: "1.2.3" });
});
