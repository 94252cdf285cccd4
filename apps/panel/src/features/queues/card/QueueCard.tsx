import { IconButton, IconPlayerPause, IconPlayerPlay, IconStarFilled, IconUsers, PopMenu } from "@callpanel/ui";
import { memo, useLayoutEffect, useMemo, useRef } from "react";
import type { RefObject } from "react";
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
import type { Sight } from "./sight.ts";
import { useNear } from "./useNear.ts";
import styles from "./QueueCard.module.css";

export interface QueueCardProps {
  readonly number: string;
  readonly search: string;
  /** Null: the card is always complete. */
  readonly sight: Sight | null;
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

/**
 * QDASH-9: a card keeps its height while callers come and go: nothing moves under the hand, and no other card has to be
 * laid out. More rows are scrolled inside the card.
 */
const HEAD_REM = 11.125;
const LINE_REM = 5.75;
const AGENT_REM = 3.5625; // as in AgentRow.module.css
const AGENTS_MIN = 2;
const AGENTS_MAX = 10;

function Card({ queue, onWatch, sight, ...rows }: QueueCardProps & { readonly queue: LiveQueue }) {
  const t = useWords(queuesMessages);
  const { number, name, summary } = queue;
  const { actions } = rows;
  const box = useRef<HTMLElement>(null);
  const liveQueues = useService(LIVE_QUEUES);
  const members = useSnapshot(useMemo(() => liveQueues.members(number), [liveQueues, number]));
  const shownRows = useNear(box, sight, members.length);
  useWaitingCount(box, number);
  const stale = useSnapshot(useService(LIVE_BUDDIES).liveness).kind === "stale";
  const agentCount = Math.min(Math.max(summary.agents, AGENTS_MIN), AGENTS_MAX);
  const height = `${HEAD_REM + LINE_REM + agentCount * AGENT_REM}rem`;
  return (
    <div className={styles.place}>
      <section
        ref={box}
        className={styles.card}
        style={{ height }}
        aria-label={t("queues.queue", { name })}
        data-queue={number}
        data-stale={stale ? "" : undefined}
      >
        {shownRows === null ? (
          <h2 className={styles.name}>{name}</h2>
        ) : (
          <>
            <Head number={number} name={name} actions={actions} onWatch={onWatch} />
            <Figures queue={queue} />
            <div className={styles.body}>
              <Line number={number} name={name} targetSeconds={summary.target} search={rows.search} />
              <Agents {...rows} name={name} members={members} most={shownRows} />
            </div>
          </>
        )}
      </section>
    </div>
  );
}

/** The number of waiting callers as an attribute, also of a card out of sight; without rendering the card. */
function useWaitingCount(box: RefObject<HTMLElement | null>, number: string): void {
  const liveQueues = useService(LIVE_QUEUES);
  useLayoutEffect(() => {
    const line = liveQueues.line(number);
    const write = () => box.current?.setAttribute("data-waiting", String(line.get().length));
    write();
    return line.subscribe(write);
  }, [box, liveQueues, number]);
}

interface Named {
  readonly number: string;
  readonly name: string;
}

const Head = memo(function Head({
  number,
  name,
  actions,
  onWatch,
}: Named & Pick<QueueCardProps, "actions" | "onWatch">) {
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
});

/** Pauses and unpauses all agents of the queue. */
function PauseAll({ number, name, actions }: Named & Pick<QueueCardProps, "actions">) {
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

interface LineProps extends Named {
  readonly targetSeconds: number;
  readonly search: string;
}

const Line = memo(function Line({ number, name, targetSeconds, search }: LineProps) {
  const t = useWords(queuesMessages);
  const liveQueues = useService(LIVE_QUEUES);
  const line = useSnapshot(useMemo(() => liveQueues.line(number), [liveQueues, number]));
  if (line.length === 0) return <p className={styles.nobody}>{t("queues.nobodyWaits")}</p>;
  return (
    <ul className={styles.rows} aria-label={t("queues.callersOf", { name })}>
      {line.map((caller, at) => (
        <CallerRow
          key={caller.callid}
          queue={number}
          queueName={name}
          targetSeconds={targetSeconds}
          caller={caller}
          position={at + 1}
          search={search}
        />
      ))}
    </ul>
  );
});

interface AgentsProps extends Named, Pick<QueueCardProps, "search" | "states" | "actions"> {
  /** Extensions. */
  readonly members: readonly string[];
  /** Rows for now (useNear). */
  readonly most: number;
}

const Agents = memo(function Agents({ number, name, search, states, actions, members, most }: AgentsProps) {
  const t = useWords(queuesMessages);
  if (members.length === 0) return <p className={styles.nobody}>{t("queues.noAgents")}</p>;
  return (
    <ul className={styles.rows} aria-label={t("queues.agentsOf", { name })}>
      {members.slice(0, most).map((exten) => (
        <AgentRow key={exten} queue={number} exten={exten} states={states} search={search} actions={actions} />
      ))}
    </ul>
  );
});
