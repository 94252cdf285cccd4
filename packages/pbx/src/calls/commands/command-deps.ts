import type { Clock, Directory, Log, VideoParts } from "@callpanel/phone-port";
import type { DialPlan } from "../../dialplan/resolve.ts";
import type { Bindings } from "../../registrar/bindings.ts";
import type { Admission } from "../ringing/admission.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { Allowance } from "../lines/allowance.ts";
import type { Lines } from "../lines/lines.ts";
import type { LegIndex } from "../leg/leg-index.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { Moves } from "../call/moves.port.ts";
import type { Parking } from "../parking/parking.ts";
import type { ParkingSlots } from "../parking/parking-slots.ts";
import type { PassOn } from "../moving/passing-on.ts";
import type { Listening } from "../services/listening.ts";
import type { Queues } from "../queueing/queues.ts";
import type { Conferences } from "../conferences/conferences.ts";
import type { Rooms } from "../rooms/rooms.ts";
import type { Routing } from "../call/routing.port.ts";
import type { CallRecorder } from "./recording.ts";
import type { OriginateCall } from "../moving/originated-call.ts";

/** Dependencies of the commands. */
export interface CommandDeps {
  readonly clock: Clock;
  readonly realm: string;
  readonly directory: Directory;
  readonly dialPlan: DialPlan;
  readonly bindings: Bindings;
  readonly admission: Admission;
  readonly index: LegIndex<Leg>;
  readonly register: CallRegister;
  readonly moves: Moves;
  readonly routing: Routing;
  readonly lines: Lines;
  readonly allowance: Allowance;
  readonly passOn: PassOn;
  readonly slots: ParkingSlots;
  readonly parking: Parking;
  readonly queues?: Queues | undefined;
  readonly rooms: Rooms;
  readonly conferences?: Conferences | undefined;
  readonly listening: Listening;
  readonly recorder: CallRecorder;
  readonly originateCall: OriginateCall;
  readonly log: Log;
  readonly video?: VideoParts | undefined;
}
