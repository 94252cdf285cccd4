import { expect, test } from "vitest";
import type { CallEnd } from "../ports/user-agent.port.ts";
import { dialledCall, receivedCall, stepCall } from "./call.ts";
import { endReason } from "./call-end.ts";

const out = dialledCall("a", "102", 0);
const incoming = receivedCall("b", { number: "103", name: "", headers: {}, sipCallId: "x" }, 0);
const talking = stepCall(out, { kind: "answered", at: 1 });
const remote = (part: Partial<CallEnd> = {}): CallEnd => ({
  by: "remote",
  fault: "none",
  statusCode: undefined,
  reasonCause: undefined,
  cause: "",
  ...part,
});

test.each([
  [486, "busy"],
  [600, "busy"],
  [408, "no-answer"],
  [480, "unavailable"],
  [410, "unavailable"],
  [430, "unavailable"],
  [403, "rejected"],
  [603, "rejected"],
  [404, "not-found"],
  [484, "not-found"],
  [604, "not-found"],
  [487, "canceled"],
  [415, "media"],
  [488, "media"],
  [606, "media"],
  [500, "failed"],
  [503, "failed"],
] as const)("PHONE-23 %i to an outgoing call is %s", (statusCode, reason) => {
  expect(endReason(out, remote({ statusCode }))).toBe(reason);
});

test("PHONE-64 a BYE that names a failure, and an end by the system while the media path is lost, are a lost connection", () => {
  expect(endReason(talking, remote({ reasonCause: 480 }))).toBe("lost");
  expect(endReason(talking, remote({ reasonCause: 500 }))).toBe("lost");
  expect(endReason(talking, remote({ reasonCause: 200 }))).toBe("remote");
  const nobody = remote({ by: "system", fault: "other" });
  expect(endReason(stepCall(talking, { kind: "lost", way: "lost" }), nobody)).toBe("lost");
  expect(endReason(talking, nobody)).toBe("failed");
});

test("PHONE-64 a BYE that says that nobody else took the call is no lost connection", () => {
  expect(endReason(talking, remote({ reasonCause: 480, q850Cause: 19 }))).toBe("no-answer");
  expect(endReason(talking, remote({ reasonCause: 480, q850Cause: 20 }))).toBe("unavailable");
  expect(endReason(talking, remote({ reasonCause: 486 }))).toBe("busy");
  expect(endReason(talking, remote({ reasonCause: 603 }))).toBe("rejected");
  const cut = stepCall(talking, { kind: "lost", way: "lost" });
  expect(endReason(cut, remote({ reasonCause: 480, q850Cause: 19 }))).toBe("lost");
});

test.each([
  [480, 19, "no-answer"],
  [480, 18, "no-answer"],
  [480, 17, "busy"],
  [500, 1, "not-found"],
  [480, 3, "not-found"],
  [480, 28, "not-found"],
  [486, 20, "unavailable"],
  [500, 27, "unavailable"],
  [480, 21, "rejected"],
  [503, 34, "congested"],
  [500, 42, "congested"],
  [480, 16, "unavailable"],
  [500, 127, "failed"],
] as const)("PHONE-23 %i with the Q.850 cause %i is %s", (statusCode, q850Cause, reason) => {
  expect(endReason(out, remote({ statusCode, q850Cause }))).toBe(reason);
});

test("PHONE-23 a CANCEL is canceled, or answered elsewhere when it says so", () => {
  expect(endReason(incoming, remote())).toBe("canceled");
  expect(endReason(incoming, remote({ reasonCause: 200 }))).toBe("answered-elsewhere");
  const ofText = (reasonText: string) => endReason(incoming, remote({ reasonCause: 200, reasonText }));
  expect(ofText("Call completed elsewhere")).toBe("answered-elsewhere");
  expect([ofText("Call transferred"), ofText("Call declined")]).toEqual(["handled-elsewhere", "handled-elsewhere"]);
});

test("PHONE-23 an answered call ends by the side that hung up, or by the failure", () => {
  expect(endReason(talking, remote())).toBe("remote");
  expect(endReason(talking, { ...remote(), by: "local" })).toBe("hangup");
  expect(endReason(talking, { ...remote(), by: "system", fault: "media" })).toBe("media");
  expect(endReason(talking, { ...remote(), by: "system", fault: "other" })).toBe("failed");
});
