import { createFakeDirectory } from "@callpanel/testkit";
import { header } from "@callpanel/sip";
import { expect, test } from "vitest";
import { createTestPbx, person } from "../../test/test-pbx.ts";
import { DEFAULT_FEATURE_CODES, ECHO_TEST_ADDRESS, featureCodesWith } from "@callpanel/contract";
import { matchFeatureCode, parseNumber } from "@callpanel/phone-port";
import { createDialPlan, type Destination } from "./resolve.ts";

const alice = person(1, "alice", "101", "Alice Archer");
const bob = person(2, "bob", "102", "Bob Brandt");

async function resolve(dialled: string): Promise<Destination> {
  const directory = createFakeDirectory("demo");
  directory.add(alice, "x");
  directory.add(bob, "x");
  directory.setNumber("+16045550102", { kind: "user", user: bob });
  directory.setNumber("600", { kind: "queue", id: "7", name: "Support" });
  directory.setNumber("701", { kind: "slot", id: "1", name: "Slot 701" });
  return createDialPlan({ directory, realm: "demo", featureCodes: () => DEFAULT_FEATURE_CODES }).resolve(
    dialled,
    alice,
  );
}

test.each([
  ["102", "102"],
  [" 1-0.2 ", "102"],
  ["(604) 555-0102", "6045550102"],
  ["+1 604 555 0102", "+16045550102"],
  ["*43", "*43"],
  ["***102", "***102"],
  ["##", "##"],
  ["", undefined],
  ["   ", undefined],
  ["-.()", undefined],
  ["++1604", undefined],
  ["1+2", undefined],
  ["****1", "****1"],
  ["bob", undefined],
  ["102;ext=3", undefined],
  ["1".repeat(65), undefined],
  ["١٠٢", undefined],
])("DIAL-1 %j is the number %j", (dialled, number) => {
  expect(parseNumber(dialled)).toBe(number);
});

test("DIAL-2 an extension leads to its user", async () => {
  expect(await resolve("102")).toEqual({ kind: "user", number: "102", user: bob });
});

test("DIAL-3 a direct number of ours rings inside", async () => {
  expect(await resolve("+1 (604) 555-0102")).toEqual({ kind: "user", number: "+16045550102", user: bob });
});

test.each([
  ["*43", "echo", ""],
  ["*86", "moh", ""],
  ["*98", "vm", ""],
  ["*98102", "vm", "102"],
  ["*44*12", "toggle", "12"],
  ["**102", "pickup", "102"],
  ["***102", "spy", "102"],
  ["*1", "ondemandrecording", ""],
  ["##", "blindtransfer", ""],
  ["##103", "blindtransfer", "103"],
  ["*80102", "intercom", "102"],
])("DIAL-4 %s is the feature %s with target %j", async (dialled, name, target) => {
  expect(await resolve(dialled)).toMatchObject({ kind: "feature", number: dialled, feature: { name }, target });
});

test("FEATURE-8 the echo test has an address that needs no code", async () => {
  const codes = featureCodesWith(new Map([["echo", null]]));
  const plan = createDialPlan({ directory: createFakeDirectory("demo"), realm: "demo", featureCodes: () => codes });
  expect(await plan.resolve("*43", alice)).toMatchObject({ kind: "nothing" });
  expect(await plan.resolve(ECHO_TEST_ADDRESS, alice)).toMatchObject({
    kind: "feature",
    number: ECHO_TEST_ADDRESS,
    feature: { name: "echo" },
  });
  expect(await plan.resolve(ECHO_TEST_ADDRESS.toLowerCase(), alice)).toMatchObject({ kind: "nothing" });
});

test("DIAL-21 *99 and an extension is the personal conference of that person; *99 alone is the caller's own", async () => {
  expect(await resolve("*99102")).toMatchObject({ kind: "room", number: "*99102", place: { passing: false } });
  expect(await resolve("*99")).toMatchObject({ kind: "room", number: "*99101" });
});

test.each(["*55", "*", "#", "*431", "*80", "**", "*44", "*86*", "#9"])(
  "DIAL-5 %s is not a feature code of the realm and leads nowhere",
  async (dialled) => {
    expect(await resolve(dialled)).toEqual({ kind: "nothing", number: dialled, why: "unknownFeature" });
  },
);

test("DIAL-5 a realm may have its own codes", () => {
  const codes = [{ name: "echo", code: "#43", target: "none" }] as const;
  expect(matchFeatureCode("#43", codes)?.feature.name).toBe("echo");
  expect(matchFeatureCode("*43", codes)).toBeUndefined();
});

test("DIAL-6 a SIP username leads to its user, any other text leads nowhere", async () => {
  expect(await resolve("bob")).toEqual({ kind: "user", number: "102", user: bob });
  expect(await resolve("mallory")).toEqual({ kind: "nothing", number: "", why: "invalid" });
  expect(await resolve("")).toEqual({ kind: "nothing", number: "", why: "invalid" });
});

test("DIAL-7 a number that can only be an outside number is outside", async () => {
  expect(await resolve("+16045559999")).toEqual({ kind: "outside", number: "+16045559999" });
  expect(await resolve("604 555 9999")).toEqual({ kind: "outside", number: "6045559999" });
  expect(await resolve("199")).toEqual({ kind: "nothing", number: "199", why: "unknown" });
  expect(await resolve("+0123")).toEqual({ kind: "nothing", number: "+0123", why: "unknown" });
});

test("DIAL-8 the number of a queue, a slot or another service leads there", async () => {
  expect(await resolve("600")).toEqual({
    kind: "queue",
    number: "600",
    place: { id: "7", name: "Support", priority: 0 },
  });
  expect(await resolve("701")).toEqual({ kind: "slot", number: "701", place: { id: "1", name: "Slot 701" } });
});

test.each([
  { dialled: "199", status: 404, warning: undefined },
  { dialled: "mallory", status: 404, warning: undefined },
  { dialled: "*55", status: 404, warning: undefined },
  { dialled: "+16045559999", status: 404, warning: '399 demo "No outside line"' },
  { dialled: "*98", status: 480, warning: '399 demo "Feature not available"' },
  { dialled: "600", status: 480, warning: '399 demo "No queue service yet"' },
  { dialled: "sip:102@elsewhere.example", status: 404, warning: undefined },
  { dialled: "tel:199", status: 404, warning: undefined },
])("DIAL-9 a call to $dialled is refused with $status", async ({ dialled, status, warning }) => {
  const pbx = createTestPbx();
  pbx.directory.setNumber("600", { kind: "queue", id: "7", name: "Support" });
  const phone = await pbx.registered("alice");
  const call = phone.call(dialled);
  await call.until("ended");
  expect(call.statuses).toEqual([status]);
  expect(call.response === undefined ? undefined : header(call.response, "Warning")).toBe(warning);
  expect(pbx.records).toMatchObject([{ failed: true, sipStatus: status }]);
});

test.each(["102", "sip:bob@demo", "sip:102@demo", "tel:102", "tel:+1-604-555-0102"])(
  "DIAL-10 %s in the Request-URI rings the user",
  async (target) => {
    const pbx = createTestPbx();
    pbx.directory.setNumber("+16045550102", { kind: "user", user: bob });
    const phone = await pbx.registered("alice");
    const far = await pbx.registered("bob");
    const call = phone.call(target);
    await far.incoming();
    expect(await call.until("ringing")).toBe("ringing");
  },
);
