import { useWords } from "../../../shared/words/useWords.ts";
import { activityMessages } from "./activity.messages.ts";
import { CHART_HEIGHT, CHART_WIDTH, linesOf } from "./day-chart.model.ts";
import type { ChartPoint } from "./day-chart.model.ts";
import styles from "./Activity.module.css";

export interface DayChartProps {
  readonly title: string;
  /** The oldest first; the last is now. */
  readonly points: readonly ChartPoint[];
  readonly write: (value: number) => string;
}

/** One figure over the last day. */
export function DayChart({ title, points, write }: DayChartProps) {
  const t = useWords(activityMessages);
  const last = points.at(-1);
  if (last === undefined) return null;
  const values = points.map(({ value }) => value);
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        <span className={styles.figure}>{t("activity.most", { value: write(Math.max(...values)) })}</span>
      </figcaption>
      <svg
        className={styles.drawing}
        role="img"
        aria-label={t("activity.chart", {
          title,
          now: write(last.value),
          most: write(Math.max(...values)),
          least: write(Math.min(...values)),
        })}
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
      >
        {linesOf(points, last.at).map((part) => {
          const [[from] = [0], [to] = [0]] = [part[0], part.at(-1)];
          const path = part.map(([x, y]) => `${x},${y}`).join(" ");
          return (
            <g key={from}>
              <polygon className={styles.area} points={`${from},${CHART_HEIGHT} ${path} ${to},${CHART_HEIGHT}`} />
              {/* A single figure is a dot. */}
              <polyline className={styles.line} points={part.length === 1 ? `${path} ${path}` : path} />
            </g>
          );
        })}
      </svg>
      <div className={styles.axis} aria-hidden>
        <span>{t("activity.hoursAgo")}</span>
        <span>{t("activity.now")}</span>
      </div>
    </figure>
  );
}
