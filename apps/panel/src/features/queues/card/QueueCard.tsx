import type { QueueCaller } from "@callpanel/contract";
import { IconButton, IconPlayerPause, IconPlayerPlay, IconStarFilled, IconUsers, PopMenu } from "@callpanel/ui";
import { memo, useMemo, useRef } from "react";
import type { CSSProperties } from "react";
import { LIVE_BUDDIES } from "../../../shared/live/liveBuddies.ts";
import { LIVE_QUEUES } from "../../../shared/live/liveQueues.ts";
import type { AgentState, LiveQueue } from "../../../shared/live/liveQueues.ts";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { queuesMessages } from "../queues.messages.ts";
import type { QueueActions } from "../useQueueActions.ts";
import type { WatchQueue } from "../watch/useWatchedQueues.ts";
import { AgentRow } from "./AgentRow.tsx";
import { CallerRow } from "./CallerRow.tsx";
import { Figures } from "./Figures.tsx";
import { PauseItems, refusalOf } from "./PauseButton.tsx";
import { useNear } from "./useNear.ts";
import styles from "./QueueCard.module.css";

export interface QueueCardProps {
  readonly number: string;
  readonly search: string;
  readonly states: readonly AgentState[];
  readonly actions: QueueActions;
  readonly onWatch: WatchQueue;
}

/** A watched queue: its figures, its line and its agents. */
export const QueueCard = memo(function QueueCard(props: QueueCardProps) {
  const { number } = props;
  const liveQueues = useService(LIVE_QUEUES);
  const queue = useSnapshot(useMemo(() => liveQueues.queue(number), [liveQueues, number]));
  return queue === null ? null : <Card {...props} queue={queue} />;
});

/** Heights in px, so that a card out of sight takes the place that it will have. */
const ROW_PX = { caller: 45, agent: 57 };
/** More rows are scrolled inside the card. */
const ROWS_MAX = 12;

function Card({ queue, ...props }: QueueCardProps & { readonly queue: LiveQueue }) {
  const t = useWords(queuesMessages);
  const { number, name, summary } = queue;
  const box = useRef<HTMLElement>(null);
  const isNear = useNear(box);
  const liveQueues = useService(LIVE_QUEUES);
  const stale = useSnapshot(useService(LIVE_BUDDIES).liveness).kind === "stale";
  const line = useSnapshot(useMemo(() => liveQueues.line(number), [liveQueues, number]));
  const agentCount = Math.min(summary.agents, ROWS_MAX);
  const place: CSSProperties = { minHeight: line.length * ROW_PX.caller + agentCount * ROW_PX.agent };
  return (
    <section
      ref={box}
      className={styles.card}
      aria-label={t("queues.queue", { name })}
      data-waiting={line.length}
      data-queue={number}
      data-stale={stale ? "" : undefined}
    >
      <Head queue={queue} actions={props.actions} onWatch={props.onWatch} />
      <Figures queue={queue} line={line} />
      {isNear ? (
        <>
          <Line queue={queue} line={line} search={props.search} />
          <Agents {...props} />
        </>
      ) : (
        <div style={place} />
      )}
    </section>
  );
}

function Head({
  queue: { number, name },
  actions,
  onWatch,
}: Pick<QueueCardProps, "actions" | "onWatch"> & { readonly queue: LiveQueue }) {
  const t = useWords(queuesMessages);
  return (
    <header className={styles.head}>
      <h2 className={styles.name} data-tip={name}>
        {name}
      </h2>
      <span className={styles.number}>{number}</span>
      <PauseAll number={number} name={name} actions={actions} />
      <IconButton
        label={t("queues.watch")}
        icon={IconStarFilled}
        size="small"
        aria-pressed
        data-tip={t("queues.unwatch")}
        onClick={() => onWatch(number, false)}
      />
    </header>
  );
}

/** Pauses and unpauses all agents of the queue. */
function PauseAll({ number, name, actions }: Pick<QueueCardProps, "number" | "actions"> & { readonly name: string }) {
  const t = useWords(queuesMessages);
  const button = { label: t("queues.allAgents", { name }), icon: IconUsers, size: "small" } as const;
  if (!actions.mayPause(number, null))
    return <IconButton {...button} aria-disabled {...refusalOf(t("queues.pause.refused"))} />;
  const scope = { queue: number, all: true } as const;
  return (
    <PopMenu width={220}>
      <PopMenu.Target>
        <IconButton {...button} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        <PopMenu.Item
          leftSection={<IconPlayerPlay size={18} stroke={1.7} aria-hidden />}
          onClick={() => actions.unpause(scope)}
        >
          {t("queues.unpauseAll")}
        </PopMenu.Item>
        <PopMenu.Divider />
        <PopMenu.Label>
          <IconPlayerPause size={15} stroke={1.7} aria-hidden /> {t("queues.pauseAll")}
        </PopMenu.Label>
        <PauseItems onPause={(cause) => actions.pause(scope, cause)} />
      </PopMenu.Dropdown>
    </PopMenu>
  );
}

interface LineProps {
  readonly queue: LiveQueue;
  readonly line: readonly QueueCaller[];
  readonly search: string;
}

function Line({ queue, line, search }: LineProps) {
  const t = useWords(queuesMessages);
  if (line.length === 0) return <p className={styles.nobody}>{t("queues.nobodyWaits")}</p>;
  return (
    <ul className={styles.rows} aria-label={t("queues.callersOf", { name: queue.name })}>
      {line.map((caller, at) => (
        <CallerRow
          key={caller.callid}
          queue={queue.number}
          queueName={queue.name}
          targetSeconds={queue.summary.target}
          caller={caller}
          position={at + 1}
          search={search}
        />
      ))}
    </ul>
  );
}

function Agents({ number, search, states, actions }: QueueCardProps) {
  const t = useWords(queuesMessages);
  const liveQueues = useService(LIVE_QUEUES);
  const name = liveQueues.queue(number).get()?.name ?? number;
  const members = useSnapshot(useMemo(() => liveQueues.members(number), [liveQueues, number]));
  if (members.length === 0) return <p className={styles.nobody}>{t("queues.noAgents")}</p>;
  return (
    <ul className={styles.rows} aria-label={t("queues.agentsOf", { name })}>
      {members.map((exten) => (
        <AgentRow key={exten} queue={number} exten={exten} states={states} search={search} actions={actions} />
      ))}
    </ul>
  );
}
