/** The commands of commands.ts that run in this package. A new command is a file in this folder and a line here. */
import type { PhoneCommands } from "@callpanel/phone-port";
import { createBridgeOf } from "./bridge-of.ts";
import type { CommandDeps } from "./command-deps.ts";
import { createGather } from "./gathering.ts";
import { createGoalOf } from "./goal-of.ts";
import { createInvite } from "./invite.ts";
import { createMerge } from "./merge.ts";
import { createOriginate } from "./originate.ts";
import { createRecordingCommands } from "./recording.ts";
import { createRedirect } from "./redirect.ts";
import { createRoomCommands } from "./room-commands.ts";
import { createSetListening } from "./set-listening.ts";
import { createSetVariable } from "./set-variable.ts";
import { createVideoCalls } from "./video-calls.ts";

export function createCommands(deps: CommandDeps): PhoneCommands {
  const gather = createGather(deps);
  return {
    ...createRecordingCommands(deps.recorder),
    ...createRoomCommands(deps),
    bridgeOf: createBridgeOf(deps),
    goalOf: createGoalOf(deps),
    invite: createInvite(deps),
    merge: createMerge(deps, gather),
    originate: createOriginate(deps),
    redirect: createRedirect(deps, gather),
    setListening: createSetListening(deps),
    setVariable: createSetVariable(deps),
    ...createVideoCalls(deps),
  };
}
