import { createSocketPair } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, PASSWORD, person } from "../../../test/test-pbx.ts";
import { gateway } from "../../../test/outside.ts";
import { LINE_TEST_MS } from "./line-test.ts";

test("LINE-30 each registered gateway of a line is asked by OPTIONS, and no phone of a person", async () => {
  const made = createTestPbx();
  const line = await gateway(made);
  const other = await gateway(made, 2);
  const alice = await made.registered("alice");
  expect(await made.system.testLine("trunk1")).toMatchObject([{ result: "answered", status: 200 }]);
  expect(line.strays.map(({ method }) => method)).toEqual(["OPTIONS"]);
  expect([other.strays, alice.strays]).toEqual([[], []]);
  expect(await made.system.testLine("alice")).toEqual([]);
  expect(await made.system.testLine("nobody")).toEqual([]);
  expect(made.leftovers()).toEqual(NOTHING_LEFT);
});

test("LINE-31 a gateway that does not answer within five seconds is silent, one whose connection ends is lost", async () => {
  const made = createTestPbx();
  made.directory.addTrunk({ ...person(-1, "trunk1", "trunk1", "Trunk 1"), trunk: true }, PASSWORD);
  /** Its connection is open, and it never sees an OPTIONS. */
  const deaf = made.phone("trunk1", {
    dial: (handlers) => {
      const pair = createSocketPair({
        near: () => ({
          ...handlers,
          receive: (frame) => {
            if (!frame.startsWith("OPTIONS ")) handlers.receive(frame);
          },
        }),
        far: () => server,
      });
      const server = made.system.connect({
        remoteAddress: "127.0.0.1",
        send: (frame) => pair.far.send(frame),
        close: () => pair.far.close(),
      });
      return pair.near;
    },
  });
  expect((await deaf.register()).status).toBe(200);
  const silent = made.system.testLine("trunk1");
  await made.clock.advance(LINE_TEST_MS);
  expect(await silent).toMatchObject([{ result: "silent" }]);
  const lost = made.system.testLine("trunk1");
  deaf.cut();
  expect(await lost).toMatchObject([{ result: "lost" }]);
  await made.clock.advance(60_000);
  expect(made.leftovers()).toEqual(NOTHING_LEFT);
});
