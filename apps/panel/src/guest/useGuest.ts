import { enterVideoMeeting, showVideoMeeting } from "@callpanel/contract";
import type { MeetingClient } from "@callpanel/meeting";
import { openBrowserMeeting, openInputs } from "@callpanel/meeting/browser";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { ExternalMeeting, JitsiEntry } from "../features/video/external/external-meeting.ts";
import { openCapture } from "../features/video/room/openCapture.ts";
import { sayError } from "../shared/api/api.ts";
import type { Wire } from "../shared/api/api.ts";
import { createStore } from "../shared/store.ts";
import { useLocaleWords } from "../shared/words/useWords.ts";
import { localArea, sessionArea } from "../shared/storage.ts";
import { keepName, keepWayBack, readWayBack } from "./guest.model.ts";
import type { LinkedRoom } from "./guest.model.ts";

type Capture = MeetingClient["capture"];

export type GuestState =
  | { readonly phase: "loading" }
  /** The link leads nowhere, or the server does not answer. */
  | { readonly phase: "failed"; readonly text: string; readonly code: string }
  | {
      readonly phase: "preview";
      readonly room: LinkedRoom;
      readonly capture: Capture;
      readonly joining: boolean;
      readonly error: string | null;
      /** The error is about the PIN. */
      readonly isPin: boolean;
    }
  | { readonly phase: "meeting"; readonly client: MeetingClient }
  | { readonly phase: "external"; readonly meeting: ExternalMeeting }
  | { readonly phase: "over"; readonly reason: string };

export interface Guest {
  readonly state: GuestState;
  readonly load: () => void;
  readonly join: (name: string, pin: string) => void;
}

/** The guest's step on the way into the meeting, and back after a reload (VROOM-20). */
export function useGuest(wire: Wire, link: string): Guest {
  const words = useLocaleWords();
  const [store] = useState(() => createStore<GuestState, GuestState>({ phase: "loading" }, (_, next) => next));
  const guest = useMemo(() => {
    const open = (capture: Capture, entrance: { ticket: string } | { resume: string }) => {
      const client = openBrowserMeeting(location.origin, capture, entrance);
      const isBack = "resume" in entrance;
      store.dispatch({ phase: "meeting", client });
      const look = () => {
        const { meeting, capture: devices } = client.get();
        if (meeting.phase === "joined") {
          const { microphone, camera } = devices;
          keepWayBack(sessionArea(), link, { resume: meeting.resume, microphone: microphone.on, camera: camera.on });
        }
        if (meeting.phase !== "over" && meeting.phase !== "refused") return;
        stop();
        keepWayBack(sessionArea(), link, null);
        // The way back is over: the guest joins again from the beginning.
        if (isBack && meeting.phase === "refused") load();
        else store.dispatch({ phase: "over", reason: meeting.phase === "over" ? meeting.reason : meeting.code });
      };
      const stop = client.subscribe(look);
      const pause = () => {
        // What is closed now was on.
        stop();
        client.pause();
      };
      addEventListener("pagehide", pause, { once: true });
    };
    const openExternal = async (capture: Capture, entry: JitsiEntry) => {
      const { microphone, camera } = capture.get();
      // Its frame opens them.
      capture.close();
      try {
        const { loadExternalApi, createExternalMeeting } = await import("../features/video/external/external.load.ts");
        const wishes = { microphone: microphone.on, camera: camera.on, lang: words.locale.slice(0, 2) };
        const meeting = createExternalMeeting(await loadExternalApi(window, entry.script), entry, wishes);
        const stop = meeting.subscribe(() => {
          const { phase, reason } = meeting.get();
          if (phase !== "over") return;
          stop();
          if (reason === "script") noScript();
          else store.dispatch({ phase: "over", reason: reason === "failed" ? "lost" : reason });
        });
        store.dispatch({ phase: "external", meeting });
      } catch {
        noScript();
      }
    };
    const noScript = () => {
      const said = sayError(null, "video.script");
      store.dispatch({ phase: "failed", text: words.say(said), code: said.code ?? "" });
    };
    const load = () => {
      const capture = openCapture();
      const back = readWayBack(sessionArea(), link);
      void openInputs(capture, back ?? { microphone: true, camera: true });
      if (back !== null) return open(capture, { resume: back.resume });
      store.dispatch({ phase: "loading" });
      wire.call(showVideoMeeting, { body: { link } }, null).then(
        (room) => store.dispatch({ phase: "preview", room, capture, joining: false, error: null, isPin: false }),
        (error: unknown) => {
          capture.close();
          const said = sayError(error, "video.enter");
          store.dispatch({ phase: "failed", text: words.say(said), code: said.code ?? "" });
        },
      );
    };
    const join = (name: string, pin: string) => {
      const state = store.get();
      if (state.phase !== "preview" || state.joining) return;
      const { capture } = state;
      store.dispatch({ ...state, joining: true, error: null, isPin: false });
      keepName(localArea(), name);
      wire.call(enterVideoMeeting, { body: { link, name, ...(pin === "" ? {} : { pin }) } }, null).then(
        (entry) =>
          entry.provider === "jitsi" ? openExternal(capture, entry) : open(capture, { ticket: entry.ticket }),
        (error: unknown) => {
          const said = sayError(error, "video.enter");
          const isPin = said.code?.startsWith("video.pin") === true;
          store.dispatch({ ...state, joining: false, error: words.say(said), isPin });
        },
      );
    };
    return { load, join };
  }, [store, wire, link, words]);
  useEffect(() => guest.load(), [guest]);
  return { ...guest, state: useSyncExternalStore(store.subscribe, store.get) };
}
