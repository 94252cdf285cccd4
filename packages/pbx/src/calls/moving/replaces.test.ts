import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT } from "../../../test/test-pbx.ts";

test("CALL-34 an INVITE with Replaces replaces a leg of the same user; the other side stays", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  await incoming.hold();
  const laptop = await pbx.registered("bob");
  const moved = laptop.call("102", { headers: [["Replaces", incoming.replaces()]] });
  await moved.until("talking");
  await incoming.until("ended");

  expect(out.state).toBe("talking");
  expect(pbx.talkTogether(out, moved)).toBe(true);
  expect(pbx.system.snapshot().calls).toHaveLength(1);
  expect(pbx.records).toEqual([]);

  moved.hangUp();
  await out.until("ended");
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([{ disposition: "answered", endedBy: "callee" }]);
});

test("CALL-34 the caller's own leg may be replaced as well, and the new one then ends the call as the caller", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  const moved = alice.call("102", { headers: [["Replaces", out.replaces()]] });
  await moved.until("talking");
  await out.until("ended");
  moved.hangUp();
  await incoming.until("ended");
  await settle();
  expect(pbx.records).toMatchObject([{ disposition: "answered", endedBy: "caller" }]);
});

test("CALL-34 Replaces of nothing is 481, of another person's call 403, malformed 400, unfit 488; the call continues", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const carol = await pbx.registered("carol");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  const nothing = bob.call("102", { headers: [["Replaces", "nothing;to-tag=a;from-tag=b"]] });
  const foreign = carol.call("102", { headers: [["Replaces", incoming.replaces()]] });
  const malformed = bob.call("102", { headers: [["Replaces", "oops"]] });
  const unfit = bob.call("102", { headers: [["Replaces", incoming.replaces()]], description: { codecs: ["iLBC"] } });
  await Promise.all([nothing, foreign, malformed, unfit].map((call) => call.until("ended")));
  expect([nothing, foreign, malformed, unfit].map(({ statuses }) => statuses)).toEqual([[481], [403], [400], [488]]);
  expect([out.state, incoming.state]).toEqual(["talking", "talking"]);
  out.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});
