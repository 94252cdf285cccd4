// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { ExternalApiError, loadExternalApi } from "./external-api.ts";
import type { JitsiApi, JitsiOptions } from "./external-api.ts";
import { createExternalMeeting } from "./external-meeting.ts";
import type { JitsiEntry } from "./external-meeting.ts";

const ENTRY: JitsiEntry = {
  provider: "jitsi",
  script: "https://live.example.com/external_api.js",
  domain: "live.example.com",
  roomName: "f00d",
  jwt: "a.b.c",
  room: "Daily",
  name: "Alice",
  role: "admin",
  shareScreen: true,
};
const WISHES = { lang: "fr", microphone: true, camera: false };

interface Made {
  readonly domain: string;
  readonly options: JitsiOptions;
  readonly commands: (readonly unknown[])[];
  readonly tell: (event: string, told?: Readonly<Record<string, unknown>>) => void;
  isMuted: boolean;
  isDisposed: boolean;
}

/** Stands for the class of Jitsi's script. */
function fakeApi() {
  const made: Made[] = [];
  class Api implements JitsiApi {
    readonly #listeners = new Map<string, (told: Readonly<Record<string, unknown>>) => void>();
    readonly #made: Made;
    constructor(domain: string, options: JitsiOptions) {
      const tell: Made["tell"] = (event, told = {}) => this.#listeners.get(event)?.(told);
      this.#made = { domain, options, commands: [], tell, isMuted: false, isDisposed: false };
      made.push(this.#made);
    }
    addListener(event: string, listener: (told: Readonly<Record<string, unknown>>) => void): void {
      this.#listeners.set(event, listener);
    }
    executeCommand(...command: readonly unknown[]): void {
      this.#made.commands.push(command);
    }
    isAudioMuted(): Promise<boolean> {
      return Promise.resolve(this.#made.isMuted);
    }
    dispose(): void {
      this.#made.isDisposed = true;
    }
  }
  return { Api, made };
}

function opened(entry: Partial<JitsiEntry> = {}) {
  const { Api, made } = fakeApi();
  const meeting = createExternalMeeting(Api, { ...ENTRY, ...entry }, WISHES);
  const detach = meeting.attach(document.body);
  const [frame] = made;
  if (frame === undefined) throw new Error("no frame was made");
  return { meeting, frame, detach };
}

afterEach(() => {
  delete window.JitsiMeetExternalAPI;
  document.head.replaceChildren();
});

it("JITSI-4 JITSI-5 JITSI-7 the frame gets the room, the token and the user's choices; an admin turns on the lobby", () => {
  const { meeting, frame, detach } = opened();
  expect(frame).toMatchObject({ domain: "live.example.com" });
  expect(frame.options).toMatchObject({
    roomName: "f00d",
    jwt: "a.b.c",
    lang: "fr",
    userInfo: { displayName: "Alice" },
    configOverwrite: { subject: "Daily", startWithAudioMuted: false, startWithVideoMuted: true },
  });
  expect(frame.commands).toEqual([]);
  frame.tell("videoConferenceJoined");
  expect(meeting.get().phase).toBe("joined");
  expect(frame.commands).toEqual([["toggleLobby", true]]);
  detach();
  expect(frame.isDisposed).toBe(true);

  const guest = opened({ role: "guest", shareScreen: false });
  guest.frame.tell("videoConferenceJoined");
  expect(guest.frame.commands).toEqual([]);
  const buttons = (of: Made) => of.options.configOverwrite["toolbarButtons"];
  expect(buttons(frame)).toContain("desktop");
  expect(buttons(guest.frame)).not.toContain("desktop");
});

it("JITSI-8 the meeting is over when the user hangs up, is removed, or the connection failed for good, and stays over", () => {
  const end = (event: string, told?: Readonly<Record<string, unknown>>) => {
    const { meeting, frame } = opened();
    frame.tell("videoConferenceJoined");
    frame.tell(event, told);
    return meeting.get();
  };
  expect(end("readyToClose")).toMatchObject({ phase: "over", reason: "left" });
  expect(end("participantKickedOut", { kicked: { id: "7", local: true } })).toMatchObject({ reason: "removed" });
  expect(end("participantKickedOut", { kicked: { id: "8", local: false } }).phase).toBe("joined");
  expect(end("errorOccurred", { error: { name: "conference.failed", isFatal: true } })).toMatchObject({
    reason: "failed",
  });
  expect(end("errorOccurred", { error: { name: "track", isFatal: false } }).phase).toBe("joined");
  const { meeting, frame } = opened();
  meeting.leave();
  frame.tell("videoConferenceJoined");
  expect(frame.commands).toContainEqual(["hangup"]);
  expect(meeting.get()).toMatchObject({ phase: "over", reason: "left" });
});

it("JITSI-9 other participants are counted, and the microphone follows the call", async () => {
  const { meeting, frame } = opened();
  frame.tell("participantJoined", { id: "1" });
  frame.tell("participantJoined", { id: "2" });
  frame.tell("participantLeft", { id: "1" });
  expect(meeting.get().others).toBe(1);
  meeting.turnMicrophone(true);
  meeting.turnMicrophone(false);
  await Promise.resolve();
  expect(frame.commands).toEqual([["toggleAudio"]]);
  frame.isMuted = true;
  meeting.turnMicrophone(false);
  meeting.turnMicrophone(true);
  await Promise.resolve();
  expect(frame.commands).toEqual([["toggleAudio"], ["toggleAudio"]]);
});

it("JITSI-6 a script that does not load, or defines nothing, is an error; the next try loads it again", async () => {
  const last = () => {
    const script = document.head.querySelector("script");
    if (script === null) throw new Error("no script was added");
    return script;
  };
  const refused = loadExternalApi(window, ENTRY.script);
  expect(last().src).toBe(ENTRY.script);
  last().dispatchEvent(new Event("error"));
  await expect(refused).rejects.toBeInstanceOf(ExternalApiError);
  expect(document.head.querySelector("script")).toBeNull();
  const empty = loadExternalApi(window, ENTRY.script);
  last().dispatchEvent(new Event("load"));
  await expect(empty).rejects.toBeInstanceOf(ExternalApiError);

  const { Api } = fakeApi();
  const loaded = loadExternalApi(window, ENTRY.script);
  window.JitsiMeetExternalAPI = Api;
  last().dispatchEvent(new Event("load"));
  expect(await loaded).toBe(Api);
  expect(await loadExternalApi(window, ENTRY.script)).toBe(Api);
  expect(document.head.querySelectorAll("script")).toHaveLength(1);
});

it("JITSI-6 a class that creates no instance ends the meeting with the same error", () => {
  class Broken implements JitsiApi {
    constructor() {
      throw new Error("no WebRTC");
    }
    addListener(): void {}
    executeCommand(): void {}
    isAudioMuted(): Promise<boolean> {
      return Promise.resolve(false);
    }
    dispose(): void {}
  }
  const meeting = createExternalMeeting(Broken, ENTRY, WISHES);
  meeting.attach(document.body)();
  expect(meeting.get()).toMatchObject({ phase: "over", reason: "script" });
});
