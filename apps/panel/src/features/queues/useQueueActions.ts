import { mayPause } from "@callpanel/contract";
import type { PauseCode } from "@callpanel/contract";
import { useMemo } from "react";
import { sayError } from "../../shared/api/api.ts";
import type { Command } from "../../shared/live/events.ts";
import { usePanel } from "../../shared/panel.ts";
import { useLocaleWords } from "../../shared/words/useWords.ts";

/** The target of a pause: an agent of a queue, all agents of a queue, or the user in all queues. */
export type PauseScope =
  | { readonly queue: string; readonly agent: string }
  | { readonly queue: string; readonly all: true }
  | "myself";

export interface QueueActions {
  readonly isSelf: (exten: string) => boolean;
  /** QBOARD-7: whether the viewer may pause that agent, or any other, of a queue. */
  readonly mayPause: (queue: string, exten: string | null) => boolean;
  /** `cause`: null without one. */
  readonly pause: (scope: PauseScope, cause: PauseCode | null) => void;
  readonly unpause: (scope: PauseScope) => void;
  readonly logIn: () => void;
  readonly logOut: () => void;
}

/** What the viewer does to agents. A refusal is shown as a notice; events show the effect. */
export function useQueueActions(): QueueActions {
  const { events, notices, viewer } = usePanel();
  const words = useLocaleWords();
  return useMemo(() => {
    const own = viewer.user.extension;
    const order = (command: Command) => {
      events.command(command).catch((error: unknown) => notices.error(words.say(sayError(error, "queues.agent"))));
    };
    const whom = (scope: PauseScope) => (scope === "myself" ? {} : scope);
    return {
      isSelf: (exten) => exten === own,
      mayPause: (queue, exten) => mayPause(viewer.rights, queue, { isOwn: exten === own }),
      pause: (scope, cause) =>
        order({ command: "QueuePause", ...whom(scope), paused: true, ...(cause === null ? {} : { cause }) }),
      unpause: (scope) => order({ command: "QueuePause", ...whom(scope), paused: false }),
      logIn: () => order({ command: "AgentLogin" }),
      logOut: () => order({ command: "AgentLogoff" }),
    };
  }, [events, notices, viewer, words]);
}
