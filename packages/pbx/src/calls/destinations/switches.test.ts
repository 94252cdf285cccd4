import { header } from "@callpanel/sip";
import type { SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import type { Office } from "../../../test/office.ts";
import { createOffice, NOTHING_LEFT } from "../../../test/office.ts";

const BEEP = { kind: "prompt", prompt: { kind: "tone", tone: "beep" } };

test("CALL-65 *76 toggles do not disturb: one beep for on, two for off, then it hangs up", async () => {
  const office = createOffice();
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const dialled = async () => {
    const out = alice.call("*76");
    await out.until("talking");
    // Kept longer than the call, which ends by itself.
    const port = office.media.portOf(out.remoteSdp);
    await office.clock.advance(3_000);
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
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.records[0]).toMatchObject({ to: { number: "*76", name: "Do not disturb" }, endedBy: "system" });
});

test("CALL-65 hanging up during the beep does not undo the change", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const out = alice.call("*76");
  await out.until("talking");
  out.hangUp();
  await office.clock.advance(40_000);
  expect(await office.directory.userBySipUsername("demo", "alice")).toMatchObject({ doNotDisturb: true });
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

const BEEPS_ON = [BEEP];
const BEEPS_OFF = [BEEP, { kind: "none" }, BEEP];

/** What a caller of a code hears, or why the code is refused. */
async function dial(office: Office, phone: SipPhone, code: string): Promise<unknown> {
  const out = phone.call(code);
  if ((await out.until("talking")) === "ended") {
    const warning = out.response === undefined ? undefined : header(out.response, "Warning");
    return `${out.statuses.at(-1)} ${/"(.*)"/.exec(warning ?? "")?.[1] ?? ""}`.trim();
  }
  const port = office.media.portOf(out.remoteSdp);
  await office.clock.advance(3_000);
  await out.until("ended");
  return port.heard;
}

test("REACH-40 *96 with a number sets the forward; alone it turns it off, and on again with the last number", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const forwardNow = async () => (await office.directory.userBySipUsername("demo", "alice"))?.forward;
  expect(await dial(office, alice, "*96")).toBe("480 No number is set");
  expect([await dial(office, alice, "*96102"), await forwardNow()]).toEqual([BEEPS_ON, "102"]);
  expect([await dial(office, alice, "*96"), await forwardNow()]).toEqual([BEEPS_OFF, undefined]);
  expect([await dial(office, alice, "*96"), await forwardNow()]).toEqual([BEEPS_ON, "102"]);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test.each([
  ["*96101", "403 Cannot forward to yourself"],
  ["*96911", "403 Emergency numbers are dialled, not forwarded to"],
  ["*96199", "404"],
  ["*96700", "403 Calls are not forwarded into parking"],
])("REACH-41 %s changes nothing and says why: %s", async (code, why) => {
  const office = createOffice();
  office.directory.setEmergencyNumbers(["911"]);
  office.directory.addLot({ id: "m", name: "M", extension: "700", firstSlot: 701, lastSlot: 702, timeoutSeconds: 9 });
  const alice = await office.registered("alice");
  expect(await dial(office, alice, code)).toBe(why);
  expect((await office.directory.userBySipUsername("demo", "alice"))?.forward).toBeUndefined();
});

test("REACH-42 *21 toggles the caller's own follow-me and no one else's", async () => {
  const office = createOffice();
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
  office.directory.change("alice", { followMe });
  const alice = await office.registered("alice");
  expect(await dial(office, alice, "*21102")).toBe("403 Not your extension");
  expect(await dial(office, alice, "*21101")).toEqual(BEEPS_OFF);
  expect((await office.directory.userBySipUsername("demo", "alice"))?.followMe).toBeUndefined();
  expect(await dial(office, alice, "*21")).toBe("480 No number is set");
});

test("REACH-43, REACH-44 *44 toggles a toggle destination, for people with the right", async () => {
  const office = createOffice();
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  expect(await dial(office, alice, "*44*12")).toEqual(BEEPS_OFF);
  expect(await dial(office, alice, "*4412")).toEqual(BEEPS_ON);
  expect(await dial(office, alice, "*44*13")).toBe("404 No such setting");
  expect(await dial(office, bob, "*44*12")).toBe("403 Not allowed to change this");
});
