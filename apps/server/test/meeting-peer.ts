/** People at the meeting socket of a test server. */
import {
  endpoints,
  meetingServerFrameSchema,
  type MeetingOrder,
  type MeetingServerFrame,
  type VideoRoom,
} from "@callpanel/contract";
import { expect, vi } from "vitest";
import type { WebSocket } from "ws";
import { applyCompany, parseCompanyFile } from "../src/modules/administration/index.ts";
import type { TestServer } from "./test-server.ts";
import type { TestSockets } from "./test-sockets.ts";
import { WAIT } from "./wait.ts";

type Frame<Type extends MeetingServerFrame["type"]> = Extract<MeetingServerFrame, { type: Type }>;

export interface MeetingPeer {
  readonly socket: WebSocket;
  readonly frames: MeetingServerFrame[];
  readonly closes: number[];
  say(frame: object): void;
  /** The first frame of all that fits. */
  next<Type extends MeetingServerFrame["type"]>(
    type: Type,
    fits?: (frame: Frame<Type>) => boolean,
  ): Promise<Frame<Type>>;
  order(order: MeetingOrder): Promise<Frame<"done" | "refused">>;
  /** The last frame, when the connection is closed. */
  end(): Promise<MeetingServerFrame | undefined>;
}

export function meetingPeerOn(socket: WebSocket, { pongs = true } = {}): MeetingPeer {
  const frames: MeetingServerFrame[] = [];
  const closes: number[] = [];
  let requests = 0;
  socket.on("message", (data: Buffer) => {
    const frame = meetingServerFrameSchema.parse(JSON.parse(data.toString("utf8")));
    if (frame.type !== "ping") frames.push(frame);
    else if (pongs) socket.send(JSON.stringify({ type: "pong" }));
  });
  socket.on("close", (code) => closes.push(code));
  const say = (frame: object): void => socket.send(JSON.stringify(frame));
  const find = <Found extends MeetingServerFrame>(fits: (frame: MeetingServerFrame) => frame is Found) =>
    vi.waitFor(() => {
      const found = frames.find(fits);
      if (found === undefined) throw new Error(`not among ${frames.map((one) => one.type).join()}`);
      return found;
    }, WAIT);
  return {
    socket,
    frames,
    closes,
    say,
    next: (type, fits = () => true) => {
      const isType = (frame: MeetingServerFrame): frame is Frame<typeof type> => frame.type === type;
      return find((frame): frame is Frame<typeof type> => isType(frame) && fits(frame));
    },
    order: (order) => {
      const request = `r${(requests += 1)}`;
      say({ type: "order", request, order });
      return find(
        (frame): frame is Frame<"done" | "refused"> =>
          (frame.type === "done" || frame.type === "refused") && frame.request === request,
      );
    },
    end: async () => {
      await vi.waitFor(() => expect(closes).toHaveLength(1), WAIT);
      return frames.at(-1);
    },
  };
}

/** The company of a test server has video rooms, and everybody with a panel may use them; with further settings. */
export async function allowVideo(server: TestServer, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const settings = { video_conf_limit: "0", video_enabled: "yes", video_screen_sharing: "yes", ...more };
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}: ${value}\n`);
  await applyCompany(server.stores.company, parseCompanyFile(`realm: demo\nsettings:\n${lines.join("")}`));
  await vi.waitFor(async () => {
    await server.clock.advance(500);
    expect((await server.get("/api/v1/video_conferences", "alice")).status).toBe(200);
  }, WAIT);
}

/** Ways into meetings. */
export function meetingDoor(server: TestServer, sockets: TestSockets) {
  const createRoom = async (room: object = {}, who = "alice"): Promise<VideoRoom> => {
    const { status, body } = await server.send("POST", "/api/v1/video_conferences", who, { name: "Daily", ...room });
    expect(status, JSON.stringify(body)).toBe(200);
    return endpoints.createVideoConference.response.parse(body);
  };
  const publicPost = async (path: string, payload: object) => {
    const response = await server.app.inject({ method: "POST", url: `/api/v1/video_meetings/${path}`, payload });
    const body: unknown = response.json();
    return { status: response.statusCode, body };
  };
  const ticketOf = ({ status, body }: { readonly status: number; readonly body: unknown }): string => {
    expect(status, JSON.stringify(body)).toBe(200);
    return ticketIn(body);
  };
  const enter = async (ticket: string): Promise<MeetingPeer> => {
    const peer = meetingPeerOn(await sockets.open("/video"));
    peer.say({ type: "enter", ticket });
    return peer;
  };
  const personTicket = async (who: string, roomId: number): Promise<string> =>
    ticketOf(await server.send("POST", `/api/v1/video_conferences/${roomId}/enter`, who));
  return {
    createRoom,
    publicPost,
    enter,
    personTicket,
    linkTicket: async (link: string, name: string, pin?: string) =>
      ticketOf(await publicPost("enter", { link, name, ...(pin !== undefined && { pin }) })),
    person: async (who: string, roomId: number) => enter(await personTicket(who, roomId)),
    guest: async (link: string, name: string) => enter(ticketOf(await publicPost("enter", { link, name }))),
  };
}

/** Of a meeting at this server. */
export function ticketIn(entry: unknown): string {
  const parsed = endpoints.enterVideoMeeting.response.parse(entry);
  if (parsed.provider !== "embedded") throw new Error(`the meeting is held by ${parsed.provider}`);
  return parsed.ticket;
}

export const secretOf = (url: string): string => new URL(url).pathname.replace("/v/", "");
