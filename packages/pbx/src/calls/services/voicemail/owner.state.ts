/** States, events and questions of an owner at the menus of their box: the types of owner.model.ts and its parts. */
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { RecordedSound } from "@callpanel/media";
import type {
  DraftPurpose,
  GreetingKind,
  VoicemailBox,
  VoicemailCounts,
  VoicemailDraft,
  VoicemailFolder,
  VoicemailMessage,
} from "@callpanel/phone-port";
import type { IvrEffect, IvrEvent, IvrStep } from "../ivr/ivr.port.ts";
import type { Sound } from "../ivr/playlist.ts";
import type { SignInAsk, SignInState, SignInResult } from "./sign-in.model.ts";

export type OwnerAsk =
  | SignInAsk
  | { readonly kind: "overview"; readonly boxId: string }
  | { readonly kind: "messages"; readonly boxId: string; readonly folder: VoicemailFolder }
  | { readonly kind: "sound"; readonly messageId: string }
  | { readonly kind: "now" }
  | { readonly kind: "heard"; readonly messageId: string }
  | { readonly kind: "remove"; readonly messageIds: readonly string[] }
  | { readonly kind: "folders"; readonly boxId: string }
  | { readonly kind: "move"; readonly messageId: string; readonly folder: VoicemailFolder }
  | {
      readonly kind: "forward";
      readonly messageId: string;
      readonly toBoxId: string;
      readonly comment?: VoicemailDraft | undefined;
    }
  | { readonly kind: "begin"; readonly boxId: string; readonly purpose: DraftPurpose }
  | { readonly kind: "finish"; readonly draft: VoicemailDraft; readonly sound: RecordedSound }
  | { readonly kind: "discard"; readonly draft: VoicemailDraft }
  | { readonly kind: "greeting"; readonly boxId: string; readonly greeting: GreetingKind }
  | { readonly kind: "removeGreeting"; readonly boxId: string; readonly greeting: GreetingKind }
  | { readonly kind: "changePin"; readonly boxId: string; readonly pin: string };

export type OwnerResult =
  | SignInResult
  | { readonly kind: "overview"; readonly counts: VoicemailCounts; readonly temporary: boolean }
  | { readonly kind: "messages"; readonly messages: readonly VoicemailMessage[] }
  /** `now`: to say when the message arrived. */
  | { readonly kind: "sound"; readonly path: string | undefined; readonly now: number }
  | { readonly kind: "now"; readonly now: number }
  | { readonly kind: "folders"; readonly names: readonly string[] }
  | { readonly kind: "forwarded"; readonly taken: boolean }
  | { readonly kind: "begun"; readonly draft: VoicemailDraft }
  | { readonly kind: "full" }
  | { readonly kind: "greeting"; readonly path: string | undefined }
  | { readonly kind: "pinChange"; readonly result: "changed" | "badLength" | "tooSimple" }
  | { readonly kind: "done" };

/** A greeting, or a comment before a forwarded message, while it is recorded. */
export type OwnRecording =
  | { readonly step: "preparing" }
  /** The instructions and the tone. */
  | { readonly step: "words"; readonly draft: VoicemailDraft }
  | { readonly step: "recording"; readonly draft: VoicemailDraft }
  | { readonly step: "review"; readonly draft: VoicemailDraft; readonly sound: RecordedSound; readonly times: number }
  | { readonly step: "keeping"; readonly draft: VoicemailDraft };

/** The messages of a folder, as they were when it was opened. */
export interface Visit {
  readonly messages: readonly VoicemailMessage[];
  /** The message that is being heard. */
  readonly message: VoicemailMessage;
  /** Ids of messages that are removed when the folder is left. */
  readonly deleted: readonly string[];
}

/** What happens with the message of a visit. */
export type Hearing =
  | { readonly kind: "fetching" }
  /** When it arrived, and its sender. */
  | { readonly kind: "envelope"; readonly path: string }
  | { readonly kind: "playing"; readonly path: string }
  | { readonly kind: "paused"; readonly path: string; readonly atMs: number }
  /** `path`: undefined for a message that does not exist any more. */
  | { readonly kind: "menu"; readonly times: number; readonly path: string | undefined };

export type Forwarding =
  | { readonly kind: "number"; readonly keyed: string; readonly tries: number }
  | { readonly kind: "finding"; readonly tries: number }
  | { readonly kind: "choice"; readonly to: VoicemailBox; readonly times: number }
  | { readonly kind: "comment"; readonly to: VoicemailBox; readonly recording: OwnRecording }
  | { readonly kind: "sending"; readonly comment?: VoicemailDraft };

export type Greeting =
  | { readonly kind: "menu"; readonly times: number }
  | { readonly kind: "asking" }
  | { readonly kind: "recording"; readonly recording: OwnRecording };

export type PinChange =
  | { readonly kind: "first"; readonly keyed: string; readonly tries: number }
  | { readonly kind: "again"; readonly pin: string; readonly keyed: string; readonly tries: number }
  | { readonly kind: "changing"; readonly tries: number };

/** Where a caller goes after a folder. */
export type Exit =
  | { readonly kind: "main" }
  | { readonly kind: "goodbye" }
  | { readonly kind: "call"; readonly number: string };

/** The position in a box. */
export type OwnerState =
  | { readonly at: "signIn"; readonly signIn: SignInState }
  | { readonly at: "opening"; readonly box: VoicemailBox }
  | { readonly at: "main"; readonly box: VoicemailBox; readonly times: number }
  /** Choosing a folder. With a visit its message is saved there, otherwise the folder is opened. */
  | { readonly at: "folders"; readonly box: VoicemailBox; readonly visit?: Visit | undefined }
  | {
      readonly at: "choosing";
      readonly box: VoicemailBox;
      readonly folders: readonly VoicemailFolder[];
      readonly visit?: Visit | undefined;
      readonly times: number;
    }
  | { readonly at: "saving"; readonly box: VoicemailBox; readonly visit: Visit }
  /**
   * The messages of a folder are being read. If there are none, the next folder is read, or a prompt says that all are
   * `empty`.
   */
  | {
      readonly at: "folder";
      readonly box: VoicemailBox;
      readonly next: readonly VoicemailFolder[];
      readonly empty: SpokenKey;
    }
  | { readonly at: "message"; readonly box: VoicemailBox; readonly visit: Visit; readonly hearing: Hearing }
  | { readonly at: "more"; readonly box: VoicemailBox; readonly visit: Visit; readonly times: number }
  | { readonly at: "forward"; readonly box: VoicemailBox; readonly visit: Visit; readonly forwarding: Forwarding }
  /** Deleted messages are being removed. */
  | { readonly at: "closing"; readonly box: VoicemailBox; readonly exit: Exit }
  | { readonly at: "options"; readonly box: VoicemailBox; readonly times: number }
  | {
      readonly at: "greeting";
      readonly box: VoicemailBox;
      readonly which: GreetingKind;
      readonly greeting: Greeting;
    }
  | { readonly at: "pin"; readonly box: VoicemailBox; readonly change: PinChange }
  /** The last prompts, or the caller has hung up. A recording or a draft may still arrive. */
  | { readonly at: "leaving" }
  | { readonly at: "gone"; readonly draft?: VoicemailDraft | undefined };

export type OwnerEvent = IvrEvent<OwnerResult>;
export type OwnerEffect = IvrEffect<OwnerAsk>;
export type OwnerStep = IvrStep<OwnerState, OwnerAsk>;
export type At<A extends OwnerState["at"]> = Extract<OwnerState, { at: A }>;

export function go(state: OwnerState, ...effects: readonly OwnerEffect[]): OwnerStep {
  return { state, effects };
}

export function stay(state: OwnerState): OwnerStep {
  return { state, effects: [] };
}

export function ask(wanted: OwnerAsk): OwnerEffect {
  return { kind: "ask", ask: wanted };
}

export function tell(wanted: OwnerAsk): OwnerEffect {
  return { kind: "tell", ask: wanted };
}

export function say(...sounds: readonly Sound[]): OwnerEffect {
  return { kind: "say", sounds };
}
