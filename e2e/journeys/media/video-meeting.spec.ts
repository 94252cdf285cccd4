/** A meeting over the whole server, with browsers whose pages ignore the rules: only what the server allows is seen and heard. */
import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  endpoints,
  type MeetingClientFrame,
  type MeetingOrder,
  type MeetingServerFrame,
  meetingServerFrameSchema,
  tokenSchema,
} from "@callpanel/contract";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { WebSocket } from "ws";
import { launchBrowser } from "../../support/browser/browser.ts";
import { DEMO_PASSWORD } from "../../support/company/demo.ts";
import { defineMember, type MemberOptions } from "../../support/outside/room-member.ts";
import { createServerFolder, type RunningServer, type ServerFolder, startServer } from "../../support/server.ts";

const AUDIBLE_DB = -50;
const ALICE: MemberOptions = { colour: "red", hz: 620, slots: 2 };
const GUEST: MemberOptions = { colour: "lime", hz: 1030, slots: 2 };

interface Member {
  readonly page: Page;
  readonly frames: readonly MeetingServerFrame[];
  say(frame: MeetingClientFrame): void;
}

test.describe("a meeting and browsers", () => {
  let server: RunningServer;
  let data: ServerFolder;
  let folder: string;
  let browser: Browser;
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>meeting</title>");
  });

  test.beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    folder = await mkdtemp(join(tmpdir(), "callpanel-meeting-"));
    data = await createServerFolder();
    server = await startServer(data);
    browser = await launchBrowser(folder, "alice");
  });
  test.afterAll(async () => {
    await browser.close();
    await server.stop();
    site.close();
    await Promise.all([data.remove(), rm(folder, { recursive: true, force: true })]);
  });

  const ask = async (method: string, path: string, body?: object, token?: string): Promise<unknown> => {
    const headers = {
      ...(body && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${server.address}/api/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBe(200);
    return answer.json();
  };

  const enter = async (options: MemberOptions, first: MeetingClientFrame): Promise<Member> => {
    const page = await browser.newPage();
    await page.addInitScript(defineMember);
    const at = site.address();
    await page.goto(`http://127.0.0.1:${typeof at === "object" ? at?.port : ""}/`);
    await page.evaluate((how) => window.openMember(how), options);
    const socket = new WebSocket(`${server.address.replace("http", "ws")}/video`);
    const frames: MeetingServerFrame[] = [];
    const say = (frame: MeetingClientFrame): void => socket.send(JSON.stringify(frame));
    socket.on("message", (text: Buffer) => {
      const frame = meetingServerFrameSchema.parse(JSON.parse(text.toString("utf8")));
      if (frame.type === "ping") say({ type: "pong" });
      frames.push(frame);
    });
    await new Promise((resolve) => socket.once("open", resolve));
    say(first);
    return { page, frames, say };
  };
  const framesOf = <Type extends MeetingServerFrame["type"]>({ frames }: Member, type: Type) =>
    frames.filter((frame): frame is Extract<MeetingServerFrame, { type: Type }> => frame.type === type);
  const next = async <Type extends MeetingServerFrame["type"]>(member: Member, type: Type) => {
    await expect.poll(() => framesOf(member, type).length, { message: type }).toBeGreaterThan(0);
    const found = framesOf(member, type).at(-1);
    if (found === undefined) throw new Error(`no ${type}`);
    return found;
  };
  const order = (member: Member, wanted: MeetingOrder): void =>
    member.say({ type: "order", request: wanted.order, order: wanted });

  const connect = async (member: Member, sees: string): Promise<void> => {
    const { offer, sends } = await member.page.evaluate(() => window.member.offer());
    member.say({ type: "offer", request: "offer", sdp: offer, sends: [...sends] });
    const { sdp } = await next(member, "answer");
    await member.page.evaluate((answer) => window.member.accept(answer), sdp);
    const tile = { kind: "camera", width: 960, height: 540, priority: "large" } as const;
    member.say({ type: "show", tiles: [{ ...tile, participant: sees }] });
  };
  const expectSees = (member: Member, colour: string | undefined) =>
    expect
      .poll(async () => {
        const mid = framesOf(member, "slots")
          .at(-1)
          ?.slots.find(({ kind }) => kind === "camera")?.mid;
        const seen = await member.page.evaluate(() => window.member.seen());
        return mid === undefined ? undefined : seen[mid]?.colour;
      })
      .toBe(colour);
  const expectHears = (member: Member, hz: number, isHeard: boolean) =>
    expect
      .poll(
        async () => ((await member.page.evaluate((tones) => window.member.heard(tones), [hz]))[0] ?? -200) > AUDIBLE_DB,
      )
      .toBe(isHeard);

  test("MEET-22 MEET-32 MEET-40 MEET-41 two browsers see and hear each other; a muted or removed participant is neither seen nor heard, even if the page continues to send", async () => {
    const credentials = { grant_type: "password", username: "alice", password: DEMO_PASSWORD };
    const { access_token } = tokenSchema.parse(await ask("POST", "oauth/token", credentials));
    const listed = await ask("GET", "v1/video_conferences", undefined, access_token);
    const daily = endpoints.listVideoConferences.response.parse(listed).data.find(({ name }) => name === "Daily");
    const own = await ask("POST", `v1/video_conferences/${daily?.id}/enter`, undefined, access_token);
    const link = new URL(daily?.guest.shortUrl ?? "").pathname.replace("/v/", "");
    const guests = await ask("POST", "v1/video_meetings/enter", { link, name: "Gustav" });
    const ticketOf = (entry: unknown): string => {
      const parsed = endpoints.enterVideoMeeting.response.parse(entry);
      return parsed.provider === "embedded" ? parsed.ticket : "";
    };

    const alice = await enter(ALICE, { type: "enter", ticket: ticketOf(own) });
    const { self: aliceId, resume } = await next(alice, "joined");
    const guest = await enter(GUEST, { type: "enter", ticket: ticketOf(guests) });
    await next(guest, "lobby");
    const guestId = (await next(alice, "waiting")).people[0]?.id ?? "";
    order(alice, { order: "admit", participant: guestId });
    await next(guest, "joined");
    const sending = { type: "sending", microphone: true, camera: true, screen: false } as const;
    alice.say(sending);
    guest.say(sending);
    await Promise.all([connect(alice, guestId), connect(guest, aliceId)]);
    await expectSees(alice, GUEST.colour);
    await expectSees(guest, ALICE.colour);
    await expectHears(alice, GUEST.hz, true);
    await expectHears(guest, ALICE.hz, true);
    await expect
      .poll(() => framesOf(alice, "talking").some(({ participant, talking }) => participant === guestId && talking))
      .toBe(true);

    order(alice, { order: "mute", what: "microphone", participant: guestId });
    await expectHears(alice, GUEST.hz, false);
    await expectSees(alice, GUEST.colour);
    guest.say(sending); // as if it had not heard of it
    order(alice, { order: "mute", what: "camera", participant: guestId });
    await expectSees(alice, undefined);
    await expectHears(alice, GUEST.hz, false);
    guest.say({ type: "sending", microphone: false, camera: false, screen: false });
    guest.say(sending);
    await expectSees(alice, GUEST.colour);
    await expectHears(alice, GUEST.hz, true);

    // Alice's page is opened again: a new connection of the same participant.
    await alice.page.close();
    const again = await enter(ALICE, { type: "resume", token: resume });
    expect(await next(again, "joined")).toMatchObject({ self: aliceId, role: "admin" });
    expect(await next(alice, "over")).toEqual({ type: "over", reason: "elsewhere" });
    await connect(again, guestId);
    await expectSees(again, GUEST.colour);
    await expectHears(again, GUEST.hz, true);
    await expectSees(guest, ALICE.colour);
    await expectHears(guest, ALICE.hz, true);

    order(again, { order: "remove", participant: guestId });
    expect(await next(guest, "over")).toEqual({ type: "over", reason: "removed" });
    await expectSees(again, undefined);
    await expectHears(again, GUEST.hz, false);
    await expectHears(guest, ALICE.hz, false);
    order(again, { order: "end" });
    expect(await next(again, "over")).toEqual({ type: "over", reason: "ended" });
  });
});
