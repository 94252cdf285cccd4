import type { ServerFrame } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";

describe("settings, live", () => {
  let server: TestServer;
  let sockets: TestSockets;
  beforeEach(async () => {
    server = await createTestServer();
    sockets = await openSockets(server);
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });

  /** Frames that each person's panel receives from now on. */
  const openPanels = async (...usernames: readonly string[]): Promise<ReadonlyMap<string, readonly ServerFrame[]>> => {
    const frames = new Map<string, readonly ServerFrame[]>();
    for (const username of usernames) frames.set(username, await sockets.panel(username));
    return frames;
  };

  it("HANDLE-3 TOGGLEOPT-5 a change reaches the person's own panels as SETTING and colleagues as PRESENCE_FEATURE, from any source", async () => {
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nusers: [{ username: carol, permissions: [do_not_disturb:write_for] }]\n"),
    );
    const frames = await openPanels("alice", "bob", "carol", "erin");
    const told = (username: string) =>
      (frames.get(username) ?? []).flatMap((frame) => {
        if (frame.type !== "event") return [];
        const { event } = frame;
        if (event.action === "SETTING") return [`${event.exten} ${event.setting}`];
        return event.action === "PRESENCE_FEATURE" ? [`${event.exten} ${event.feature} ${event.enabled}`] : [];
      });
    const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;
    const bob = await idOf("bob");
    // A supervisor changes Bob's settings.
    expect((await server.send("PUT", `/api/v1/users/${bob}/do_not_disturb`, "carol", { enabled: 1 })).status).toBe(200);
    await server.send("PUT", `/api/v1/users/${bob}/call_waiting`, "bob", { enabled: 0 });
    await server.send("PUT", `/api/v1/users/${bob}/call_waiting`, "bob", { enabled: 0 });
    // Another process changes Bob's settings.
    await server.stores.callHandling.change(bob, (one) => ({ ...one, forward: { enabled: true, number: "103" } }));
    await server.clock.advance(500);
    await server.send("PUT", "/api/v1/toggle_destinations/650", "bob", { active_opt: "B" });
    const features = ["102 dnd true", "102 forward true"];
    await expect
      .poll(() => told("bob").toSorted())
      .toEqual(
        [...features, "102 call_waiting", "102 do_not_disturb", "102 forward", "650 toggle_destinations"].toSorted(),
      );
    await expect.poll(() => told("alice")).toEqual([...features, "650 toggle_destinations"]);
    expect(told("erin")).toEqual([]);
  });

  it("PICTURE-9 a new picture is sent only to the person's own panels; a refused one is not sent", async () => {
    const frames = await openPanels("alice", "bob");
    const told = (username: string) =>
      (frames.get(username) ?? []).flatMap((frame) => (frame.type === "event" ? [frame.event] : []));
    const switchTo = (picture_type: string) =>
      server.send("POST", "/api/v1/user_picture_profiles/switch_picture_type", "alice", { picture_type });
    expect((await switchTo("uploaded")).status).toBe(404);
    expect((await switchTo("initials")).status).toBe(200);
    const changed = { action: "SETTING", realm: "demo", exten: "101", setting: "profile" };
    await expect.poll(() => told("alice")).toEqual([changed]);
    // Bob's own event would come after an event for Alice.
    await server.send("POST", "/api/v1/user_picture_profiles/switch_picture_type", "bob", { picture_type: "initials" });
    await expect.poll(() => told("bob")).toEqual([{ ...changed, exten: "102" }]);
  });
});
