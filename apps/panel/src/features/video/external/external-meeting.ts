/** A meeting that is held at a Jitsi installation, in a frame that its external API makes (docs/spec/video-jitsi.md). */
import type { MeetingEntry } from "@callpanel/contract";
import { createStore } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";
import { ExternalApiError } from "./external-api.ts";
import type { JitsiApi, JitsiApiClass } from "./external-api.ts";

export type JitsiEntry = Extract<MeetingEntry, { provider: "jitsi" }>;

export interface ExternalSnapshot {
  readonly phase: "opening" | "joined" | "over";
  /** Why it is over. */
  readonly reason: "left" | "removed" | "failed" | "script";
  /** How many others are in it. */
  readonly others: number;
}

export interface ExternalMeeting extends Readable<ExternalSnapshot> {
  /** Puts the frame into a place of the page. @returns takes it out */
  attach(place: HTMLElement): () => void;
  turnMicrophone(on: boolean): void;
  leave(): void;
}

export interface ExternalWishes {
  readonly lang: string;
  readonly microphone: boolean;
  readonly camera: boolean;
}

const OPENING: ExternalSnapshot = { phase: "opening", reason: "left", others: 0 };
const BUTTONS = ["microphone", "camera", "desktop", "chat", "raisehand", "participants-pane", "tileview"] as const;
const MORE_BUTTONS = ["select-background", "settings", "security", "recording", "fullscreen", "hangup"] as const;

export function createExternalMeeting(
  Api: JitsiApiClass,
  { domain, roomName, jwt, room, name, role, shareScreen }: JitsiEntry,
  { lang, microphone, camera }: ExternalWishes,
): ExternalMeeting {
  const store = createStore<ExternalSnapshot, Partial<ExternalSnapshot>>(OPENING, (now, change) =>
    now.phase === "over" ? now : { ...now, ...change },
  );
  let api: JitsiApi | undefined;
  let isOn = microphone;
  const over = (reason: ExternalSnapshot["reason"]) => store.dispatch({ phase: "over", reason });
  const count = (step: number) => store.dispatch({ others: Math.max(0, store.get().others + step) });

  const follow = (made: JitsiApi): void => {
    made.addListener("videoConferenceJoined", () => {
      // JITSI-5: a guest with a link waits for an admin.
      if (role === "admin") made.executeCommand("toggleLobby", true);
      store.dispatch({ phase: "joined" });
    });
    made.addListener("participantJoined", () => count(1));
    made.addListener("participantLeft", () => count(-1));
    made.addListener("participantKickedOut", ({ kicked }) => {
      if (typeof kicked === "object" && kicked !== null && "local" in kicked && kicked.local === true) over("removed");
    });
    made.addListener("readyToClose", () => over("left"));
    made.addListener("errorOccurred", ({ error }) => {
      if (typeof error === "object" && error !== null && "isFatal" in error && error.isFatal === true) over("failed");
    });
  };
  const make = (parentNode: HTMLElement): JitsiApi => {
    try {
      return new Api(domain, {
        roomName,
        jwt,
        parentNode,
        lang,
        width: "100%",
        height: "100%",
        userInfo: { displayName: name },
        configOverwrite: {
          subject: room,
          prejoinConfig: { enabled: false },
          disableDeepLinking: true,
          disableInviteFunctions: true,
          startWithAudioMuted: !microphone,
          startWithVideoMuted: !camera,
          toolbarButtons: [...BUTTONS, ...MORE_BUTTONS].filter((button) => shareScreen || button !== "desktop"),
        },
      });
    } catch (error) {
      throw new ExternalApiError("the external API makes no instance", { cause: error });
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    attach(place) {
      try {
        const made = make(place);
        api = made;
        follow(made);
        return () => {
          if (api === made) api = undefined;
          made.dispose();
        };
      } catch {
        over("script");
        return () => undefined;
      }
    },
    turnMicrophone(on) {
      if (isOn === on) return;
      isOn = on;
      const now = api;
      void now?.isAudioMuted().then((isMuted) => {
        if (isMuted === on) now.executeCommand("toggleAudio");
      });
    },
    leave() {
      api?.executeCommand("hangup");
      over("left");
    },
  };
}
