import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT } from "../../test/office.ts";

const BEEP = { kind: "prompt", prompt: { kind: "tone", tone: "beep" } };

test("CALL-65 *76 switches do not disturb over: one beep for on, two for off, then it hangs up", async () => {
  const office = createOffice();
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const dialled = async () => {
    const out = alice.call("*76");
    await out.until("talking");
    // Kept beyond the call, which ends by itself.
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

test("CALL-65 who hangs up during the beep has switched it over all the same", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const out = alice.call("*76");
  await out.until("talking");
  out.hangUp();
  await office.clock.advance(40_000);
  expect(await office.directory.userBySipUsername("demo", "alice")).toMatchObject({ doNotDisturb: true });
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});
