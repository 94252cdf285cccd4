import { expect, it } from "vitest";
import type { ReachFacts } from "./reachability.model.ts";
import { reachabilityOf } from "./reachability.model.ts";

const WELL: ReachFacts = {
  phone: "registered",
  microphone: "granted",
  doNotDisturb: null,
  forward: null,
  lacksLocation: false,
};
const DND = { doNotDisturb: { mayChange: true } };
const FORWARD = { forward: { number: "102", mayChange: false } };

it.each<[string, Partial<ReachFacts>, string, readonly string[]]>([
  ["all is well", {}, "ready", []],
  ["the browser does not tell of the microphone", { microphone: "unknown" }, "ready", []],
  ["the browser would ask for the microphone", { microphone: "prompt" }, "ready", []],
  ["the phone connects", { phone: "connecting" }, "connecting", []],
  ["the phone connects, do not disturb is on", { phone: "connecting", ...DND }, "connecting", ["doNotDisturb"]],
  ["the connection is lost", { phone: "lost" }, "notConnected", ["notConnected"]],
  ["the phone did not load", { phone: "failed" }, "notConnected", ["phoneFailed"]],
  ["the microphone is blocked", { microphone: "denied" }, "microphoneBlocked", ["microphoneBlocked"]],
  ["do not disturb is on", DND, "doNotDisturb", ["doNotDisturb"]],
  ["calls are forwarded", FORWARD, "forwarding", ["forward"]],
  ["both are on", { ...DND, ...FORWARD }, "doNotDisturb", ["doNotDisturb", "forward"]],
  ["no location where one is asked for", { lacksLocation: true }, "ready", ["noLocation"]],
  ["no phone in the panel, whatever the microphone", { phone: "none", microphone: "denied" }, "ready", []],
  ["no phone in the panel, do not disturb is on", { phone: "none", ...DND }, "doNotDisturb", ["doNotDisturb"]],
  [
    "everything at once",
    { phone: "lost", microphone: "denied", ...DND, ...FORWARD, lacksLocation: true },
    "notConnected",
    ["notConnected", "microphoneBlocked", "doNotDisturb", "forward", "noLocation"],
  ],
])("AVAIL-1 AVAIL-2 %s", (_, facts, status, reasons) => {
  const reach = reachabilityOf({ ...WELL, ...facts });
  expect(reach.status).toBe(status);
  expect(reach.reasons.map(({ kind }) => kind)).toEqual(reasons);
});

it("AVAIL-2 a reason says where calls go, and whether the person may change it", () => {
  expect(reachabilityOf({ ...WELL, ...FORWARD }).reasons).toEqual([
    { kind: "forward", number: "102", mayChange: false },
  ]);
});

it.each<[string, Partial<ReachFacts>, boolean]>([
  ["a phone and a browser that would ask", { microphone: "prompt" }, true],
  ["no phone", { phone: "none", microphone: "prompt" }, false],
  ["asked already", {}, false],
])("AVAIL-3 the microphone permission is requested before the first call: %s", (_, facts, asks) => {
  expect(reachabilityOf({ ...WELL, ...facts }).asksMicrophone).toBe(asks);
});
