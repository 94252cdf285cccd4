/** Says that an agent is logged in or off now, then hangs up (QUE-90). */
import type { Clock, Log, QueueOrder, QueueSettings } from "@callpanel/phone-port";
import type { QueueEngine } from "../../queues/engine.port.ts";
import type { Service } from "../call/service.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { createPlaylist } from "../services/ivr/playlist.ts";
import { words, wordsFile } from "../services/ivr/words.ts";

interface SpokenOrderDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly promptsFolder: string;
  readonly engine: Pick<QueueEngine, "queuesOf" | "settingsOf" | "views">;
}

const DONE: LegReason = { status: 200, text: "Done" };

/** To be made before the order is carried out: afterwards the agent may be in no queue. */
export function createSpokenOrder(deps: SpokenOrderDeps, order: QueueOrder): Service {
  const { clock, log, promptsFolder, engine } = deps;
  const language = queueOf(engine, order)?.language ?? "en";
  const isIn = order.kind === "logIn" || order.kind === "addMember";
  return {
    serve: ({ leg, dismiss }) => {
      const playlist = createPlaylist({
        clock,
        leg,
        spoken: (key) => wordsFile(promptsFolder, language, key),
        failed: (path, why) => log.warn("a sound could not be played", { path, error: why }),
      });
      playlist.play(words(isIn ? "queue-logged-in" : "queue-logged-off"), () => dismiss(DONE));
      return { stop: () => playlist.close() };
    },
  };
}

/** The queue that the order names, or else the first one of the agent, or the first one that lists the agent. */
function queueOf(engine: SpokenOrderDeps["engine"], order: QueueOrder): QueueSettings | undefined {
  if ("queueId" in order && order.queueId !== undefined) return engine.settingsOf(order.queueId);
  const [own] = engine.queuesOf(order.agentId);
  if (own !== undefined) return engine.settingsOf(own);
  return engine
    .views()
    .map(({ id }) => engine.settingsOf(id))
    .find((settings) => settings?.members.some(({ agentId }) => agentId === order.agentId) === true);
}
