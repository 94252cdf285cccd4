import { expect, it } from "vitest";
import { isLeftToBox } from "./call-destination.ts";

it.each([
  [{ number: "*98102", name: "Bob Brandt", kind: "mailbox" }, true],
  [{ number: "102", name: "Bob Brandt", kind: "mailbox" }, true],
  [{ number: "102", name: "Bob Brandt", userId: 2 }, false],
  [{ number: "+14165550177", name: "" }, false],
] as const)("PUSH-5 a caller who leaves a message has not reached the person: %o", (to, left) => {
  expect(isLeftToBox({ to })).toBe(left);
});
