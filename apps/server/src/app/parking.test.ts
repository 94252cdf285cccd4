import { endpoints } from "@callpanel/contract";
import { settle } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";

describe("parking, from telephone to panel", () => {
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

  /** The parking events of a panel, as `<event> <slot> <who>`. */
  const listen = async (username: string) => {
    const frames = await sockets.panel(username);
    const slots = () =>
      frames.flatMap((frame) => {
        if (frame.type !== "event" || frame.event.action !== "PARKING") return [];
        const { event, space, parkee } = frame.event;
        return `${event} ${space} ${parkee?.name}`;
      });
    return { frames, slots };
  };
  /** Alice calls Bob and parks him. */
  const park = async () => {
    const [alice, bob] = [await sockets.registered("alice"), await sockets.registered("bob")];
    const placed = alice.call("102");
    const incoming = await bob.incoming();
    await incoming.answer();
    await placed.until("talking");
    await placed.request("REFER", { headers: [["Refer-To", "<sip:700@demo>"]] });
    return { alice, bob, placed, incoming };
  };

  it("RT-30 a parked call is reported with its leg, included in later snapshots, and removed when it is retrieved", async () => {
    const carol = await listen("carol");
    const { incoming } = await park();
    await expect.poll(carol.slots).toEqual(["parked 701 Bob Brandt"]);
    const late = await listen("dave");
    const snapshot = late.frames[1];
    expect(snapshot).toMatchObject({
      parked: [{ lot: "Main", exten: "700", space: "701", parker: { name: "Alice Archer" }, timeoutSeconds: 45 }],
    });
    const waiting = snapshot?.type === "snapshot" ? snapshot.parked[0]?.parkee.channel : undefined;
    const bob = snapshot?.type === "snapshot" ? snapshot.buddies.find(({ exten }) => exten === "102") : undefined;
    expect(bob?.calls.map(({ channel }) => channel)).toEqual([waiting]);
    const retrieved = (await sockets.registered("carol")).call("701");
    await retrieved.until("talking");
    await expect.poll(carol.slots).toEqual(["parked 701 Bob Brandt", "unparked 701 Bob Brandt"]);
    incoming.hangUp();
  });

  it("RT-30 when the parked caller hangs up, the slot is free", async () => {
    const carol = await listen("carol");
    const { incoming } = await park();
    await expect.poll(carol.slots).toHaveLength(1);
    incoming.hangUp();
    await expect.poll(carol.slots).toEqual(["parked 701 Bob Brandt", "giveup 701 Bob Brandt"]);
  });

  it("RT-30 after the lot's time the slot is free and the person who parked is called", async () => {
    const carol = await listen("carol");
    const { alice, incoming } = await park();
    await expect.poll(carol.slots).toHaveLength(1);
    await server.clock.advance(44_000);
    await settle();
    expect(carol.slots()).toHaveLength(1);
    await server.clock.advance(1_000);
    const back = await alice.incoming();
    await back.answer();
    await expect.poll(carol.slots).toEqual(["parked 701 Bob Brandt", "timeout 701 Bob Brandt"]);
    incoming.hangUp();
    await back.until("ended");
  });

  it("PARK-10 lots are listed with name, extension and slots", async () => {
    const { body } = await server.get("/api/v1/parkings", "alice");
    const { total, data } = endpoints.getParkings.response.parse(body);
    expect([total, data[0]?.name, data[0]?.extension]).toEqual([1, "Main", "700"]);
    expect(data[0]?.slots).toEqual(Array.from({ length: 20 }, (_, index) => String(701 + index)));
    expect((await server.get("/api/v1/parkings", "erin")).status).toBe(403);
  });
});
