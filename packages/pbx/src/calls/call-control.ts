/** Call control: connects its parts and handles the INVITEs that start calls (docs/spec/calls.md). */
import { matchReplaces, maxForwards, type ServerTransaction } from "@callpanel/sip";
import {
  parseNumber,
  type AnnouncementParts,
  type Directory,
  type DirectoryUser,
  type OutsideCallBook,
  type ParkedCall,
  type PhoneCommands,
  type QueueParts,
  type RoomParts,
  type RoomView,
  type VideoParts,
  type VoicemailParts,
  type Waking,
} from "@callpanel/phone-port";
import type { PhoneConnection } from "../connection/connections.ts";
import type { DialPlan } from "../dialplan/resolve.ts";
import type { MediaEngine, MediaPort } from "@callpanel/media";
import type { Bindings } from "../registrar/bindings.ts";
import { createAdmission } from "./ringing/admission.ts";
import { createCallRegister, type CallRegister } from "./call/call-register.ts";
import type { CallDeps } from "./call/call.port.ts";
import { createCallerLeg, refuse } from "./leg/caller-leg.ts";
import { cleanName } from "../signalling/caller-identity.ts";
import { dialledText } from "../signalling/dialled-text.ts";
import { createDigitTransfer } from "./moving/digit-transfer.ts";
import type { Leg, LegDeps } from "./leg/leg.port.ts";
import { createMoves } from "./moving/moves.ts";
import type { Moves, SendOn } from "./call/moves.port.ts";
import { NO_MEDIA, readOffer } from "./leg/offer.ts";
import { createCommands } from "./commands/all-commands.ts";
import { createParking } from "./parking/parking.ts";
import { createParkingSlots } from "./parking/parking-slots.ts";
import { createPassOn, type PassOn } from "./moving/passing-on.ts";
import { createPhones } from "./leg/phones.ts";
import { createKeyedRecording } from "./commands/keyed-recording.ts";
import { createCallRecorder } from "./commands/recording.ts";
import { createReplacing } from "./moving/replacing.ts";
import { createAllowance } from "./lines/allowance.ts";
import { createLines } from "./lines/lines.ts";
import { readOutside } from "./lines/outside-caller.ts";
import { createListening } from "./services/listening.ts";
import { createQueues, type Queues } from "./queueing/queues.ts";
import { createOwnPhones } from "./ringing/own-phones.ts";
import { createConferences } from "./conferences/conferences.ts";
import { createRooms } from "./rooms/rooms.ts";
import { createRouting } from "./destinations/routing.ts";
import { createScreenPop } from "./call/screen-pop.ts";
import { createOriginateCall } from "./moving/originated-call.ts";

export interface CallControl extends Moves {
  /** Handles an INVITE outside a dialog. The sender is already authenticated. */
  invite(transaction: ServerTransaction, connection: PhoneConnection, user: DirectoryUser): Promise<void>;
  readonly register: CallRegister;
  readonly passOn: PassOn;
  readonly commands: PhoneCommands;
  /** From now on new calls are refused with 503. */
  stopTaking(): void;
  parked(): readonly ParkedCall[];
  rooms(): readonly RoomView[];
  readonly queues: Queues | undefined;
}

export interface CallControlDeps extends CallDeps, LegDeps {
  readonly media: MediaEngine;
  readonly bindings: Bindings;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
  readonly directory: Directory;
  readonly dialPlan: DialPlan;
  readonly voicemail?: VoicemailParts | undefined;
  readonly announcements?: AnnouncementParts | undefined;
  readonly queues?: QueueParts | undefined;
  readonly conferences?: RoomParts | undefined;
  readonly video?: VideoParts | undefined;
  readonly waking?: Waking | undefined;
  /** 0 up to 1. */
  readonly random01: () => number;
  readonly outsideCalls?: OutsideCallBook | undefined;
  /** Whether a host name means this system. */
  readonly isOwnHost: (host: string) => boolean;
}

export function createCallControl(deps: CallControlDeps): CallControl {
  const { media, realm, index, settings, dialPlan } = deps;
  const sendOn: SendOn = (leg, to, watcher) => moves.sendOn(leg, to, watcher);
  const slots = createParkingSlots(deps);
  const parking = createParking({ slots, sendOn });
  const register = createCallRegister({
    ...deps,
    pressed: (leg, digit) => digitTransfer.pressed(leg, digit) || keyedRecording(leg, digit),
    ended: (call) => {
      slots.ended(call);
      digitTransfer.ended(call);
    },
    occupied: (userId) => queues?.occupied(userId),
  });
  const isRung = (number: string): boolean =>
    register.views().some(({ dialledNumber, state }) => dialledNumber === number && state === "ringing");
  const rooms = createRooms({
    ...deps,
    isRung,
    sayRecorded: (room, on, except) => conferences?.sayRecorded(room, on, except),
  });
  /** Another leg of the same person in the same call. */
  const successorOf = (leg: Leg): Leg | undefined =>
    (leg.user.trunk === true ? [] : index.ofUser(leg.user.id)).find(
      (one) => one !== leg && register.callOf(one) !== undefined && register.callOf(one) === register.callOf(leg),
    );
  const conferences = deps.conferences && createConferences({ ...deps, rooms, parts: deps.conferences });
  const listening = createListening({ ...deps, successorOf });
  const admission = createAdmission({ ...deps, register });
  const openLegs = createPhones(deps);
  const lines = createLines({ ...deps, openLegs, register });
  const allowance = createAllowance(deps);
  const ownPhones = createOwnPhones({ ...deps, openLegs, register, admission });
  const originateCall = createOriginateCall({ ...deps, openLegs, register });
  const ringing = { register, admission, lines, allowance };
  const calling = { ...deps, ...ringing, ownPhones, originateCall, sendOn, random: deps.random01 };
  const queues = deps.queues && createQueues(calling, deps.queues);
  const routing = createRouting({
    ...deps,
    ...ringing,
    openLegs,
    slots,
    parking,
    rooms,
    conferences,
    listening,
    sendOn,
    queues,
  });
  const moves = createMoves({ register, routing });
  const passOn = createPassOn({ moves, register });
  const digitTransfer = createDigitTransfer({ ...deps, featureCodes: settings.featureCodes, register, passOn });
  const replace = createReplacing({ ...deps, register });
  const recorder = createCallRecorder({ index, register });
  const keyedRecording = createKeyedRecording({
    ...deps,
    featureCodes: settings.featureCodes,
    recorder,
  });
  const commands = createCommands({
    ...deps,
    ...ringing,
    moves,
    routing,
    passOn,
    slots,
    parking,
    queues,
    rooms,
    conferences,
    listening,
    recorder,
    originateCall,
  });

  return {
    ...moves,
    register,
    passOn,
    commands,
    stopTaking: () => {
      conferences?.stop();
      admission.stopTaking();
    },
    parked: slots.views,
    rooms: rooms.views,
    queues,
    invite: async (transaction, connection, user) => {
      const { request } = transaction;
      const replaced = matchReplaces(request, (key) => index.byDialog(key)?.dialog);
      if (replaced.kind === "refused") return void transaction.respond(replaced.status);
      const old = replaced.kind === "match" ? index.byDialog(replaced.dialog.key) : undefined;
      if (old !== undefined && user.trunk === true) return void transaction.respond(403, { reason: "Not your call" });
      const dialled = dialledText(request.uri, deps.isOwnHost);
      // Awaited before the limits are checked: between the check and the start of the call there must be no `await`.
      const outside = user.trunk === true ? await readOutside(request, deps.directory, realm) : undefined;
      const page = user.trunk === true ? await deps.directory.popPage?.(realm, parseNumber(dialled) ?? "") : undefined;
      const refused = old === undefined ? admission.ofCaller(user, connection) : undefined;
      // An emergency call passes every limit.
      if (refused !== undefined && (user.trunk === true || !(await dialPlan.isEmergency(dialled))))
        return refuse(transaction, refused, realm);
      const hops = maxForwards(request);
      if (hops === 0) return void transaction.respond(483);
      const offer = readOffer(request, media);
      if (offer.kind === "unusable") return refuse(transaction, NO_MEDIA, realm);

      const codecs = offer.kind === "offer" ? offer.codecs : undefined;
      const openPort = (): MediaPort => media.open();
      const caller = createCallerLeg({ deps, transaction, connection, user, party: outside?.party, openPort, codecs });
      if (caller === undefined) return void transaction.respond(400, { reason: "No Contact" });
      if (old !== undefined) return replace(caller, old, transaction);

      const screenPop = createScreenPop(page);
      const call = register.start(caller, parseNumber(dialled) ?? cleanName(dialled), { screenPop });
      await routing.route({ call, caller, by: user, hops: hops - 1, diversions: outside?.forwards }, dialled);
    },
  };
}
