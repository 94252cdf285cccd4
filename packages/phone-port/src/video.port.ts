/** Telephones in rooms with pictures (docs/spec/video-phones.md): the phone system has the door, the server the meeting. */
import type { MediaVoice } from "@callpanel/media";
import type { MaybePromise, PinAttempt, SpokenLanguage } from "./ports.ts";
import type { RoomPinCheck } from "./room.port.ts";

/** A room that a caller asks for by its number. */
export interface VideoDoor {
  readonly id: number;
  readonly name: string;
  /** `always`: everybody needs a PIN; `admins`: only who wants to be an admin. */
  readonly asksForPin: "always" | "admins" | "never";
  /** Of what it says to telephones. */
  readonly language: SpokenLanguage;
}

/** What happens to a telephone in a meeting. */
export type VideoPhoneEvent =
  /** It waits until an admin lets it in. */
  | { readonly kind: "waits" }
  | { readonly kind: "joined"; readonly recorded: boolean }
  /** By an admin: from now on it is not heard. */
  | { readonly kind: "muted" }
  | { readonly kind: "recorded"; readonly on: boolean }
  /** The last one. */
  | { readonly kind: "over" };

/** Why a telephone that was called does not come. */
export type VideoMiss = "busy" | "declined" | "noAnswer" | "failed";

/** The room into which a telephone is called. */
export interface VideoCallRoom {
  readonly id: number;
  readonly name: string;
  readonly language: SpokenLanguage;
  /** What is dialled for it; empty: nothing. */
  readonly number: string;
  /** What the telephone shows; an empty name is the room's, an empty number that of who calls. */
  readonly callerId: { readonly name: string; readonly number: string };
}

export interface VideoVisitor {
  readonly admin: boolean;
  /** They were called by somebody in the room; see `PhoneCommands.callToVideo`. */
  readonly invitation?: string | undefined;
  readonly name: string;
  readonly number: string;
  /** Of its port. */
  readonly voice: MediaVoice;
  told(event: VideoPhoneEvent): void;
  /** From now on it hears the mix of these. */
  hear(voices: readonly MediaVoice[]): void;
}

/** A telephone's place in a meeting. */
export interface VideoStay {
  /** By the caller. */
  speak(on: boolean): void;
  leave(): void;
}

export type VideoRefusal = "locked" | "full" | "closed";

export interface VideoDoors {
  /** In which a caller is asked for the room. */
  language(): SpokenLanguage;
  /** Undefined: there is no such room, or it cannot be reached by telephone now. */
  find(realm: string, roomNumber: string): MaybePromise<VideoDoor | undefined>;
  /** Wrong PINs are counted over all calls; `locked` says nothing about the PIN. */
  checkPin(room: { readonly realm: string; readonly id: number }, attempt: PinAttempt): MaybePromise<RoomPinCheck>;
  /** `told` may be called before it resolves. */
  enter(id: number, visitor: VideoVisitor): MaybePromise<VideoStay | VideoRefusal>;
  /** A telephone that was called into a room did not answer. */
  missed(invitation: string, why: VideoMiss): void;
}

/** What a phone system needs for telephones in video rooms. */
export interface VideoParts {
  readonly doors: VideoDoors;
  /** Absolute path on the machine of the media engine; the files in it are named by `spokenFile`. */
  readonly promptsFolder: string;
}
