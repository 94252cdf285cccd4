/** How calls reach a person: their settings as the directory gives them. Absent means not set. */

/**
 * The kind of phone by the User-Agent of its registration: the panel, the panel in a telephone's webview, or any other
 * phone.
 */
export type PhoneKind = "deskphone" | "callpanel" | "anywhere";

/**
 * The order in which the numbers of a follow-me list ring: all in parallel, one after the other, or one more with every
 * turn.
 */
export type FollowMeStrategy = "ringall" | "hunt" | "memoryhunt";

export interface FollowMeNumber {
  /** A number that its owner may dial: an extension or an outside number. */
  readonly number: string;
  /** How long it rings, 0 to 100; 0: until the time of the list is over or, if that is 0 too, as long as any call rings. */
  readonly timeoutSeconds: number;
}

/** Where a person is looked for when they do not answer at their own phones. Only present while it is on. */
export interface FollowMePlan {
  readonly strategy: FollowMeStrategy;
  /** In order, at most five. */
  readonly numbers: readonly FollowMeNumber[];
  /** How long the person's own phones ring before the list (`toutfirst`); 0: not at all. */
  readonly firstSeconds: number;
  /** How long the list rings in total (`toutall`); 0: as long as its numbers take. */
  readonly totalSeconds: number;
  /** Shown before the caller's name at the numbers of the list. */
  readonly prefix: string;
  /** A person who answers at a number of the list hears a prompt and has to press 1. */
  readonly confirm: boolean;
  /** Phones that are cancelled after another one answered get that reason and show no missed call. */
  readonly markAnswered: boolean;
  /** Shown at outside numbers instead of the caller. */
  readonly callerId?: { readonly number: string; readonly name: string };
  /** Its time condition: whether it is met at a time, ms since the epoch. Missing: always. */
  readonly holdsAt?: (at: number) => boolean;
}

/** How a person is shown to outside parties. */
export interface OutgoingIdentity {
  /** A direct number of the person or of the company. */
  readonly number: string;
  /** Default: the person's own name. */
  readonly name?: string;
  /** True withholds it, as *67 does for one call. */
  readonly withheld?: boolean;
}

/** The page that opens on the phone of the called person. */
export interface PopPage {
  /** http or https; it may contain `{number}`, `{name}` and the call's variables. */
  readonly url: string;
  readonly trigger: "ringing" | "answered";
}

/** Classes of outside numbers: in the company's country, in another country, premium rate, or in no known numbering plan. */
export type OutsideClass = "inland" | "abroad" | "premium" | "unknown";

/** What outside lines can be limited to: a class of numbers, or emergency calls. */
export type LineClass = OutsideClass | "emergency";

/**
 * Whether a person may call an outside number, how many outside calls they may have at a time, and how many they may
 * start in an hour.
 */
export type OutsideRight =
  | {
      readonly may: true;
      readonly atOnce: number;
      readonly perHour: number;
      /** Undefined: not known, any line will do. */
      readonly numberClass?: OutsideClass;
    }
  | { readonly may: false; readonly numberClass: OutsideClass };

/** What an emergency service gets to know about a caller. */
export interface EmergencyIdentity {
  /** The number that the service can call back. */
  readonly callbackNumber?: string;
  readonly callbackName?: string;
  /** Where help has to go, one line. */
  readonly location?: string;
}

/** The result of changing a setting by a feature code. */
export type SwitchOutcome =
  /** The new state: on or off; for a toggle destination `on` is its first option. */
  | { readonly ok: true; readonly on: boolean }
  /**
   * `notAllowed`: no right to it. `unknown`: it does not exist, e.g. a toggle destination. `incomplete`: no number to
   * forward to, or an empty follow-me list.
   */
  | { readonly ok: false; readonly why: "notAllowed" | "unknown" | "incomplete" };
