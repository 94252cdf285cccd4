import type { AgentFigures, AgentSummaryRow } from "@callpanel/contract";
import { IconChartBar, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useFormats } from "../../shared/formats/useFormats.ts";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { OpenAgent } from "./AgentDrawer.tsx";
import type { ReportFilter } from "./filter/filter.model.ts";
import { agentsQuery } from "./queue-reports.api.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { ReportFrame } from "./ReportFrame.tsx";
import { ReportTable } from "./table/ReportTable.tsx";
import type { ReportColumn } from "./table/ReportTable.tsx";
import { useCause } from "./table/useCause.ts";
import { useFigures } from "./table/useFigures.ts";
import styles from "./CallsReport.module.css";

export interface AgentsReportProps {
  readonly filter: ReportFilter;
  /** The extension of the agent whose log is open. */
  readonly openAgent: string | null;
  readonly onOpen: (agent: OpenAgent) => void;
}

/** RPT-7: what each agent did in the period. */
export function AgentsReport({ filter, ...opening }: AgentsReportProps) {
  const t = useWords(queueReportsMessages);
  const { api } = usePanel();
  const formats = useFormats();
  const query = useQuery(agentsQuery(api, filter));
  const nobody = (
    <StatePanel icon={IconChartBar} title={t("queueReports.noAgentsTitle")} text={t("queueReports.noAgentsText")} />
  );
  return (
    <ReportFrame
      onPrint={async () => window.print()}
      filter={filter}
      query={query}
      count={({ data }) => t("queueReports.agents", { count: data.length, total: formats.number(data.length) })}
      isEmpty={({ data }) => data.length === 0}
      empty={nobody}
    >
      {({ data, totals }) => <AgentsTable rows={data} totals={totals} {...opening} />}
    </ReportFrame>
  );
}

interface AgentsTableProps extends Omit<AgentsReportProps, "filter"> {
  readonly rows: readonly AgentSummaryRow[];
  readonly totals: AgentFigures;
}

/** Each cause of a pause that somebody had is a column. */
function AgentsTable({ rows, totals, openAgent, onOpen }: AgentsTableProps) {
  const t = useWords(queueReportsMessages);
  const { count, duration, percent } = useFigures();
  const causeWord = useCause();
  const figure = (name: string, read: (figures: AgentFigures) => string): ReportColumn<AgentSummaryRow> => ({
    name,
    figure: true,
    cell: read,
    total: read(totals),
  });
  const columns: readonly ReportColumn<AgentSummaryRow>[] = [
    {
      name: t("queueReports.column.agent"),
      cell: ({ agent: extension, agent_name: name }) =>
        extension === "" ? (
          t("queueReports.removedPerson")
        ) : (
          <button
            type="button"
            id={`queue-agent-${extension}`}
            className={styles.open}
            aria-label={t("queueReports.openAgent", { name: `${name} (${extension})` })}
            aria-current={extension === openAgent ? "true" : undefined}
            onClick={() => onOpen({ extension, name })}
          >
            <bdi>{`${name} (${extension})`}</bdi>
          </button>
        ),
    },
    figure(t("queueReports.column.answered"), ({ answered }) => count(answered)),
    figure(t("queueReports.column.missed"), ({ missed }) => count(missed)),
    figure(t("queueReports.column.rejected"), ({ rejected }) => count(rejected)),
    figure(t("queueReports.column.talk"), ({ talk }) => duration(talk)),
    figure(t("queueReports.column.avgHold"), ({ avg_hold }) => duration(avg_hold)),
    figure(t("queueReports.column.wrapUp"), ({ wrap_up }) => duration(wrap_up)),
    figure(t("queueReports.column.paused"), ({ paused }) => duration(paused)),
    ...totals.pauses.map(({ cause }) =>
      figure(causeWord(cause), ({ pauses }) => duration(pauses.find((one) => one.cause === cause)?.seconds ?? 0)),
    ),
    figure(t("queueReports.column.loggedIn"), ({ logged_in }) => duration(logged_in)),
    figure(t("queueReports.column.occupancy"), ({ occupancy }) =>
      percent(occupancy === null ? null : Math.round(occupancy * 100)),
    ),
  ];
  // Removed people have no extension.
  const keyOf = (row: AgentSummaryRow) => `${row.agent} ${rows.indexOf(row)}`;
  const open = rows.find(({ agent }) => agent === openAgent);
  return (
    <ReportTable
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      openKey={open === undefined ? null : keyOf(open)}
      hasTotals
    />
  );
}
