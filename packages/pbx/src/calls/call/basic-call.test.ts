import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT } from "../../../test/test-pbx.ts";

test("CALL-1 a call rings, is answered, and ends when either side hangs up", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");

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
  await pbx.clock.advance(40_000);
  expect(out.state).toBe("ended");
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([
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
