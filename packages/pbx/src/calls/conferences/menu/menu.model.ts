/** What a member can do with the keys of their phone, after the star key (rule CONF-30). Pure. */
import type { SpokenLanguage } from "@callpanel/phone-port";
import { heardIn } from "../../../spoken/say.ts";
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { IvrEffect, IvrEvent, IvrStep } from "../../services/ivr/ivr.port.ts";
import { CHOICE_MS } from "../../services/ivr/menu.ts";
import { words } from "../../services/ivr/words.ts";
import { sayOthers } from "../entrance/entrance.model.ts";

export type MenuState = { readonly phase: "choosing" | "done" };

export type MenuAsk =
  | { readonly kind: "mute" | "count" | "lock" | "record" }
  /** How loud they hear the room, or how loud they are heard. */
  | { readonly kind: "volume"; readonly what: "hearsDb" | "saysDb"; readonly louder: boolean };

export type MenuResult =
  /** `mutedByRoom`: they are not heard all the same. */
  | { readonly kind: "muted"; readonly muted: boolean; readonly mutedByRoom: boolean }
  | { readonly kind: "count"; readonly otherCount: number }
  | { readonly kind: "lock"; readonly locked: boolean }
  | { readonly kind: "record"; readonly recording: boolean }
  | { readonly kind: "volume"; readonly louder: boolean; readonly isTurned: boolean }
  | { readonly kind: "refused" };

export interface MenuMember {
  readonly admin: boolean;
  readonly language: SpokenLanguage;
}

type Step = IvrStep<MenuState, MenuAsk>;
type Event = IvrEvent<MenuResult>;

export const beginMenu = ({ admin }: MenuMember): Step =>
  go("choosing", { kind: "say", sounds: words(admin ? "conference-admin-menu" : "conference-menu") });

/** `sendOn` is how it ends without leaving the room: back to the others. */
export function stepMenu({ admin, language }: MenuMember, state: MenuState, event: Event): Step {
  if (event.kind === "told") {
    // After a change of volume comes the next key.
    const phase = event.told.kind === "volume" ? "choosing" : "done";
    return go(phase, { kind: "say", sounds: words(...heardIn(language, saying(event.told))) });
  }
  if (event.kind === "failed") return go("done", { kind: "say", sounds: words("not-possible") });
  if (state.phase === "done") return event.kind === "said" ? go("done", BACK) : go("done");
  if (event.kind === "said") return go("choosing", { kind: "wait", ms: CHOICE_MS });
  if (event.kind === "waited") return go("done", BACK);
  if (event.kind !== "digit") return go("choosing");
  switch (event.digit) {
    case "1":
      return admin ? go("choosing", { kind: "ask", ask: { kind: "record" } }) : go("choosing");
    case "2":
      return go("choosing", { kind: "ask", ask: { kind: "mute" } });
    case "3":
      return go("choosing", { kind: "ask", ask: { kind: "count" } });
    case "4":
    case "6":
      return turn("hearsDb", event.digit === "6");
    case "7":
    case "9":
      return turn("saysDb", event.digit === "9");
    case "5":
      return admin ? go("choosing", { kind: "ask", ask: { kind: "lock" } }) : go("choosing");
    case "8":
      return go("done", { kind: "leave" });
    case "*":
    case "#":
      return go("done", BACK);
    default:
      return go("choosing");
  }
}

const turn = (what: "hearsDb" | "saysDb", louder: boolean): Step =>
  go("choosing", { kind: "ask", ask: { kind: "volume", what, louder } });

const BACK = { kind: "sendOn", number: "" } as const;

function saying(told: MenuResult): readonly SpokenKey[] {
  switch (told.kind) {
    case "muted":
      if (told.mutedByRoom) return ["conference-listening"];
      return [told.muted ? "conference-muted" : "conference-unmuted"];
    case "count":
      return sayOthers(told.otherCount);
    case "lock":
      return [told.locked ? "conference-lock-on" : "conference-lock-off"];
    case "record":
      return [told.recording ? "conference-recorded" : "conference-not-recorded"];
    case "volume":
      if (!told.isTurned) return ["conference-volume-limit"];
      return [told.louder ? "conference-louder" : "conference-quieter"];
    case "refused":
      return ["not-possible"];
  }
}

const go = (phase: MenuState["phase"], ...effects: readonly IvrEffect<MenuAsk>[]): Step => ({
  state: { phase },
  effects,
});
