import type { ReactNode } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";
import styles from "./ReportTable.module.css";

export interface ReportColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** In the row of totals; the first column has the word `Total`. */
  readonly total?: ReactNode;
  /** Figures are set at the end of their column. */
  readonly figure?: boolean;
}

export interface ReportTableProps<Row> {
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly hasTotals: boolean;
  readonly stale?: boolean;
  /** The row whose details are open. */
  readonly openKey?: string | null;
}

/** The rows of a report, with totals below. A narrow page scrolls the table, not itself. */
export function ReportTable<Row>(props: ReportTableProps<Row>) {
  const t = useWords(queueReportsMessages);
  const { columns, rows, keyOf, hasTotals, stale, openKey } = props;
  const lookOf = ({ figure }: ReportColumn<Row>) => (figure === true ? styles.figure : undefined);
  return (
    // It takes the focus, so that arrow keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.area} aria-label={t("queueReports.tableArea")} tabIndex={0}>
      <table
        className={styles.table}
        aria-label={t("queueReports.report")}
        aria-busy={stale}
        data-stale={stale ? "" : undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={lookOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-open={keyOf(row) === openKey ? "" : undefined}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.name} scope="row" className={lookOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.name} className={lookOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {hasTotals ? (
          <tfoot>
            <tr>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.name} scope="row">
                    {t("queueReports.total")}
                  </th>
                ) : (
                  <td key={column.name} className={lookOf(column)}>
                    {column.total}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}
