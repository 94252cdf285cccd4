import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT } from "../../test/office.ts";

test("CALL-1 a call rings, is answered, and ends when either side hangs up", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");

  const out = alice.call("102");
  const incoming = await bob.incoming();
  await out.until("ringing");
  expect(out.statuses).toEqual([180]);
  await incoming.answer();
  await out.until("talking");
  await settle();
  expect(incoming.state).toBe("talking");

  incoming.hangUp();
  await out.until("ended");
  await office.clock.advance(40_000);
  expect(out.state).toBe("ended");
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.records).toMatchObject([
    {
      from: { number: "101", name: "Alice Archer", userId: 1 },
      to: { number: "102", name: "Bob Brandt", userId: 2 },
      disposition: "answered",
      endedBy: "callee",
      failed: false,
      quality: { caller: { codec: "opus" }, callee: { codec: "opus" } },
    },
  ]);
});
