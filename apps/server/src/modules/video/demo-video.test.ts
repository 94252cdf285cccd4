import { endpoints } from "@callpanel/contract";
import { expect, it } from "vitest";
import { meetingDoor, secretOf } from "../../../test/meeting-peer.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { openSockets } from "../../../test/test-sockets.ts";

it("VIDEO-40 the demo company has video rooms: Daily, where guests need no PIN, and Customer demo with one", async () => {
  const server = await createTestServer({ demo: true });
  const sockets = await openSockets(server);
  const door = meetingDoor(server, sockets);
  const { body } = await server.get("/api/v1/video_conferences", "alice");
  const [customers, daily] = endpoints.listVideoConferences.response.parse(body).data;
  expect([customers, daily].map((room) => [room?.name, room?.username, room?.expired, room?.mayChange])).toEqual([
    ["Customer demo", "103", false, false],
    ["Daily", "101", false, true],
  ]);
  expect(daily?.phone).toMatchObject({ number: "850", outsideNumber: "+14165550185" });
  const shown = async (url = "") => (await door.publicPost("link", { link: secretOf(url) })).body;
  expect(await shown(daily?.guest.shortUrl)).toEqual({ room: "Daily", role: "guest", pin: false });
  expect(await shown(customers?.guest.shortUrl)).toEqual({ room: "Customer demo", role: "guest", pin: true });
  await door.linkTicket(secretOf(customers?.guest.shortUrl ?? ""), "Anna", "2468");
  const alice = await door.person("alice", daily?.id ?? 0);
  expect(await alice.next("joined")).toMatchObject({ role: "admin", shared_screen: true });
  sockets.cut();
  await server.remove();
});
