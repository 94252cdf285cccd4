import type { QueueAgent } from "@callpanel/contract";
import { memo, useMemo } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { Elapsed } from "../../../shared/live/Elapsed.tsx";
import { LIVE_QUEUES } from "../../../shared/live/liveQueues.ts";
import type { AgentState } from "../../../shared/live/liveQueues.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { MOVING } from "../../../shared/phone/moving.ts";
import { fits } from "../../../shared/search/fits.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { MoveMark } from "../../moving/index.ts";
import { causeText } from "../causes.ts";
import { queuesMessages } from "../queues.messages.ts";
import type { QueueActions } from "../useQueueActions.ts";
import { AGENT_SIGNS } from "./agentSigns.ts";
import { AgentMenu } from "./AgentMenu.tsx";
import { PauseButton } from "./PauseButton.tsx";
import styles from "./AgentRow.module.css";

export interface AgentRowProps {
  readonly queue: string;
  readonly exten: string;
  /** The agent is listed in these states only. */
  readonly states: readonly AgentState[];
  /** The agent is listed if name or extension fit it. */
  readonly search: string;
  readonly actions: QueueActions;
}

/** An agent of a queue; rendered again only when this agent changes (QDASH-2). */
export const AgentRow = memo(function AgentRow({ queue, exten, states, search, actions }: AgentRowProps) {
  const liveQueues = useService(LIVE_QUEUES);
  const agent = useSnapshot(useMemo(() => liveQueues.agent(queue, exten), [liveQueues, queue, exten]));
  if (agent === null || !states.includes(agent.state) || !fits(`${agent.name} ${exten}`, search)) return null;
  return <Agent queue={queue} agent={agent} actions={actions} />;
});

interface AgentProps extends Pick<AgentRowProps, "queue" | "actions"> {
  readonly agent: QueueAgent;
}

function Agent({ queue, agent, actions }: AgentProps) {
  const t = useWords(queuesMessages);
  const { exten, name, state } = agent;
  const Sign = AGENT_SIGNS[state];
  return (
    <li className={styles.agent} aria-label={t("queues.agent", { name })} data-state={state} data-exten={exten}>
      <Sign className={styles.sign} size={18} stroke={1.8} aria-hidden />
      <p className={styles.who}>
        <span className={styles.name} data-tip={name}>
          {name}
        </span>
        <span className={styles.exten}>{exten}</span>
      </p>
      <div className={styles.second}>
        <p className={styles.state}>
          <span className={styles.word}>{t(`queues.state.${state}`)}</span>
          <Pause agent={agent} />
          <Elapsed since={agent.since} className={styles.since} />
        </p>
        <Facts agent={agent} />
      </div>
      <Buttons queue={queue} exten={exten} paused={agent.paused} actions={actions} />
      <PersonMark exten={exten} name={name} />
    </li>
  );
}

interface ButtonsProps extends Pick<AgentRowProps, "queue" | "exten" | "actions"> {
  readonly paused: boolean;
}

/** QDASH-2: not rendered again with each state of the agent. */
const Buttons = memo(function Buttons({ queue, exten, paused, actions }: ButtonsProps) {
  return (
    <span className={styles.buttons}>
      <PauseButton
        form="row"
        paused={paused}
        permitted={actions.mayPause(queue, exten)}
        onPause={(cause) => actions.pause({ queue, agent: exten }, cause)}
        onUnpause={() => actions.unpause({ queue, agent: exten })}
      />
      {actions.isSelf(exten) ? null : <AgentMenu queue={queue} exten={exten} />}
    </span>
  );
});

/** An agent who is paused may talk or be offline at the same time. */
function Pause({ agent: { state, paused, pausedReason } }: { readonly agent: QueueAgent }) {
  const t = useWords(queuesMessages);
  if (!paused) return null;
  return (
    <>
      {state === "paused" ? null : <span className={styles.cause}>{t("queues.state.paused")}</span>}
      {pausedReason === "" ? null : <span className={styles.cause}>{causeText(t, pausedReason)}</span>}
    </>
  );
}

/** How many calls, and when the last one was. */
function Facts({ agent: { callsTaken, lastCall, missed } }: { readonly agent: QueueAgent }) {
  const t = useWords(queuesMessages);
  const { clock } = usePanel();
  const { recent } = useFormats();
  return (
    <p className={styles.facts}>
      <span>{t("queues.taken", { count: callsTaken })}</span>
      {missed === 0 ? null : <span className={styles.missed}>{t("queues.missedInRow", { count: missed })}</span>}
      {lastCall === null ? null : <span>{t("queues.lastCall", { time: recent(lastCall, clock.now()) })}</span>}
    </p>
  );
}

/** Where a dragged caller can be dropped. */
const PersonMark = memo(function PersonMark({ exten, name }: { readonly exten: string; readonly name: string }) {
  const target = useMemo(() => ({ kind: "person", number: exten, name }) as const, [exten, name]);
  return <MoveMark moving={useService(MOVING)} target={target} />;
});
