import { expect, it } from "vitest";
import { openGateway, rule, STAFF } from "../../../test/open-gateway.ts";

it("REC-30 if recording is disabled, the refusal says so", async () => {
  const { join, ring } = openGateway({ startRecording: async () => ({ ok: false, why: "unavailable" }) });
  ring();
  const peer = await join("carol", [...STAFF, rule("active_calls", "execute_record")]);
  expect(await peer.ask("MixMonitor", { channel: "ch1" })).toMatchObject({ code: "sipua.error.recDisabled" });
});

it("RT-18 recordings are started, paused, resumed and stopped in the name of the person who asks", async () => {
  const given: object[] = [];
  const take = async (command: object) => {
    given.push(command);
    return { ok: true, value: undefined } as const;
  };
  const { join, ring } = openGateway({ startRecording: take, pauseRecording: take, stopRecording: take });
  ring();
  const peer = await join("carol", [...STAFF, rule("active_calls", "execute_record")]);
  await peer.ask("MixMonitor", { channel: "ch1" });
  await peer.ask("MixMonitorMute", { channel: "ch1", muted: true });
  await peer.ask("MixMonitorMute", { channel: "ch1", muted: false });
  expect(await peer.ask("StopMixMonitor", { channel: "ch1" })).toMatchObject({ type: "answer" });
  expect(given).toEqual([
    { by: "carol", legId: "ch1" },
    { legId: "ch1", paused: true },
    { legId: "ch1", paused: false },
    { legId: "ch1" },
  ]);
});

it("REC-24 a listener may record their own leg only with the right on the person they listen to", async () => {
  const given: object[] = [];
  const take = async (command: object) => {
    given.push(command);
    return { ok: true, value: undefined } as const;
  };
  const { join, ring, listening } = openGateway({ startRecording: take });
  ring(3);
  const onTheseOnly = (...targets: string[]) => ({ ...rule("active_calls", "execute_record"), targets });
  const peer = await join("carol", [...STAFF, onTheseOnly("3")], 3);
  const who = { realm: "demo", channel: "ch1", watchedId: 1, exten: "103", name: "Carol Chen", num: "101", legnum: 1 };
  listening.apply({ ...who, mode: "monitor", active: true });
  expect(await peer.ask("MixMonitor", { channel: "ch1" })).toMatchObject({ code: "request.forbidden" });
  expect(given).toEqual([]);
  const again = await join("carol", [...STAFF, onTheseOnly("1", "3")], 3);
  expect(await again.ask("MixMonitor", { channel: "ch1" })).toMatchObject({ type: "answer" });
});
