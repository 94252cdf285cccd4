import { useFormats } from "../../../shared/formats/useFormats.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";
import { useReportDate } from "../table/useReportDate.ts";
import { ChartFrame, PLOT_HEIGHT_PX, PLOT_TOP_PX } from "./ChartFrame.tsx";
import { labelled, topOf } from "./charts.model.ts";
import type { Moment } from "./charts.model.ts";
import styles from "./Charts.module.css";

const KINDS = ["answered", "abandoned", "other"] as const;
const MOST_MARKS = 4;
/** Share of its place that a bar fills. */
const FILLED = 0.72;

/** A bar for each day or hour: answered, abandoned and other callers, one on the other. */
export function CallsChart({ moments }: { readonly moments: readonly Moment[] }) {
  const t = useWords(queueReportsMessages);
  const formats = useFormats();
  const { short } = useReportDate();
  const top = topOf(Math.max(1, ...moments.map(({ answered, abandoned, other }) => answered + abandoned + other)));
  const place = 100 / Math.max(1, moments.length);
  return (
    <ChartFrame
      title={t("queueReports.chart.calls")}
      scale={[formats.number(top), formats.number(top / 2), "0"]}
      marks={labelled(moments.length, MOST_MARKS).map((index) => ({
        at: (index + 0.5) * place,
        text: short(moments[index]?.date ?? ""),
      }))}
      legend={
        <span className={styles.legend}>
          {KINDS.map((kind) => (
            <span key={kind} className={styles.key} data-kind={kind}>
              {t(`queueReports.chart.${kind}`)}
            </span>
          ))}
        </span>
      }
    >
      {moments.map((moment, index) => (
        <Bar
          key={moment.date}
          moment={moment}
          top={top}
          x={(index + (1 - FILLED) / 2) * place}
          width={place * FILLED}
        />
      ))}
    </ChartFrame>
  );
}

interface BarProps {
  readonly moment: Moment;
  readonly top: number;
  /** Percent. */
  readonly x: number;
  readonly width: number;
}

function Bar({ moment, top, x, width }: BarProps) {
  const t = useWords(queueReportsMessages);
  const write = useMoment();
  const { date, answered, abandoned, other } = moment;
  const heightOf = (kind: (typeof KINDS)[number]): number => (moment[kind] / top) * PLOT_HEIGHT_PX;
  return (
    <g>
      <title>{t("queueReports.chart.bar", { date: write(date), answered, abandoned, other })}</title>
      {KINDS.map((kind, index) => {
        const height = heightOf(kind);
        const below = KINDS.slice(0, index).reduce((sum, one) => sum + heightOf(one), 0);
        const y = PLOT_TOP_PX + PLOT_HEIGHT_PX - below - height;
        return height === 0 ? null : (
          <rect
            key={kind}
            className={styles.bar}
            data-kind={kind}
            x={`${x}%`}
            y={y}
            width={`${width}%`}
            height={height}
          />
        );
      })}
    </g>
  );
}

/** A day, or an hour. */
export function useMoment(): (date: string) => string {
  const { day, hour } = useReportDate();
  return (date) => (date.includes("T") ? hour(date) : day(date));
}
