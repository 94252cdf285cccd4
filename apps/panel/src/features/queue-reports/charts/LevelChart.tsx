import { useWords } from "../../../shared/words/useWords.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";
import { useReportDate } from "../table/useReportDate.ts";
import { useMoment } from "./CallsChart.tsx";
import { ChartFrame, PLOT_HEIGHT_PX, PLOT_TOP_PX } from "./ChartFrame.tsx";
import { labelled } from "./charts.model.ts";
import type { Moment } from "./charts.model.ts";
import styles from "./Charts.module.css";

const MOST_MARKS = 4;

/** The service level of each day or hour; a line joins those that follow each other. */
export function LevelChart({ moments }: { readonly moments: readonly Moment[] }) {
  const t = useWords(queueReportsMessages);
  const write = useMoment();
  const { short } = useReportDate();
  const place = 100 / Math.max(1, moments.length);
  const points = moments.map(({ date, level }, index) => ({
    date,
    level,
    x: (index + 0.5) * place,
    y: PLOT_TOP_PX + (1 - (level ?? 0) / 100) * PLOT_HEIGHT_PX,
  }));
  return (
    <ChartFrame
      title={t("queueReports.chart.level")}
      scale={["100 %", "50 %", "0 %"]}
      marks={labelled(moments.length, MOST_MARKS).map((index) => ({
        at: (index + 0.5) * place,
        text: short(moments[index]?.date ?? ""),
      }))}
    >
      {points.map(({ date, level, x, y }, index) => {
        const next = points[index + 1];
        if (level === null || next === undefined || next.level === null) return null;
        return <line key={date} className={styles.line} x1={`${x}%`} y1={y} x2={`${next.x}%`} y2={next.y} />;
      })}
      {points.map(({ date, level, x, y }) =>
        level === null ? null : (
          <circle key={date} className={styles.point} cx={`${x}%`} cy={y} r={moments.length > 60 ? 2 : 4}>
            <title>{t("queueReports.chart.point", { date: write(date), level })}</title>
          </circle>
        ),
      )}
    </ChartFrame>
  );
}
