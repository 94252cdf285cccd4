import type { Permission } from "@callpanel/contract";
import { expect, it } from "vitest";
import { openGateway, rule } from "../../../test/open-gateway.ts";

const BASE = [rule("configs", "read")];
const CLICK = rule("click_to_dial", "read");
const INVITE = rule("conferences", "execute_confinvite");
const CALLS = rule("active_calls", "read");

async function ask(held: readonly Permission[], from: string) {
  const given: object[] = [];
  const { join, enter } = openGateway({
    originate: async (command) => {
      given.push(command);
      return { ok: true, value: { callId: "c7" } };
    },
    invite: async (command) => {
      given.push(command);
      return { ok: true, value: { callId: "c8" } };
    },
  });
  enter("3WC-12345678", 1);
  enter("3WC-87654321", 2);
  const peer = await join("alice", [...BASE, ...held]);
  return { given, answer: await peer.ask("Originate", { from, to: "102" }) };
}

it("RT-15 from the user's own extension, the user's own phones ring", async () => {
  const { given, answer } = await ask([CLICK], "101");
  expect(given).toEqual([{ by: "alice", to: "102" }]);
  expect(answer).toMatchObject({ type: "answer", result: { callid: "c7" } });
});

it.each([
  ["800", INVITE],
  ["3WC-12345678", CALLS],
])("RT-15 from a room, the number is invited into it: %s", async (room, held) => {
  const { given, answer } = await ask([held], room);
  expect(given).toMatchObject([{ by: "alice", room, to: "102" }]);
  expect(answer).toMatchObject({ type: "answer", result: { callid: "c8" } });
});

it.each([
  ["101", [INVITE, CALLS]],
  ["800", [CLICK, CALLS]],
  ["103", [CLICK, CALLS]],
  ["3WC-1234", [CLICK, CALLS]],
  ["3WC-12345678", [CLICK, INVITE]],
  ["3WC-87654321", [CLICK, INVITE, CALLS]],
  ["3WC-00000000", [CLICK, INVITE, CALLS]],
])("RT-15 each kind needs its own permission: %s without it", async (from, held) => {
  const { given, answer } = await ask(held, from);
  expect(answer).toMatchObject({ type: "refusal", code: "request.forbidden" });
  expect(given).toEqual([]);
});

it("RT-15 without a registered phone of the user, the refusal names the user's own extension", async () => {
  const { join } = openGateway({ originate: async () => ({ ok: false, why: "notRegistered" }) });
  const peer = await join("alice", [...BASE, CLICK]);
  const refusal = await peer.ask("Originate", { from: "101", to: "102" });
  expect(refusal).toMatchObject({ code: "command.notRegistered", details: { number: "101" } });
});

it("RT-15 another person's phones cannot be called this way: their extension is not a room", async () => {
  const { join } = openGateway({ invite: async () => ({ ok: false, why: "unknownNumber" }) });
  const peer = await join("alice", [...BASE, CLICK, INVITE]);
  expect(await peer.ask("Originate", { from: "103", to: "102" })).toMatchObject({ code: "sipua.error.destination" });
});
