/** A telephone in a meeting, or waiting for it: what it hears, its keys, and its prompts (VPHONE-13, VPHONE-14). */
import type { MediaVoice } from "@callpanel/media";
import type { Clock, Log, SpokenLanguage, VideoPhoneEvent, VideoStay } from "@callpanel/phone-port";
import type { SpokenKey } from "../../spoken/spoken.ts";
import type { ServedCaller, ServiceStay } from "../call/service.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { createPlaylist } from "../services/ivr/playlist.ts";
import { words, wordsFile } from "../services/ivr/words.ts";

export interface VideoInside extends ServiceStay {
  told(event: VideoPhoneEvent): void;
  hear(voices: readonly MediaVoice[]): void;
  /** The place in the meeting; it may come after the first events. */
  begin(stay: VideoStay): void;
}

interface InsideParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly promptsFolder: string;
  readonly language: SpokenLanguage;
  readonly caller: ServedCaller;
}

const OVER: LegReason = { status: 200, text: "The meeting is over" };

export function createVideoInside({ clock, log, promptsFolder, language, caller }: InsideParts): VideoInside {
  const { leg } = caller;
  let phase: "waiting" | "in" | "over" = "waiting";
  let voices: readonly MediaVoice[] = [];
  let isSaying = false;
  let muted = false;
  let lastDigit = "";
  let stay: VideoStay | undefined;
  let isGone = false;

  const playlist = createPlaylist({
    clock,
    leg,
    spoken: (key) => wordsFile(promptsFolder, language, key),
    failed: (path, why) => log.warn("a sound could not be played", { call: caller.callId, path, error: why }),
  });
  const isHeld = (): boolean => "held" in leg.state && leg.state.held;
  const settle = (): void => {
    if (isSaying || isGone) return;
    if (phase === "over") return caller.dismiss(OVER);
    if (phase === "waiting") leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    else leg.port.hear({ kind: "mix", ports: voices });
  };
  const say = (...keys: readonly SpokenKey[]): void => {
    isSaying = true;
    playlist.play(words(...keys), () => {
      isSaying = false;
      settle();
    });
  };
  /** The sound of a phone on hold is not sent to the room. */
  const speak = (): void => stay?.speak(!muted && !isHeld());

  return {
    begin: (given) => {
      stay = given;
      if (isGone) given.leave();
      else if (isHeld()) speak();
    },
    hear: (now) => {
      voices = now;
      if (phase === "in") settle();
    },
    told: (event) => {
      if (isGone || phase === "over") return;
      switch (event.kind) {
        case "waits":
          return say("video-waits");
        case "joined":
          phase = "in";
          if (event.recorded) return say("conference-recorded");
          playlist.stop();
          isSaying = false;
          return settle();
        case "muted":
          muted = true;
          speak();
          return say("conference-muted");
        case "recorded":
          return say(event.on ? "conference-recorded" : "conference-not-recorded");
        case "over":
          phase = "over";
          return say("goodbye");
      }
    },
    pressed: ({ digit }) => {
      const isMute = lastDigit === "*" && digit === "6";
      lastDigit = digit;
      if (!isMute || phase !== "in") return;
      muted = !muted;
      speak();
      say(muted ? "conference-muted" : "conference-unmuted");
    },
    held: speak,
    stop: () => {
      isGone = true;
      playlist.close();
      stay?.leave();
    },
  };
}
