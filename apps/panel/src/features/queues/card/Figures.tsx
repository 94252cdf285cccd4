import { memo, useMemo } from "react";
import type { ReactNode } from "react";
import { clockText } from "../../../shared/formats/duration.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { Elapsed } from "../../../shared/live/Elapsed.tsx";
import { LIVE_QUEUES } from "../../../shared/live/liveQueues.ts";
import type { LiveQueue } from "../../../shared/live/liveQueues.ts";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { waitingSince } from "../dashboard/arrange.model.ts";
import { markOf } from "../dashboard/serviceLevel.model.ts";
import { ServiceLevelSign } from "./ServiceLevelSign.tsx";
import { queuesMessages } from "../queues.messages.ts";
import styles from "./Figures.module.css";

/** The line now, and the figures of the day (QDASH-3). */
export const Figures = memo(function Figures({ queue: { number, summary } }: { readonly queue: LiveQueue }) {
  const t = useWords(queuesMessages);
  const { number: write } = useFormats();
  return (
    <dl className={styles.figures}>
      <LineFigures number={number} />
      <Figure name={t("queues.figure.free")}>
        <FreeAgents number={number} />
      </Figure>
      <ServiceLevel level={summary.serviceLevel} target={summary.target} />
      <Figure name={t("queues.figure.hold")}>{hasHold(summary) ? clockText(summary.holdtime * 1_000) : "–"}</Figure>
      <Figure name={t("queues.figure.completed")}>{write(summary.completed)}</Figure>
      <Figure name={t("queues.figure.abandoned")}>{write(summary.abandoned)}</Figure>
    </dl>
  );
});

/** QDASH-7: before the first call of the day was answered or given up there is no mean. */
const hasHold = ({ holdtime, completed, abandoned }: LiveQueue["summary"]): boolean =>
  holdtime > 0 || completed + abandoned > 0;

function LineFigures({ number }: { readonly number: string }) {
  const t = useWords(queuesMessages);
  const { number: write } = useFormats();
  const liveQueues = useService(LIVE_QUEUES);
  const line = useSnapshot(useMemo(() => liveQueues.line(number), [liveQueues, number]));
  const since = waitingSince(line);
  return (
    <>
      <Figure name={t("queues.figure.waiting")} tone={line.length > 0 ? "busy" : undefined}>
        {write(line.length)}
      </Figure>
      <Figure name={t("queues.figure.longest")}>{since === null ? "–" : <Elapsed since={since} />}</Figure>
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly tone?: string | undefined;
  readonly tip?: string;
  readonly children: ReactNode;
}

function Figure({ name, tone, tip, children }: FigureProps) {
  return (
    <div className={styles.figure} data-tone={tone} data-tip={tip}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

function FreeAgents({ number }: { readonly number: string }) {
  const t = useWords(queuesMessages);
  const liveQueues = useService(LIVE_QUEUES);
  const counts = useSnapshot(useMemo(() => liveQueues.counts(number), [liveQueues, number]));
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return t("queues.figure.freeOf", { free: counts.idle, total });
}

/** Colour, icon and word say the same. */
function ServiceLevel({ level, target }: { readonly level: number | null; readonly target: number }) {
  const t = useWords(queuesMessages);
  const mark = markOf(level);
  return (
    <Figure
      name={t("queues.figure.serviceLevel", { seconds: target })}
      tone={mark}
      tip={t("queues.figure.serviceLevelHint", { seconds: target })}
    >
      {level === null ? "–" : `${level} %`}
      <ServiceLevelSign mark={mark} />
    </Figure>
  );
}
