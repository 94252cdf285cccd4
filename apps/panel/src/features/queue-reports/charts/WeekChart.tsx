import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";
import { CHART_HEIGHT_PX } from "./ChartFrame.tsx";
import styles from "./Charts.module.css";

const HOURS_MARKED = [0, 6, 12, 18];
const HOUR_MS = 3_600_000;
/** 1970-01-05 was a Monday. */
const MONDAY = Date.UTC(1970, 0, 5);

/** How many callers joined on each weekday in each hour: the more, the stronger the colour. */
export function WeekChart({ week }: { readonly week: readonly (readonly number[])[] }) {
  const t = useWords(queueReportsMessages);
  const { locale } = useLocaleWords();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  const clock = new Intl.DateTimeFormat(locale, { hour: "numeric", timeZone: "UTC" });
  const hourText = (hour: number): string => clock.format(MONDAY + hour * HOUR_MS);
  const dayText = (day: number): string => weekday.format(MONDAY + day * 24 * HOUR_MS);
  const most = Math.max(1, ...week.flat());
  const height = CHART_HEIGHT_PX / 7;
  const title = t("queueReports.chart.week");
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.days} aria-hidden>
          {week.map((_, day) => (
            <span key={day}>{dayText(day)}</span>
          ))}
        </div>
        <svg
          className={styles.drawing}
          role="img"
          aria-label={t("queueReports.chart.alternative", { title })}
          width="100%"
          height={CHART_HEIGHT_PX}
        >
          {week.map((hours, day) =>
            hours.map((count, hour) => (
              <g key={`${day} ${hour}`}>
                <title>{t("queueReports.chart.cell", { day: dayText(day), hour: hourText(hour), count })}</title>
                <rect
                  className={styles.cell}
                  data-empty={count === 0 ? "" : undefined}
                  x={`${(hour / 24) * 100}%`}
                  y={day * height + 1}
                  width={`${100 / 24 - 0.25}%`}
                  height={height - 2}
                  fillOpacity={count === 0 ? 1 : 0.2 + 0.8 * (count / most)}
                />
              </g>
            )),
          )}
        </svg>
        <div className={styles.marks} aria-hidden>
          {HOURS_MARKED.map((hour) => (
            <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {hourText(hour)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}
