/** How calls are to reach a person: what the directory tells of their settings. Absent means nothing set. */

/** By the User-Agent of its registration: the panel, the panel in a telephone's webview, or any other phone. */
export type PhoneKind = "deskphone" | "callpanel" | "anywhere";

/** Where the people of a follow-me list are rung: all at once, one after the other, or one more with every turn. */
export type FollowMeStrategy = "ringall" | "hunt" | "memoryhunt";

export interface FollowMeNumber {
  /** As its owner might dial it: an extension or a number outside. */
  readonly number: string;
  /** How long it rings, 0 to 100; 0: until the time of the list is over, or as long as any call rings where it has none. */
  readonly timeoutSeconds: number;
}

/** Where a person is looked for when they do not answer at their own phones. Only given while it is switched on. */
export interface FollowMePlan {
  readonly strategy: FollowMeStrategy;
  /** In order, at most five. */
  readonly numbers: readonly FollowMeNumber[];
  /** How long the person's own phones ring before the list (`toutfirst`); 0: not at all. */
  readonly firstSeconds: number;
  /** How long the list rings in all (`toutall`); 0: as long as its numbers take. */
  readonly totalSeconds: number;
  /** Stands before the caller's name at the numbers of the list. */
  readonly prefix: string;
  /** Whoever answers a number of the list hears a prompt and has to press 1. */
  readonly confirm: boolean;
  /** Phones that are called off once somebody has answered are told so and show no missed call. */
  readonly markAnswered: boolean;
  /** Shown at numbers outside in place of the caller. */
  readonly callerId?: { readonly number: string; readonly name: string };
  /** Its time condition: whether it holds at a time, ms since the epoch. Missing: always. */
  readonly holdsAt?: (at: number) => boolean;
}

/** Who a person is to those outside. */
export interface OutgoingIdentity {
  /** A direct number of theirs, or of the company. */
  readonly number: string;
  /** Default: the person's own. */
  readonly name?: string;
  /** True withholds it, as *67 does for one call. */
  readonly withheld?: boolean;
}

/** The page that opens with a call at whoever is rung. */
export interface PopPage {
  /** http or https; `{number}`, `{name}` and the call's variables may stand in it. */
  readonly url: string;
  readonly trigger: "ringing" | "answered";
}

/** What a number outside is to the company: in its country, elsewhere, dearer than others, or one that no plan of numbers knows. */
export type OutsideClass = "inland" | "abroad" | "premium" | "unknown";

/** Whether somebody may call a number outside, and how many outside calls they may have at a time and begin in an hour. */
export type OutsideRight =
  | { readonly may: true; readonly atOnce: number; readonly perHour: number }
  | { readonly may: false; readonly numberClass: OutsideClass };

/** What an emergency service is told of a caller. */
export interface EmergencyIdentity {
  /** Where it can call back. */
  readonly callbackNumber?: string;
  readonly callbackName?: string;
  /** Where help has to go, one line. */
  readonly location?: string;
}

/** What became of a setting that somebody switched by a feature code. */
export type SwitchOutcome =
  /** How it stands now: on or off; of a toggle destination `on` is its first option. */
  | { readonly ok: true; readonly on: boolean }
  /** `notAllowed`: no right to it. `unknown`: there is no such thing, e.g. toggle destination. `incomplete`: no number is known to forward to, nobody to follow. */
  | { readonly ok: false; readonly why: "notAllowed" | "unknown" | "incomplete" };
