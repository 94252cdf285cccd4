import { QUEUE_REPORT_HOURLY_DAYS_MAX } from "@callpanel/contract";
import type { QueueSummaryRow } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { usePanel } from "../../../shared/panel.ts";
import { daysOf } from "../filter/filter.model.ts";
import type { ReportFilter } from "../filter/filter.model.ts";
import { summaryQuery } from "../queue-reports.api.ts";
import { CallsChart } from "./CallsChart.tsx";
import { momentsOf, weekOf } from "./charts.model.ts";
import { LevelChart } from "./LevelChart.tsx";
import { WeekChart } from "./WeekChart.tsx";
import styles from "./Charts.module.css";

export interface SummaryChartsProps {
  readonly filter: ReportFilter;
  readonly rows: readonly QueueSummaryRow[];
}

/** RPT-8: the same figures where people look rather than read. */
export function SummaryCharts({ filter, rows }: SummaryChartsProps) {
  const moments = momentsOf(rows, filter);
  return (
    <div className={styles.charts}>
      <CallsChart moments={moments} />
      <LevelChart moments={moments} />
      {daysOf(filter) <= QUEUE_REPORT_HOURLY_DAYS_MAX ? <Week filter={filter} /> : null}
    </div>
  );
}

/** The week needs rows of hours; without them the report is still complete. */
function Week({ filter }: { readonly filter: ReportFilter }) {
  const { api } = usePanel();
  const { data } = useQuery(summaryQuery(api, { ...filter, hourly: true }));
  return data === undefined ? null : <WeekChart week={weekOf(data.data)} />;
}
