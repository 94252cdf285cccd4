/** People outside who are invited to a three-way call. */
import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { gateway, giveNumbers } from "../../../test/outside.ts";
import { shownFarEnd } from "../../../test/shown-far-end.ts";
import {
  ROOM,
  office,
  expectNothingLeft,
  pair,
  invite,
  answer,
  peopleIn,
  remove,
} from "../../../test/three-way-room.ts";

const OUTSIDE = "+16045550142";

test("ROOM-18 TOLL-3 TOLL-9 an outside person is invited in the name of the inviter, who is charged and recorded", async () => {
  const at = await office();
  const { pbx } = at;
  giveNumbers(pbx);
  const trunk = await gateway(pbx);
  const { alices, bobs } = await pair(at);
  void invite(at, OUTSIDE);
  const out = await answer(trunk);
  expect(JSON.stringify(out.invite?.from)).toContain("+16045550101");
  expect(out.invite && "headers" in out.invite && out.invite.headers.map(([name]) => name)).not.toContain("X-Far-End");
  expect(peopleIn(pbx)).toBe(`Alice Archer host; Bob Brandt; ${OUTSIDE} by 101`);
  for (const call of [alices, bobs, out]) expect(pbx.heardBy(call)).toBe("mix");
  expect(shownFarEnd(alices)).toBe(`"Bob Brandt, ${OUTSIDE}" <sip:${ROOM}@demo> | room;name=Bob Brandt, ${OUTSIDE}`);
  expect(await remove(pbx, OUTSIDE)).toBe("done");
  await settle();
  expect(out.state).toBe("ended");
  expect(pbx.records.at(-1)).toMatchObject({
    from: { number: "101" },
    to: { number: OUTSIDE },
    direction: "outbound",
    disposition: "answered",
  });
  await expectNothingLeft(pbx, alices, bobs);
});

test("ROOM-18 TOLL-3 a number of a class that the inviter may not call is not called", async () => {
  const at = await office();
  const { pbx } = at;
  const trunk = await gateway(pbx);
  const { alices, bobs } = await pair(at);
  pbx.directory.allowOutside(() => ({ may: false, numberClass: "premium" }));
  expect(await invite(at, OUTSIDE)).toBe("outside.premium");
  pbx.directory.allowOutside(() => ({ may: true, atOnce: 0, perHour: 60 }));
  expect(await invite(at, OUTSIDE)).toBe("limit");
  expect(trunk.calls).toEqual([]);
  expect([alices.state, bobs.state]).toEqual(["talking", "talking"]);
  await expectNothingLeft(pbx, alices, bobs);
});

test("ROOM-18 TOLL-7 the invited number counts while it rings and while it talks", async () => {
  const at = await office();
  const { pbx } = at;
  const trunk = await gateway(pbx);
  const { alices, bobs } = await pair(at);
  pbx.directory.allowOutside(() => ({ may: true, atOnce: 1, perHour: 60 }));
  void invite(at, OUTSIDE);
  const out = await answer(trunk);
  expect(await invite(at, "+16045550143")).toBe("limit");
  out.hangUp();
  await settle();
  void invite(at, "+16045550143");
  const next = await trunk.incoming();
  next.ring();
  await settle();
  expect(trunk.calls).toHaveLength(2);
  expect(await invite(at, "+16045550144")).toBe("limit");
  await expectNothingLeft(pbx, alices, bobs);
});

test("ROOM-18 LINE-20 the next line is tried if one cannot; without a line, and for an emergency number, it is unknownNumber", async () => {
  const at = await office();
  const { pbx } = at;
  const { alices, bobs } = await pair(at);
  expect(await invite(at, OUTSIDE)).toBe("unknownNumber");
  const [first, second] = [await gateway(pbx, 1), await gateway(pbx, 2)];
  void invite(at, OUTSIDE);
  (await first.incoming()).reject(503);
  const out = await answer(second);
  expect(peopleIn(pbx)).toBe(`Alice Archer host; Bob Brandt; ${OUTSIDE} by 101`);
  await gateway(pbx, 1, { callLimit: 0 });
  await gateway(pbx, 2, { callLimit: 0 });
  expect(await invite(at, "+16045550143")).toBe("limit");
  pbx.directory.setEmergencyNumbers(["911"]);
  expect(await invite(at, "911")).toBe("unknownNumber");
  await expectNothingLeft(pbx, alices, bobs, out);
});
