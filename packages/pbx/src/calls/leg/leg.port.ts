/** A leg as its call and the floors above use it. */
import type { Dialog, HeaderField, SipMessage, SipRequest, SipStack } from "@callpanel/sip";
import type { AudioCodec, MediaDirection, MediaPort } from "@callpanel/media";
import type { Clock, DirectoryUser, FarEnd, LegQuality, Log, Party, RecordingFolder } from "@callpanel/phone-port";
import type { PhoneConnection } from "../../connection/connections.ts";
import type { PhoneSettings } from "../../settings.ts";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { LegAudio } from "./leg-audio.ts";
import type { RequestContent } from "./leg-dialog.ts";
import type { LegIndex } from "./leg-index.ts";
import type { LegRecorder, RecordingStep } from "./leg-recorder.ts";
import type { LegEffect, LegEvent, LegReport, LegState } from "./leg.model.ts";

export interface LegDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stack: SipStack;
  readonly index: LegIndex<Leg>;
  readonly settings: PhoneSettings;
  readonly realm: string;
  readonly randomText: (length: number) => string;
  readonly recordings?: RecordingFolder | undefined;
}

/** Open offers of either side, for glare (RFC 3261 §14.2). */
export interface OpenOffers {
  sent: boolean;
  received: boolean;
}

/** What a leg reports to its call. */
export interface LegListener {
  reported(leg: Leg, report: LegReport): void;
  pressed(leg: Leg, digit: PressedDigit, how: "rtp" | "info"): void;
  recorded?(leg: Leg, step: RecordingStep): void;
  /** The party began or stopped talking; only reported for a party that is heard in a mix. */
  talking?(leg: Leg, talking: boolean): void;
  /** `soundless` has changed. */
  soundChanged?(leg: Leg): void;
}

export interface Leg {
  readonly id: string;
  readonly side: "caller" | "callee";
  readonly user: DirectoryUser;
  /** The party at the far end: the user, or the outside party behind a trunk. */
  readonly party: Party;
  /** The party as others may see it: anonymous after it withheld its number (*67), in every call that the leg moves to. */
  readonly shown: Party;
  /** The phone's contact as `phoneKey`; identifies the phone on another connection. */
  readonly phone: string | undefined;
  readonly sipCallId: string;
  readonly state: LegState;
  readonly port: MediaPort;
  readonly ear: LegAudio;
  readonly connection: PhoneConnection;
  readonly dialog: Dialog | undefined;
  readonly openOffers: OpenOffers;
  readonly recorder: LegRecorder;
  /** The last SDP of the far end has telephone-event (RFC 4733). */
  readonly hearsEvents: boolean;
  /** The negotiated codec; undefined before. */
  readonly codec: AudioCodec | undefined;
  /** The far end's media is connected. */
  readonly connected: boolean;
  /** The leg talks, but its media did not connect in time (CALL-98). False again once it connects. */
  readonly soundless: boolean;
  /** Set when the leg has ended after talking. */
  readonly quality: Promise<LegQuality | undefined> | undefined;
  /** A better name of the party at the far end is known. */
  rename(name: string): void;
  withhold(): void;
  send(event: LegEvent): void;
  /** Sets the listener, when the leg joins a call. */
  listen(listener: LegListener): void;
  /** Sets the early or confirmed dialog; the last one counts. */
  setDialog(dialog: Dialog): void;
  /** Reads what is needed from an SDP of the far end. */
  noteDescription(sdp: string): void;
  noteCodec(codec: AudioCodec): void;
  noteDirection(direction: MediaDirection): void;
  /** Takes the phone's report about its audio from its BYE. */
  noteQuality(bye: SipMessage): void;
  /** The phone continues on another connection. */
  attach(connection: PhoneConnection): void;
  /** Sends a request within the dialog. A leg that has ended sends nothing. */
  request(method: string, content: RequestContent): void;
  /** The party or service that the leg is connected to, as the call sets it. */
  readonly far: FarEnd | undefined;
  /**
   * Sets the far end. A phone in a dialog that does not have it yet gets an UPDATE (RFC 3311), or a re-INVITE if it
   * does not support UPDATE (CALL-92).
   */
  face(far: FarEnd): void;
  /** Header fields about the far end for a message of the dialog that is about to be sent; `asserted` replaces the party. */
  farHeaders(asserted?: Party | "none"): readonly HeaderField[];
  /** Remembers the methods that the phone allows. */
  noteAllow(message: SipMessage): void;
  sendDigit(digit: PressedDigit): void;
  /** Whether the PRACK is for a provisional response of this leg that waits for it. */
  takePrack(prack: SipRequest): boolean;
  pressed(digit: PressedDigit): void;
}

/** Effects that differ between the legs of caller and callee. */
export type LineEffect = Extract<
  LegEffect,
  { kind: "sendRinging" | "sendEarly" | "sendAnswer" | "sendRefusal" | "sendInvite" | "sendCancel" | "sendAck" }
>;
