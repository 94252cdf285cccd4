import { DEFAULT_FEATURE_CODES, featureCodesWith, type FeatureCode } from "@callpanel/contract";
import { header } from "@callpanel/sip";
import type { SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import type { TestPbx } from "../../../test/test-pbx.ts";
import { createTestPbx, NOTHING_LEFT } from "../../../test/test-pbx.ts";

const BEEP = { kind: "prompt", prompt: { kind: "tone", tone: "beep" } };

test("CALL-65 *76 toggles do not disturb: one beep for on, two for off, then it hangs up", async () => {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const dialled = async () => {
    const out = alice.call("*76");
    await out.until("talking");
    // Kept longer than the call, which ends by itself.
    const port = pbx.media.portOf(out.remoteSdp);
    await pbx.clock.advance(3_000);
    await out.until("ended");
    return port.heard;
  };
  expect(await dialled()).toEqual([BEEP]);
  const refused = bob.call("101");
  await refused.until("ended");
  expect(refused.statuses.at(-1)).toBe(486);
  expect(await dialled()).toEqual([BEEP, { kind: "none" }, BEEP]);
  const placed = bob.call("101");
  await (await alice.incoming()).answer();
  await placed.until("talking");
  placed.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records[0]).toMatchObject({ to: { number: "*76", name: "Do not disturb" }, endedBy: "system" });
});

test("FEATURE-5 a code that was changed or turned off counts from the next call on", async () => {
  let codes: readonly FeatureCode[] = DEFAULT_FEATURE_CODES;
  const pbx = createTestPbx({ featureCodes: () => codes });
  const alice = await pbx.registered("alice");
  expect(await dial(pbx, alice, "*76")).toEqual(BEEPS_ON);
  codes = featureCodesWith(new Map([["dnd", "*78"]]));
  expect(await dial(pbx, alice, "*76")).toBe("404");
  expect(await dial(pbx, alice, "*78")).toEqual(BEEPS_OFF);
  codes = featureCodesWith(new Map([["dnd", null]]));
  expect(await dial(pbx, alice, "*78")).toBe("404");
});

test("CALL-65 hanging up during the beep does not undo the change", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const out = alice.call("*76");
  await out.until("talking");
  out.hangUp();
  await pbx.clock.advance(40_000);
  expect(await pbx.directory.userBySipUsername("demo", "alice")).toMatchObject({ doNotDisturb: true });
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

const BEEPS_ON = [BEEP];
const BEEPS_OFF = [BEEP, { kind: "none" }, BEEP];

/** What a caller of a code hears, or why the code is refused. */
async function dial(pbx: TestPbx, phone: SipPhone, code: string): Promise<unknown> {
  const out = phone.call(code);
  if ((await out.until("talking")) === "ended") {
    const warning = out.response === undefined ? undefined : header(out.response, "Warning");
    return `${out.statuses.at(-1)} ${/"(.*)"/.exec(warning ?? "")?.[1] ?? ""}`.trim();
  }
  const port = pbx.media.portOf(out.remoteSdp);
  await pbx.clock.advance(3_000);
  await out.until("ended");
  return port.heard;
}

test("REACH-40 *96 with a number sets the forward; alone it turns it off, and on again with the last number", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const forwardNow = async () => (await pbx.directory.userBySipUsername("demo", "alice"))?.forward;
  expect(await dial(pbx, alice, "*96")).toBe("480 No number is set");
  expect([await dial(pbx, alice, "*96102"), await forwardNow()]).toEqual([BEEPS_ON, "102"]);
  expect([await dial(pbx, alice, "*96"), await forwardNow()]).toEqual([BEEPS_OFF, undefined]);
  expect([await dial(pbx, alice, "*96"), await forwardNow()]).toEqual([BEEPS_ON, "102"]);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test.each([
  ["*96101", "403 Cannot forward to yourself"],
  ["*96911", "403 Emergency numbers are dialled, not forwarded to"],
  ["*96199", "404"],
  ["*96700", "403 Calls are not forwarded into parking"],
])("REACH-41 %s changes nothing and says why: %s", async (code, why) => {
  const pbx = createTestPbx();
  pbx.directory.setEmergencyNumbers(["911"]);
  pbx.directory.addLot({ id: "m", name: "M", extension: "700", firstSlot: 701, lastSlot: 702, timeoutSeconds: 9 });
  const alice = await pbx.registered("alice");
  expect(await dial(pbx, alice, code)).toBe(why);
  expect((await pbx.directory.userBySipUsername("demo", "alice"))?.forward).toBeUndefined();
});

test("REACH-42 *21 toggles the caller's own follow-me and no one else's", async () => {
  const pbx = createTestPbx();
  const numbers = [{ number: "103", timeoutSeconds: 9 }];
  const followMe = {
    strategy: "hunt",
    numbers,
    firstSeconds: 9,
    totalSeconds: 0,
    prefix: "",
    confirm: false,
    markAnswered: true,
  } as const;
  pbx.directory.change("alice", { followMe });
  const alice = await pbx.registered("alice");
  expect(await dial(pbx, alice, "*21102")).toBe("403 Not your extension");
  expect(await dial(pbx, alice, "*21101")).toEqual(BEEPS_OFF);
  expect((await pbx.directory.userBySipUsername("demo", "alice"))?.followMe).toBeUndefined();
  expect(await dial(pbx, alice, "*21")).toBe("480 No number is set");
});

test("REACH-43, REACH-44 *44 toggles a toggle destination, for people with the right", async () => {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  expect(await dial(pbx, alice, "*44*12")).toEqual(BEEPS_OFF);
  expect(await dial(pbx, alice, "*4412")).toEqual(BEEPS_ON);
  expect(await dial(pbx, alice, "*44*13")).toBe("404 No such setting");
  expect(await dial(pbx, bob, "*44*12")).toBe("403 Not allowed to change this");
});
