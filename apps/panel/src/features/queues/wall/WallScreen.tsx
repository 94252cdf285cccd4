import { showQueueWall } from "@callpanel/contract";
import type { WallQueue } from "@callpanel/contract";
import { IconAlertTriangle, IconHeadset, IconWifiOff, StatePanel } from "@callpanel/ui";
import { useEffect, useMemo } from "react";
import type { CSSProperties } from "react";
import type { Wire } from "../../../shared/api/api.ts";
import type { Clock } from "../../../shared/clock.ts";
import { clockText } from "../../../shared/formats/duration.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { useSnapshot } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";
import { createSecondTicker } from "../../../shared/ticker.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ServiceLevelSign } from "../card/ServiceLevelSign.tsx";
import { markOf } from "../dashboard/serviceLevel.model.ts";
import { queuesMessages } from "../queues.messages.ts";
import { AGENT_SIGNS } from "../card/agentSigns.ts";
import { countsOf, layoutOf } from "./wall.model.ts";
import { createWall } from "./wall.store.ts";
import type { WallState } from "./wall.store.ts";
import styles from "./WallScreen.module.css";

declare module "react" {
  interface CSSProperties {
    "--columns"?: number;
    "--rows"?: number;
  }
}

export interface WallScreenProps {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly secret: string;
}

/** QDASH-12: queues in large figures, for a display on a wall: without a sign-in, and without controls. */
export function WallScreen({ wire, clock, secret }: WallScreenProps) {
  const t = useWords(queuesMessages);
  const wall = useMemo(
    () => createWall({ clock, load: () => wire.call(showQueueWall, { body: { secret } }, null) }),
    [wire, clock, secret],
  );
  const second = useMemo(() => createSecondTicker(clock), [clock]);
  useEffect(() => wall.start(), [wall]);
  const state = useSnapshot(wall);
  const name = state.phase === "shown" ? state.figures.name : "";
  useEffect(() => {
    if (name !== "") document.title = name;
  }, [name]);
  switch (state.phase) {
    case "loading":
      return <main className={styles.alone} aria-busy="true" />;
    case "gone":
      return (
        <main className={styles.alone}>
          <StatePanel
            heading
            icon={IconHeadset}
            title={t("queues.wall.gone.title")}
            text={t("queues.wall.gone.text")}
          />
        </main>
      );
    case "unreachable":
      return (
        <main className={styles.alone}>
          <StatePanel heading icon={IconWifiOff} title={t("queues.offline.title")} text={t("queues.wall.retries")} />
        </main>
      );
    case "shown":
      return <Wall state={state} second={second} />;
  }
}

type Shown = Extract<WallState, { readonly phase: "shown" }>;

function Wall({ state, second }: { readonly state: Shown; readonly second: Readable<number> }) {
  const { figures, at, cutOff } = state;
  const { columns, rows, isDetailed } = layoutOf(figures.queues.length);
  const place: CSSProperties = { "--columns": columns, "--rows": rows };
  return (
    <main className={styles.wall} style={place} data-cut-off={cutOff ? "" : undefined}>
      <WallHead name={figures.name} at={at} cutOff={cutOff} second={second} />
      <div className={styles.queues}>
        {figures.queues.map((queue) => (
          <Tile key={queue.queue} queue={queue} shown={state} second={second} isDetailed={isDetailed} />
        ))}
      </div>
    </main>
  );
}

interface WallHeadProps extends Pick<Shown, "at" | "cutOff"> {
  readonly name: string;
  readonly second: Readable<number>;
}

function WallHead({ name, at, cutOff, second }: WallHeadProps) {
  const t = useWords(queuesMessages);
  const { time } = useFormats();
  const now = useSnapshot(second);
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{name}</h1>
      {cutOff ? (
        <p className={styles.cutOff} role="alert">
          <IconWifiOff aria-hidden />
          {t("queues.wall.cutOff", { time: time(at) })}
        </p>
      ) : null}
      <span className={styles.clock}>{time(now)}</span>
    </header>
  );
}

interface TileProps {
  readonly queue: WallQueue;
  readonly shown: Shown;
  readonly second: Readable<number>;
  readonly isDetailed: boolean;
}

function Tile({ queue, shown, second, isDetailed }: TileProps) {
  const t = useWords(queuesMessages);
  const { name, waiting, summary } = queue;
  const counts = countsOf(queue.agents);
  const mark = markOf(summary.serviceLevel);
  return (
    <section className={styles.tile} aria-label={t("queues.queue", { name })} data-waiting={waiting}>
      <h2 className={styles.name}>{name}</h2>
      <div className={styles.now} data-tone={waiting > 0 ? "busy" : undefined}>
        <span className={styles.big}>{waiting}</span>
        <span className={styles.label}>
          {waiting > 0 ? <IconAlertTriangle aria-hidden /> : null}
          {t("queues.figure.waiting")}
        </span>
      </div>
      <dl className={styles.figures}>
        <Figure name={t("queues.figure.longest")}>
          {waiting === 0 ? "–" : <Longest seconds={queue.longest_wait} shown={shown} second={second} />}
        </Figure>
        <Figure name={t("queues.figure.serviceLevel", { seconds: summary.target })} tone={mark}>
          {summary.serviceLevel === null ? "–" : `${summary.serviceLevel} %`}
          <ServiceLevelSign mark={mark} />
        </Figure>
        <Figure name={t("queues.figure.free")}>
          {t("queues.figure.freeOf", { free: counts.idle, total: queue.agents.length })}
        </Figure>
        <Figure name={t("queues.figure.abandoned")}>{summary.abandoned}</Figure>
      </dl>
      {isDetailed ? <Agents queue={queue} shown={shown} second={second} /> : null}
    </section>
  );
}

function Figure({ name, tone, children }: { name: string; tone?: string; children: React.ReactNode }) {
  return (
    <div className={styles.figure} data-tone={tone}>
      <dt className={styles.label}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

/** Stops while the display is cut off: nothing is shown as if it were live. */
const useNow = ({ at, cutOff }: Shown, second: Readable<number>): number => {
  const now = useSnapshot(second);
  return cutOff ? at : Math.max(at, now);
};

function Longest({ seconds, shown, second }: { seconds: number; shown: Shown; second: Readable<number> }) {
  return clockText(seconds * 1_000 + useNow(shown, second) - shown.at);
}

function Agents({ queue, shown, second }: Omit<TileProps, "isDetailed">) {
  const t = useWords(queuesMessages);
  const now = useNow(shown, second);
  const offsetMs = shown.at - shown.figures.at;
  return (
    <ul className={styles.agents} aria-label={t("queues.agentsOf", { name: queue.name })}>
      {queue.agents.map(({ name, state, since }, at) => {
        const Sign = AGENT_SIGNS[state];
        return (
          // Agents of the same name differ by their place.
          <li
            key={`${name} ${at}`}
            className={styles.agent}
            aria-label={t("queues.agent", { name })}
            data-state={state}
          >
            <Sign aria-hidden />
            <span className={styles.agentName}>{name}</span>
            <span>{t(`queues.state.${state}`)}</span>
            <span className={styles.since}>{clockText(now - since - offsetMs)}</span>
          </li>
        );
      })}
    </ul>
  );
}
