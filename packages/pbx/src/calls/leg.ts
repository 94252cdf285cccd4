/** Runs a leg: the state machine of leg.model.ts with its dialog, its media port and its connection. */
import {
  nameAddr,
  serializeNameAddr,
  type Dialog,
  type HeaderField,
  type SipMessage,
  type SipStack,
} from "@callpanel/sip";
import type { PhoneConnection } from "../connection/connections.ts";
import type { AudioCodec, MediaDirection, MediaEvent, MediaPort } from "@callpanel/media";
import type {
  Answer,
  Clock,
  DirectoryUser,
  FarEnd,
  LegQuality,
  Log,
  Party,
  PhoneQuality,
  RecordingFolder,
} from "@callpanel/phone-port";
import type { PhoneSettings } from "../settings.ts";
import { DTMF_TYPES } from "./capabilities.ts";
import { ANONYMOUS, ownUri } from "./caller-identity.ts";
import { writeDigit, type PressedDigit } from "./digits.ts";
import type { LegIndex } from "./leg-index.ts";
import { createLegDialog, type RequestContent } from "./leg-dialog.ts";
import { createLegFacing } from "./leg-facing.ts";
import { lastQuality, readPhoneQuality } from "./leg-quality.ts";
import {
  CALLEE_LEG,
  CALLER_LEG,
  stepLeg,
  type LegEffect,
  type LegEvent,
  type LegReason,
  type LegReport,
  type LegState,
} from "./leg.model.ts";
import { createEar, type Ear } from "./listening/ear.ts";
import { createMachine } from "./machine.ts";
import { createLegRecorder, type LegRecorder, type RecordingStep } from "./recording/leg-recorder.ts";

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
  readonly ear: Ear;
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
   * Sets the far end. The phone gets an UPDATE (RFC 3311) if it is in a dialog, supports UPDATE and does not have it
   * yet.
   */
  face(far: FarEnd): void;
  /** Header fields about the far end for a message of the dialog that is about to be sent; `asserted` replaces the party. */
  farHeaders(asserted?: Party | "none"): readonly HeaderField[];
  /** Remembers the methods that the phone allows. */
  noteAllow(message: SipMessage): void;
  sendDigit(digit: PressedDigit): void;
  pressed(digit: PressedDigit): void;
}

/** Effects that differ between the legs of caller and callee. */
export type LineEffect = Extract<
  LegEffect,
  { kind: "sendRinging" | "sendAnswer" | "sendRefusal" | "sendInvite" | "sendCancel" | "sendAck" }
>;

interface LegParts {
  readonly deps: LegDeps;
  readonly side: "caller" | "callee";
  readonly user: DirectoryUser;
  /** For the leg of a trunk: the party outside. */
  readonly party?: Party | undefined;
  readonly phone: string | undefined;
  readonly sipCallId: string;
  readonly connection: PhoneConnection;
  readonly port: MediaPort;
  readonly perform: (effect: LineEffect) => void;
}

const ID_LENGTH = 12;
const NO_LISTENER: LegListener = { reported: () => undefined, pressed: () => undefined };

/** A trunk is not a person of the realm. */
export function partyOf(user: DirectoryUser): Party {
  if (user.trunk === true) return { number: user.sipUsername, name: user.displayName };
  return { number: user.extension, name: user.displayName, userId: user.id };
}

/** Adds the leg to the index, from which it removes itself when it ends. */
export function createLeg(parts: LegParts): Leg {
  const { deps, side, user } = parts;
  const ear = createEar(parts.port);
  const { port } = ear;
  const { clock, index, stack } = deps;
  const openOffers: OpenOffers = { sent: false, received: false };
  let party = parts.party ?? partyOf(user);
  let withheld = false;
  let connection = parts.connection;
  let listener = NO_LISTENER;
  let hearsEvents = false;
  let codec: AudioCodec | undefined;
  let connected = false;
  let talked = false;
  let quality: Promise<LegQuality | undefined> | undefined;
  let phoneSays: Answer<PhoneQuality | undefined>;
  let stopGrace: () => void = () => undefined;
  let soundless = false;
  let stopSoundWait: () => void = () => undefined;

  const noteSoundless = (now: boolean): void => {
    if (soundless === now) return;
    soundless = now;
    listener.soundChanged?.(leg);
  };
  /** Called when the leg has been answered: before that the phone may still ask for permission to use the microphone. */
  const expectSound = (): void => {
    talked = true;
    if (!connected) stopSoundWait = clock.setTimeout(() => noteSoundless(true), deps.settings.soundPathMs);
  };

  const dialog = createLegDialog({
    stack,
    connection: () => connection,
    gone: () => machine.send({ kind: "dialogGone" }),
    replaced: (made, before) => {
      if (before !== undefined) index.removeDialog(before.key);
      index.addDialog(made.key, leg);
    },
  });

  const mayRequest = (): boolean => machine.state.phase === "up" || machine.state.phase === "accepting";
  const faces = createLegFacing({
    clock,
    realm: deps.realm,
    phone: user.trunk === true ? "outside" : "inside",
    mayUpdate: () => dialog.takesUpdate && mayRequest(),
    update: ({ party: there }, answered) => {
      const contact: HeaderField = ["Contact", serializeNameAddr(nameAddr(ownUri(there.number, deps.realm)))];
      dialog.request("UPDATE", { headers: [contact, ...faces.headers()] }, answered);
    },
  });

  const release = (): void => {
    stopGrace();
    stopSoundWait();
    faces.stop();
    stopListening();
    leg.recorder.stop();
    ear.close();
    index.remove(leg);
    dialog.current?.terminate();
    if (talked) quality = lastQuality(port, clock, phoneSays);
    else port.close();
  };

  const perform = (effect: LegEffect): void => {
    switch (effect.kind) {
      case "sendBye":
        phoneSays = new Promise((resolve) => {
          dialog.request("BYE", { headers: reasonHeaders(effect.reason) }, (response) =>
            resolve(response && readPhoneQuality(response)),
          );
        });
        return;
      case "startGrace":
        stopGrace = clock.setTimeout(() => machine.send({ kind: "graceOver" }), deps.settings.detachedLegGraceMs);
        return;
      case "stopGrace":
        stopGrace();
        return;
      case "release":
        release();
        return;
      case "report":
        if (effect.report.kind === "answered") expectSound();
        listener.reported(leg, effect.report);
        return;
      case "sendAnswer":
        expectSound();
        parts.perform(effect);
        return;
      default:
        parts.perform(effect);
    }
  };

  const machine = createMachine<LegState, LegEvent, LegEffect>({
    initial: side === "caller" ? CALLER_LEG : CALLEE_LEG,
    step: stepLeg,
    perform,
  });

  const stopListening = port.subscribe((event: MediaEvent) => {
    switch (event.kind) {
      case "connected":
        connected = true;
        stopSoundWait();
        noteSoundless(false);
        return;
      case "digit":
        listener.pressed(leg, { digit: event.digit, durationMs: event.durationMs }, "rtp");
        return;
      case "talking":
        listener.talking?.(leg, event.talking);
        return;
      case "played":
        return;
      case "failed":
        deps.log.warn("media of a leg failed", { leg: leg.id, user: user.id, reason: event.reason });
        machine.send({ kind: "mediaFailed" });
    }
  });

  const leg: Leg = {
    id: deps.randomText(ID_LENGTH),
    side,
    user,
    get party() {
      return party;
    },
    get shown() {
      return withheld ? ANONYMOUS : party;
    },
    withhold: () => {
      withheld = true;
    },
    phone: parts.phone,
    sipCallId: parts.sipCallId,
    port,
    ear,
    openOffers,
    recorder: createLegRecorder({
      clock,
      log: deps.log,
      randomText: deps.randomText,
      recordings: deps.recordings,
      port,
      of: () => party,
      told: (step) => listener.recorded?.(leg, step),
    }),
    get state() {
      return machine.state;
    },
    get connection() {
      return connection;
    },
    get dialog() {
      return dialog.current;
    },
    get codec() {
      return codec;
    },
    get hearsEvents() {
      return hearsEvents;
    },
    get connected() {
      return connected;
    },
    get soundless() {
      return soundless;
    },
    get quality() {
      return quality;
    },
    rename: (name) => {
      party = { ...party, name };
    },
    send: machine.send,
    listen: (to) => {
      listener = to;
    },
    setDialog: dialog.set,
    noteCodec: (agreed) => {
      codec = agreed;
    },
    noteDescription: (sdp) => {
      hearsEvents = /^a=rtpmap:\d+ telephone-event\//im.test(sdp);
    },
    noteDirection: (direction) =>
      machine.send({ kind: "directionChanged", held: direction === "sendonly" || direction === "inactive" }),
    request: (method, content) => {
      if (mayRequest()) dialog.request(method, content);
    },
    get far() {
      return faces.far;
    },
    face: faces.face,
    farHeaders: faces.headers,
    noteAllow: dialog.noteAllow,
    noteQuality: (bye) => {
      phoneSays = readPhoneQuality(bye);
    },
    attach: (to) => {
      const from = connection.id;
      connection = to;
      index.moved(leg, from);
      machine.send({ kind: "reattached" });
    },
    sendDigit: (pressed) => {
      if (hearsEvents) port.sendDigit(pressed.digit, pressed.durationMs);
      else dialog.request("INFO", { headers: [["Content-Type", DTMF_TYPES[0]]], body: writeDigit(pressed) });
    },
    pressed: (digit) => listener.pressed(leg, digit, "info"),
  };
  index.add(leg);
  return leg;
}

/** RFC 3326. An ordinary hang-up needs no reason. */
export function reasonHeaders({ status, text }: LegReason): readonly HeaderField[] {
  return status === 200 && text === "Call ended" ? [] : [["Reason", `SIP;cause=${status};text="${text}"`]];
}
