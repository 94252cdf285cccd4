import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { PhoneQueues } from "@callpanel/phone-port";
import { conferenceSightOf } from "../conferences/index.ts";
import { parkedSightOf } from "../parking/index.ts";
import { presenceSightOf } from "../presence/index.ts";
import { queueSightOf } from "../queues/index.ts";
import type { OpenCommands } from "../realtime/index.ts";
import type { CommandBoards, ServedCommands, Sights } from "./command.ts";
import { createDispatcher } from "./dispatcher.ts";
import { createSentLegs } from "./sent-legs.ts";

export { carriedOut, type ServedCommands } from "./command.ts";

export interface CommandsDeps extends CommandBoards {
  readonly clock: Clock;
  readonly log: Log;
  readonly commands: ServedCommands;
  readonly orderQueue?: PhoneQueues["order"] | undefined;
  readonly removeCallback?: PhoneQueues["removeCallback"] | undefined;
}

/** The commands that panels send on their realtime connections. */
export function createCommands(deps: CommandsDeps): OpenCommands {
  return (connection) => {
    const { caller } = connection;
    const { name } = caller.realm;
    const sight: Sights = {
      people: presenceSightOf(name, caller),
      parked: parkedSightOf(name, caller),
      conferences: conferenceSightOf(name, caller),
      queues: queueSightOf(name, caller),
    };
    return createDispatcher({ ...deps, ...connection, sight, sent: createSentLegs(deps.clock), now: deps.clock.now });
  };
}
