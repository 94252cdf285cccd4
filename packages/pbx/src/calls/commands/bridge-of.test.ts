import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx } from "../../../test/test-pbx.ts";

test("CALL-50 returns a leg's bridge and its far end; an unknown or ended leg is unknownLeg", async () => {
  const pbx = createTestPbx();
  const { commands } = pbx.system;
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const { out } = await pbx.talk(alice, "102", bob);
  const [call] = pbx.system.snapshot().calls;
  const [caller, callee] = call?.legs ?? [];
  const of = (legId: string | undefined) => commands.bridgeOf(legId ?? "");
  expect(await of(caller?.id)).toEqual({ ok: true, value: { bridgeId: call?.id, peerLegId: callee?.id } });
  expect(await of(callee?.id)).toEqual({ ok: true, value: { bridgeId: call?.id, peerLegId: caller?.id } });
  expect(await of("nobody")).toEqual({ ok: false, why: "unknownLeg" });
  out.hangUp();
  await settle();
  expect(await of(caller?.id)).toEqual({ ok: false, why: "unknownLeg" });
});

test("CALL-50 a leg with a service, or of a ringing call, has no far end", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  await alice.call("*86").until("talking");
  const [call] = pbx.system.snapshot().calls;
  expect(await pbx.system.commands.bridgeOf(call?.legs[0]?.id ?? "")).toEqual({
    ok: true,
    value: { bridgeId: call?.id, peerLegId: undefined },
  });
});
