/** What a member can do with the keys of their phone, after the star key (rule CONF-30). Pure. */
import type { SpokenLanguage } from "@callpanel/phone-port";
import { heardIn } from "../../../spoken/say.ts";
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { IvrEffect, IvrEvent, IvrStep } from "../../services/ivr/ivr.port.ts";
import { CHOICE_MS } from "../../services/ivr/menu.ts";
import { words } from "../../services/ivr/words.ts";
import { sayOthers } from "../entrance/entrance.model.ts";

export type MenuState = { readonly phase: "choosing" | "done" };

export type MenuAsk = { readonly kind: "mute" | "count" | "lock" };

export type MenuTold =
  /** `mutedByRoom`: they are not heard all the same. */
  | { readonly kind: "muted"; readonly muted: boolean; readonly mutedByRoom: boolean }
  | { readonly kind: "count"; readonly otherCount: number }
  | { readonly kind: "lock"; readonly locked: boolean };

export interface MenuMember {
  readonly admin: boolean;
  readonly language: SpokenLanguage;
}

type Step = IvrStep<MenuState, MenuAsk>;
type Event = IvrEvent<MenuTold>;

export const beginMenu = ({ admin }: MenuMember): Step =>
  go("choosing", { kind: "say", sounds: words(admin ? "conference-admin-menu" : "conference-menu") });

/** `sendOn` is how it ends without leaving the room: back to the others. */
export function stepMenu({ admin, language }: MenuMember, state: MenuState, event: Event): Step {
  if (event.kind === "told")
    return go("done", { kind: "say", sounds: words(...heardIn(language, saying(event.told))) });
  if (event.kind === "failed") return go("done", { kind: "say", sounds: words("not-possible") });
  if (state.phase === "done") return event.kind === "said" ? go("done", BACK) : go("done");
  if (event.kind === "said") return go("choosing", { kind: "wait", ms: CHOICE_MS });
  if (event.kind === "waited") return go("done", BACK);
  if (event.kind !== "digit") return go("choosing");
  switch (event.digit) {
    case "2":
      return go("choosing", { kind: "ask", ask: { kind: "mute" } });
    case "3":
      return go("choosing", { kind: "ask", ask: { kind: "count" } });
    case "4":
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

const BACK = { kind: "sendOn", number: "" } as const;

function saying(told: MenuTold): readonly SpokenKey[] {
  switch (told.kind) {
    case "muted":
      if (told.mutedByRoom) return ["conference-listening"];
      return [told.muted ? "conference-muted" : "conference-unmuted"];
    case "count":
      return sayOthers(told.otherCount);
    case "lock":
      return [told.locked ? "conference-lock-on" : "conference-lock-off"];
  }
}

const go = (phase: MenuState["phase"], ...effects: readonly IvrEffect<MenuAsk>[]): Step => ({
  state: { phase },
  effects,
});
