/** Runs a leg: the state machine of leg.model.ts with its dialog, its media port and its connection. */
import {
  nameAddr,
  serializeNameAddr,
  type Dialog,
  type HeaderField,
  type SipMessage,
  type SipRequest,
} from "@callpanel/sip";
import type { PhoneConnection } from "../../connection/connections.ts";
import type { AudioCodec, MediaDirection, MediaEvent, MediaPort } from "@callpanel/media";
import type { MaybePromise, DirectoryUser, FarEnd, LegQuality, Party, PhoneQuality } from "@callpanel/phone-port";
import { DTMF_TYPES } from "../../signalling/capabilities.ts";
import { ANONYMOUS, ownUri } from "../../signalling/caller-identity.ts";
import { writeDigit, type PressedDigit } from "../../signalling/digits.ts";
import { createLegDialog, type LegDialog, type RequestContent } from "./leg-dialog.ts";
import { createLegFacing, type LegFacing } from "./leg-facing.ts";
import { lastQuality, readPhoneQuality } from "./leg-quality.ts";
import { reinvite } from "./leg-reinvite.ts";
import {
  CALLEE_LEG,
  CALLER_LEG,
  stepLeg,
  type LegEffect,
  type LegEvent,
  type LegReason,
  type LegState,
} from "./leg.model.ts";
import type { Leg, LegDeps, LegListener, LineEffect, OpenOffers } from "./leg.port.ts";
import { createLegAudio, type LegAudio } from "./leg-audio.ts";
import { createMachine, type Machine } from "../../machine.ts";
import { createLegRecorder, type LegRecorder } from "./leg-recorder.ts";

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
  /** Whether the PRACK is for a response of this leg. */
  readonly takePrack?: (prack: SipRequest) => boolean;
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
  const leg = new PhoneLeg(parts);
  parts.deps.index.add(leg);
  return leg;
}

const nothing = (): void => undefined;

class PhoneLeg implements Leg {
  readonly id: string;
  readonly side: "caller" | "callee";
  readonly user: DirectoryUser;
  readonly phone: string | undefined;
  readonly sipCallId: string;
  readonly port: MediaPort;
  readonly ear: LegAudio;
  readonly openOffers: OpenOffers = { sent: false, received: false };
  readonly recorder: LegRecorder;
  readonly #parts: LegParts;
  readonly #deps: LegDeps;
  readonly #machine: Machine<LegState, LegEvent>;
  readonly #dialog: LegDialog;
  readonly #facing: LegFacing;
  readonly #stopListening: () => void;
  #party: Party;
  #withheld = false;
  #connection: PhoneConnection;
  #listener = NO_LISTENER;
  #hearsEvents = false;
  #codec: AudioCodec | undefined;
  #connected = false;
  #talked = false;
  #soundless = false;
  #quality: Promise<LegQuality | undefined> | undefined;
  #phoneSays: MaybePromise<PhoneQuality | undefined>;
  #stopGrace = nothing;
  #stopSoundWait = nothing;

  constructor(parts: LegParts) {
    const { deps, side, user } = parts;
    this.#parts = parts;
    this.#deps = deps;
    this.id = deps.randomText(ID_LENGTH);
    this.side = side;
    this.user = user;
    this.phone = parts.phone;
    this.sipCallId = parts.sipCallId;
    this.#party = parts.party ?? partyOf(user);
    this.#connection = parts.connection;
    this.ear = createLegAudio(parts.port);
    this.port = this.ear.port;
    this.#machine = createMachine<LegState, LegEvent, LegEffect>({
      initial: side === "caller" ? CALLER_LEG : CALLEE_LEG,
      step: stepLeg,
      perform: (effect) => this.#perform(effect),
    });
    this.#dialog = createLegDialog({
      stack: deps.stack,
      connection: () => this.#connection,
      gone: () => this.send({ kind: "dialogGone" }),
      replaced: (made, before) => {
        if (before !== undefined) deps.index.removeDialog(before.key);
        deps.index.addDialog(made.key, this);
      },
    });
    this.#facing = createLegFacing({
      clock: deps.clock,
      realm: deps.realm,
      phone: user.trunk === true ? "outside" : "inside",
      ready: () => this.#readyForUpdate(),
      update: (far, answered) => this.#updatePhone(far, answered),
    });
    this.recorder = createLegRecorder({
      clock: deps.clock,
      log: deps.log,
      randomText: deps.randomText,
      recordings: deps.recordings,
      port: this.port,
      of: () => this.#party,
      told: (step) => this.#listener.recorded?.(this, step),
    });
    this.#stopListening = this.port.subscribe((event) => this.#hear(event));
  }

  get party(): Party {
    return this.#party;
  }

  get shown(): Party {
    return this.#withheld ? ANONYMOUS : this.#party;
  }

  get state(): LegState {
    return this.#machine.state;
  }

  get connection(): PhoneConnection {
    return this.#connection;
  }

  get dialog(): Dialog | undefined {
    return this.#dialog.current;
  }

  get codec(): AudioCodec | undefined {
    return this.#codec;
  }

  get hearsEvents(): boolean {
    return this.#hearsEvents;
  }

  get connected(): boolean {
    return this.#connected;
  }

  get soundless(): boolean {
    return this.#soundless;
  }

  get quality(): Promise<LegQuality | undefined> | undefined {
    return this.#quality;
  }

  get far(): FarEnd | undefined {
    return this.#facing.far;
  }

  rename(name: string): void {
    this.#party = { ...this.#party, name };
  }

  withhold(): void {
    this.#withheld = true;
  }

  send(event: LegEvent): void {
    this.#machine.send(event);
  }

  listen(listener: LegListener): void {
    this.#listener = listener;
  }

  setDialog(dialog: Dialog): void {
    this.#dialog.set(dialog);
  }

  noteCodec(codec: AudioCodec): void {
    this.#codec = codec;
  }

  noteDescription(sdp: string): void {
    this.#hearsEvents = /^a=rtpmap:\d+ telephone-event\//im.test(sdp);
  }

  noteDirection(direction: MediaDirection): void {
    this.send({ kind: "directionChanged", held: direction === "sendonly" || direction === "inactive" });
  }

  noteQuality(bye: SipMessage): void {
    this.#phoneSays = readPhoneQuality(bye);
  }

  noteAllow(message: SipMessage): void {
    this.#dialog.noteAllow(message);
  }

  attach(connection: PhoneConnection): void {
    const from = this.#connection.id;
    this.#connection = connection;
    this.#deps.index.moved(this, from);
    this.send({ kind: "reattached" });
    this.#facing.reattached();
  }

  request(method: string, content: RequestContent): void {
    if (this.#mayRequest()) this.#dialog.request(method, content);
  }

  face(far: FarEnd): void {
    this.#facing.face(far);
  }

  farHeaders(asserted?: Party | "none"): readonly HeaderField[] {
    return this.#facing.headers(asserted);
  }

  sendDigit(pressed: PressedDigit): void {
    if (this.#hearsEvents) this.port.sendDigit(pressed.digit, pressed.durationMs);
    else this.#dialog.request("INFO", { headers: [["Content-Type", DTMF_TYPES[0]]], body: writeDigit(pressed) });
  }

  takePrack(prack: SipRequest): boolean {
    return this.#parts.takePrack?.(prack) ?? false;
  }

  pressed(digit: PressedDigit): void {
    this.#listener.pressed(this, digit, "info");
  }

  #readyForUpdate(): "now" | "later" | "no" {
    const { state } = this;
    if (!this.#mayRequest() || (state.phase === "up" && !state.attached)) return "no";
    if (this.#dialog.takesUpdate) return "now";
    const { sent, received } = this.openOffers;
    return sent || received || this.#codec === undefined || state.phase !== "up" ? "later" : "now";
  }

  #updatePhone({ party }: FarEnd, answered: (response?: SipMessage) => void): void {
    const { realm, log } = this.#deps;
    const contact: HeaderField = ["Contact", serializeNameAddr(nameAddr(ownUri(party.number, realm)))];
    const headers = [contact, ...this.farHeaders()];
    const codec = this.#codec;
    if (this.#dialog.takesUpdate || codec === undefined) this.#dialog.request("UPDATE", { headers }, answered);
    else void reinvite({ leg: this, dialog: this.#dialog, codec, headers, log }).then(answered);
  }

  #mayRequest(): boolean {
    const { phase } = this.state;
    return phase === "up" || phase === "accepting";
  }

  #perform(effect: LegEffect): void {
    switch (effect.kind) {
      case "sendBye":
        this.#phoneSays = new Promise((resolve) => {
          this.#dialog.request("BYE", { headers: reasonHeaders(effect.reason) }, (response) =>
            resolve(response && readPhoneQuality(response)),
          );
        });
        return;
      case "startGrace": {
        const { clock, settings } = this.#deps;
        this.#stopGrace = clock.setTimeout(() => this.send({ kind: "graceOver" }), settings.detachedLegGraceMs);
        return;
      }
      case "stopGrace":
        this.#stopGrace();
        return;
      case "release":
        this.#release();
        return;
      case "report":
        if (effect.report.kind === "answered") this.#expectSound();
        this.#listener.reported(this, effect.report);
        return;
      case "sendAnswer":
        this.#expectSound();
        this.#parts.perform(effect);
        return;
      default:
        this.#parts.perform(effect);
    }
  }

  #hear(event: MediaEvent): void {
    switch (event.kind) {
      case "connected":
        this.#connected = true;
        this.#stopSoundWait();
        this.#noteSoundless(false);
        return;
      case "digit":
        this.#listener.pressed(this, { digit: event.digit, durationMs: event.durationMs }, "rtp");
        return;
      case "talking":
        this.#listener.talking?.(this, event.talking);
        return;
      case "played":
        return;
      case "failed":
        this.#deps.log.warn("media of a leg failed", { leg: this.id, user: this.user.id, reason: event.reason });
        this.send({ kind: "mediaFailed" });
    }
  }

  /** Called when the leg has been answered: before that the phone may still ask for permission to use the microphone. */
  #expectSound(): void {
    this.#talked = true;
    if (this.#connected) return;
    const { clock, settings } = this.#deps;
    this.#stopSoundWait = clock.setTimeout(() => this.#noteSoundless(true), settings.soundPathMs);
  }

  #noteSoundless(soundless: boolean): void {
    if (this.#soundless === soundless) return;
    this.#soundless = soundless;
    this.#listener.soundChanged?.(this);
  }

  #release(): void {
    this.#stopGrace();
    this.#stopSoundWait();
    this.#facing.stop();
    this.#stopListening();
    this.recorder.stop();
    this.ear.close();
    this.#deps.index.remove(this);
    this.dialog?.terminate();
    if (this.#talked) this.#quality = lastQuality(this.port, this.#deps.clock, this.#phoneSays);
    else this.port.close();
  }
}

/** RFC 3326. An ordinary hang-up needs no reason. */
export function reasonHeaders({ status, text, q850Cause }: LegReason): readonly HeaderField[] {
  if (status === 200 && text === "Call ended") return [];
  const sip = `SIP;cause=${status};text="${text}"`;
  return [["Reason", q850Cause === undefined ? sip : `${sip}, Q.850;cause=${q850Cause};text="${text}"`]];
}
