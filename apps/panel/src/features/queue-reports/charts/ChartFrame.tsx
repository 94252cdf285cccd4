import type { ReactNode } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";
import { partBefore } from "./charts.model.ts";
import styles from "./Charts.module.css";

export interface ChartFrameProps {
  readonly title: string;
  readonly legend?: ReactNode;
  /** Of the vertical axis, the highest first. */
  readonly scale: readonly string[];
  /** Of the horizontal axis, with their place in percent. */
  readonly marks: ReadonlyArray<{ readonly at: number; readonly text: string }>;
  /** SVG whose widths are percents and heights are px, so that texts keep their size. */
  readonly children: ReactNode;
}

/** A chart with its title and axes. The table of the report is its text. */
export function ChartFrame({ title, legend, scale, marks, children }: ChartFrameProps) {
  const t = useWords(queueReportsMessages);
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        {legend}
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden>
          {scale.map((text, index) => (
            <span key={index}>{text}</span>
          ))}
        </div>
        <svg
          className={styles.drawing}
          role="img"
          aria-label={t("queueReports.chart.alternative", { title })}
          width="100%"
          height={CHART_HEIGHT_PX}
        >
          {scale.map((_, index) => {
            const y = (index / Math.max(1, scale.length - 1)) * PLOT_HEIGHT_PX + PLOT_TOP_PX;
            return <line key={index} className={styles.grid} x1="0" x2="100%" y1={y} y2={y} />;
          })}
          {children}
        </svg>
        <div className={`${styles.marks} ${styles.moments}`} aria-hidden>
          {marks.map(({ at, text }) => (
            <span key={at} style={{ left: `${at}%`, translate: `-${partBefore(at)}%` }}>
              {text}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

/** Room for a line of half a label above and below. */
export const PLOT_TOP_PX = 8;
export const PLOT_HEIGHT_PX = 132;
export const CHART_HEIGHT_PX = PLOT_HEIGHT_PX + 2 * PLOT_TOP_PX;
