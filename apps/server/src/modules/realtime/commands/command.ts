import { AppError, type CommandFrame, type CommandResults } from "@callpanel/contract";
import type { CommandOutcome, CommandRefusal, PhoneCommands } from "@callpanel/phone-port";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { ListeningFeed } from "../listening.feed.ts";
import type { PresenceBoard } from "../presence-board.ts";
import type { ParkedBoard } from "../parked.board.ts";
import type { RoomBoard } from "../rooms.board.ts";
import type { SentLegs } from "./sent-legs.ts";
import type { ThreeWayBoard } from "../three-way.board.ts";
import type { SightClass } from "../sight.ts";

export type CommandName = CommandFrame["command"];
export type Frames = { readonly [Name in CommandName]: Extract<CommandFrame, { readonly command: Name }> };

/** The commands that this phone system supports; a panel's command that needs another one is not found. */
export type ServedCommands = Partial<PhoneCommands>;

/** The person who sent a command, and the state that commands act on. */
export interface Scene {
  readonly caller: Caller;
  readonly sight: SightClass;
  readonly presenceBoard: PresenceBoard;
  readonly parked: ParkedBoard;
  readonly rooms: RoomBoard;
  readonly threeWay: ThreeWayBoard;
  readonly listening: Pick<ListeningFeed, "watchedBy">;
  readonly sent: SentLegs;
  readonly commands: ServedCommands;
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
