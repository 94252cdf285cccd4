import { AppError, type CommandFrame, type CommandResults } from "@callpanel/contract";
import type { CommandOutcome, CommandRefusal, PhoneCommands, PhoneQueues } from "@callpanel/phone-port";
import type { Caller } from "../../kernel/http/caller.ts";
import type { ListeningBoard } from "../listening/index.ts";
import type { ParkedBoard, ParkedSight } from "../parking/index.ts";
import type { PresenceBoard, PresenceSight } from "../presence/index.ts";
import type { QueueBoard, QueueSight } from "../queues/index.ts";
import type {
  ConferenceBoard,
  ConferenceConfigurations,
  ConferenceSight,
  ThreeWayBoard,
} from "../conferences/index.ts";
import type { SentLegs } from "./sent-legs.ts";

export type CommandName = CommandFrame["command"];
export type Frames = { readonly [Name in CommandName]: Extract<CommandFrame, { readonly command: Name }> };

/** The commands that this phone system supports; a panel's command that needs another one is not found. */
export type ServedCommands = Partial<PhoneCommands>;

/** The state that commands act on. */
export interface CommandBoards {
  readonly presenceBoard: PresenceBoard;
  readonly parked: ParkedBoard;
  readonly conferences: Pick<ConferenceBoard, "conferenceOf" | "find">;
  readonly conferenceConfigurations: Pick<ConferenceConfigurations, "of">;
  readonly queues: Pick<QueueBoard, "visible">;
  readonly threeWay: ThreeWayBoard;
  readonly listening: Pick<ListeningBoard, "watchedBy">;
}

/** What the sender of a command may see. */
export interface Sights {
  readonly people: PresenceSight;
  readonly parked: ParkedSight;
  readonly conferences: ConferenceSight;
  readonly queues: QueueSight;
}

/** The person who sent a command, and what it acts on. */
export interface Scene extends CommandBoards {
  readonly caller: Caller;
  readonly sight: Sights;
  readonly sent: SentLegs;
  readonly commands: ServedCommands;
  /** Absent: the phone system has no queues. */
  readonly orderQueue?: PhoneQueues["order"] | undefined;
  readonly removeCallback?: PhoneQueues["removeCallback"] | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Runs a command whose demand is met. Throws `AppError` for a refusal. */
export type Carry<Name extends CommandName> = (
  frame: Frames[Name],
  scene: Scene,
) => CommandResults[Name] | Promise<CommandResults[Name]>;

/** RT-8: a command that no area serves is not found. */
export const notServed = (): never => {
  throw new AppError("request.notFound");
};

/**
 * The value of a successful command of the phone system; throws the reason of a refusal. `number`: the number to be
 * reached.
 */
export function carriedOut<Value>(outcome: CommandOutcome<Value>, number = ""): Value {
  if (outcome.ok) return outcome.value;
  throw refusals[outcome.why](number);
}

/** RT-14. */
const refusals: Readonly<Record<CommandRefusal, (number: string) => AppError>> = {
  unknownLeg: () => new AppError("sipua.error.ended"),
  unknownNumber: (value) => new AppError("sipua.error.destination", { value }),
  notRegistered: (number) => new AppError("command.notRegistered", { number }),
  limit: () => new AppError("command.limit"),
  wrongState: () => new AppError("command.wrongState"),
  unavailable: () => new AppError("command.unavailable"),
  "outside.inland": () => new AppError("call.outside.inland"),
  "outside.abroad": () => new AppError("call.outside.abroad"),
  "outside.premium": () => new AppError("call.outside.premium"),
  "outside.unknown": (number) => new AppError("call.outside.unknown", { number }),
  forbidden: () => new AppError("request.forbidden"),
};
