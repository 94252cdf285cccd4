/** A video room of the media engine and real browsers, without the panel: which participants see and hear each other, by colours and tones. */
import { type Socket, createSocket } from "node:dgram";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MediaEngine, type VideoRoomEvent, type VideoRoomPort, startMediaEngine } from "@callpanel/testkit/media";
import { type Browser, expect, test } from "@playwright/test";
import { launchBrowser } from "../../support/browser/browser.ts";
import {
  type MemberOptions,
  type RoomMember,
  defineMember,
  describeAgain,
  joinRoom,
} from "../../support/outside/room-member.ts";

const COLOURS = { ann: "red", ben: "lime", cat: "blue" } as const;
const TONES = { ann: 620, ben: 1030, cat: 1490 } as const;
const AUDIBLE_DB = -50;
type Name = keyof typeof COLOURS;

test.describe("a video room and browsers", () => {
  let engine: MediaEngine;
  let folder: string;
  let browser: Browser;
  let room: VideoRoomPort;
  let events: VideoRoomEvent[];
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>room</title>");
  });

  test.beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    folder = await mkdtemp(join(tmpdir(), "callpanel-room-"));
    engine = await startMediaEngine();
    browser = await launchBrowser(folder, "alice");
  });
  test.afterAll(async () => {
    await browser.close();
    await engine.close();
    site.close();
    await rm(folder, { recursive: true, force: true });
  });
  test.beforeEach(() => {
    room = engine.openVideoRoom();
    events = [];
    room.subscribe((event) => events.push(event));
  });
  test.afterEach(async () => {
    room.close();
    for (const context of browser.contexts()) await context.close();
    expect(engine.openPortCount).toBe(0);
  });

  async function open(id: Name, options: Partial<MemberOptions> = {}): Promise<RoomMember> {
    const page = await browser.newPage();
    await page.addInitScript(defineMember);
    await page.goto(`http://127.0.0.1:${portOf(site.address())}/`);
    await page.evaluate((how) => window.openMember(how), { colour: COLOURS[id], hz: TONES[id], slots: 3, ...options });
    return { id, page };
  }

  const show = (to: RoomMember, tiles: readonly (readonly [Name, number, ("camera" | "screen")?])[]): void =>
    room.show(
      to.id,
      tiles.map(([participant, width, kind = "camera"]) => ({
        participant,
        kind,
        width,
        height: (width * 9) / 16,
        priority: width > 500 ? "large" : "small",
      })),
    );

  const slotOf = (to: RoomMember, participant: string, kind: string): string | undefined => {
    const told = events.findLast((event) => event.kind === "slots" && event.participant === to.id);
    if (told?.kind !== "slots") return undefined;
    return told.slots.find((slot) => slot.participant === participant && slot.kind === kind)?.mid;
  };

  const seen = async (to: RoomMember, of: Name, kind: string) =>
    (await to.page.evaluate(() => window.member.seen()))[slotOf(to, of, kind) ?? ""];
  const widthOf = async (to: RoomMember, of: Name) => (await seen(to, of, "camera"))?.width;

  /** The picture of somebody, in the slot that the room named. */
  const expectSees = (to: RoomMember, of: Name, width: number, kind = "camera", colour: string = COLOURS[of]) =>
    expect.poll(() => seen(to, of, kind), { message: `${to.id} sees the ${kind} of ${of}` }).toEqual({ colour, width });

  const expectHears = (to: RoomMember, of: readonly Name[]) =>
    expect
      .poll(async () => {
        const levels = await to.page.evaluate((tones) => window.member.heard(tones), Object.values(TONES));
        return Object.keys(TONES).filter((_, at) => (levels[at] ?? -200) > AUDIBLE_DB);
      })
      .toEqual(of);

  test("VENG-70 VENG-72 VENG-75 VENG-76 three browsers see and hear each other, in the size of the tile; joining and leaving need no new description", async () => {
    const [ann, ben] = [await open("ann"), await open("ben")];
    await joinRoom(room, ann);
    await joinRoom(room, ben);
    show(ann, [["ben", 960]]);
    show(ben, [["ann", 960]]);
    await expectSees(ann, "ben", 960);
    await expectSees(ben, "ann", 960);
    await expectHears(ann, ["ben"]);
    expect(events).toContainEqual({ kind: "talking", participant: "ben", talking: true });

    show(ann, [["ben", 200]]);
    await expectSees(ann, "ben", 240);

    const cat = await open("cat");
    await joinRoom(room, cat);
    show(cat, [
      ["ann", 960],
      ["ben", 200],
    ]);
    show(ann, [
      ["cat", 960],
      ["ben", 200],
    ]);
    await expectSees(ann, "cat", 960);
    await expectSees(ann, "ben", 240);
    await expectSees(cat, "ann", 960);
    await expectHears(ann, ["ben", "cat"]);
    await expectHears(cat, ["ann", "ben"]);

    room.block("cat", ["voice", "camera"]);
    await expectHears(ann, ["ben"]);
    await expect.poll(() => slotOf(ann, "cat", "camera")).toBeUndefined();
    room.block("cat", []);
    await expectHears(ann, ["ben", "cat"]);
    await expectSees(ann, "cat", 960);

    room.leave("cat");
    await expectHears(ann, ["ben"]);
    await expect.poll(() => slotOf(ann, "cat", "camera")).toBeUndefined();
    await expectSees(ann, "ben", 240);

    const link = events.findLast((event) => event.kind === "link" && event.participant === "ann");
    expect(link).toMatchObject({ lossUp: expect.any(Number), rttMs: expect.any(Number) });
    expect(link?.kind === "link" && link.bitsPerSecond).toBeGreaterThan(100_000);
    expect(events.filter(({ kind }) => kind === "failed" || kind === "lost")).toEqual([]);
  });

  test("VENG-73 a screen is shared, and if a network blocks UDP the connection changes to TCP, without interrupting running streams", async () => {
    const [ann, ben] = [await open("ann"), await open("ben")];
    const way = await createUdpWay();
    await joinRoom(room, ann, way.inAnswer);
    await joinRoom(room, ben);
    show(ben, [["ann", 960]]);
    show(ann, [["ben", 960]]);
    await expectSees(ben, "ann", 960);
    const before = slotOf(ben, "ann", "camera");

    await ann.page.evaluate(() => window.member.shareScreen("yellow"));
    await describeAgain(room, ann, {}, way.inAnswer);
    show(ben, [
      ["ann", 960, "screen"],
      ["ann", 200],
    ]);
    await expectSees(ben, "ann", 640, "screen", "yellow");
    await expectSees(ben, "ann", 240);
    expect(slotOf(ben, "ann", "camera")).toBe(before);

    expect(await ann.page.evaluate(() => window.member.protocol())).toBe("udp");
    way.cut();
    await describeAgain(room, ann, { iceRestart: true }, way.inAnswer);
    await expect.poll(() => ann.page.evaluate(() => window.member.protocol())).toBe("tcp");
    const { frames } = await ann.page.evaluate(() => window.member.received());
    await expect
      .poll(async () => (await ann.page.evaluate(() => window.member.received())).frames)
      .toBeGreaterThan(frames + 30);
    show(ben, [["ann", 960]]);
    // Not its largest layer: Chromium's estimate began again, and a screen that stands still proves it no more bandwidth.
    await expect.poll(() => widthOf(ben, "ann")).toBeGreaterThan(240);
    await expectHears(ben, ["ann"]);
    way.close();
    expect(events.filter(({ kind }) => kind === "failed" || kind === "lost")).toEqual([]);
  });
});

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the page has no address");
  return address.port;
}

/** A way by UDP between one browser and the engine that can be cut; in the answer its address replaces the engine's. */
async function createUdpWay() {
  const near = createSocket("udp4");
  await new Promise<void>((done) => near.bind(0, "127.0.0.1", done));
  let [engine, isCut] = [0, false];
  /** As a network does: for each socket of the browser one towards the engine. */
  const far = new Map<number, Socket>();
  const farOf = (port: number): Socket => {
    const known = far.get(port);
    if (known !== undefined) return known;
    const made = createSocket("udp4");
    made.on("message", (datagram) => {
      if (!isCut) near.send(datagram, port, "127.0.0.1");
    });
    far.set(port, made);
    return made;
  };
  near.on("message", (datagram, from) => {
    if (!isCut) farOf(from.port).send(datagram, engine, "127.0.0.1");
  });
  return {
    inAnswer: (sdp: string): string =>
      sdp.replace(/^(a=candidate:\S+ 1 udp \d+ \S+) (\d+)/m, (_line, start: string, port: string) => {
        engine = Number(port);
        return `${start} ${near.address().port}`;
      }),
    /** From now on nothing comes through. */
    cut: () => {
      isCut = true;
    },
    close: () => {
      for (const socket of [near, ...far.values()]) socket.close();
    },
  };
}
