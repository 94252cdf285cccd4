import { commandResultSchemas } from "@callpanel/contract";
import { expect, it } from "vitest";
import type { ParkedPlace } from "../parking/index.ts";
import { openGateway, rule, WATCHER } from "../../../test/open-gateway.ts";

const place = (space: string): ParkedPlace => ({
  realm: "demo",
  lot: "Main",
  exten: "700",
  space,
  callid: `c${space}`,
  channel: `leg-${space}`,
  parkee: { number: "102", name: "Bob", userId: 2 },
  parker: { number: "103", name: "Carol", userId: 3 },
  startedAt: 1_000,
  timeoutSeconds: 45,
});

it("RT-30 events, snapshot and ParkedCalls show the same to people who may read parkings", async () => {
  const { join, parked, clock } = openGateway();
  const alice = await join("alice");
  const erin = await join("erin", WATCHER, 5);
  for (const space of ["710", "702"]) parked.apply({ kind: "parked", place: place(space) });
  parked.apply({ kind: "freed", how: "giveup", realm: "demo", space: "710", callid: "c710" });
  const told = alice.frames.flatMap((frame) => (frame.type === "event" ? [frame.event] : []));
  expect(told).toMatchObject([
    { action: "PARKING", event: "parked", space: "710", parkee: { name: "Bob" } },
    { action: "PARKING", event: "parked", space: "702" },
    { action: "PARKING", event: "giveup", space: "710", parkee: { uniqueid: "c710" } },
  ]);
  parked.apply({ kind: "parked", place: place("701") });
  await clock.advance(1_000);
  alice.say({ type: "snapshot" });
  const snapshot = alice.frames.at(-1);
  const answer = await alice.ask("ParkedCalls");
  const listed = answer?.type === "answer" ? commandResultSchemas.ParkedCalls.parse(answer.result) : [];
  expect(listed.map(({ space }) => space)).toEqual(["701", "702"]);
  expect(snapshot).toMatchObject({ type: "snapshot", sequence: 4, parked: listed });

  expect(erin.frames.map(({ type }) => type)).toEqual(["hello", "snapshot"]);
  expect(erin.frames[1]).toMatchObject({ parked: [] });
  expect(await erin.ask("ParkedCalls")).toMatchObject({ code: "request.forbidden" });
});

it("RT-30 without show_caller_id_info, ParkedCalls hides the same as the events", async () => {
  const { join, parked } = openGateway();
  const peer = await join("dave", [...WATCHER, rule("parkings", "read")], 4);
  parked.apply({ kind: "parked", place: place("701") });
  const veiled = { parkee: { number: "", name: "" }, parker: { number: "", name: "" } };
  expect(peer.frames.at(-1)).toMatchObject({ event: veiled });
  expect(await peer.ask("ParkedCalls")).toMatchObject({ result: [veiled] });
});
