import { expect, it } from "vitest";
import { isReturnPath } from "./routes.ts";

it.each(["/", "/buddies", "/voicemails/inbox/7?x=1#y"])("SESSION-7 %s is a valid return path", (path) => {
  expect(isReturnPath(path)).toBe(true);
});

it.each([
  "//evil.test",
  "https://evil.test",
  "/\\evil.test",
  "javascript:alert(1)",
  "",
  "/login?redirect=/x",
  "/signout",
  "/a b",
])("SESSION-7 %j is not a valid return path", (path) => {
  expect(isReturnPath(path)).toBe(false);
});
