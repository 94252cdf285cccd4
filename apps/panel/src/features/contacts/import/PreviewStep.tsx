import { isPanelErrorCode } from "@callpanel/contract";
import type { ContactImport, DuplicateChoice, ImportRow } from "@callpanel/contract";
import { Button, Pager, Segments, SelectField, LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import type { FoundStepProps } from "./ColumnsStep.tsx";
import { contactImportMessages } from "./contactImport.messages.ts";
import { ROWS_A_PAGE, rowsQuery } from "./import.api.ts";
import type { RowsShown } from "./import.api.ts";
import { writtenCount } from "./import.model.ts";
import { useFieldWords } from "./useFieldWords.ts";
import type { ImportRun } from "./useImport.ts";
import styles from "./ImportDialog.module.css";

const SHOWN = ["all", "new", "duplicate", "error"] as const satisfies readonly RowsShown[];
const CHOICES = ["skip", "update", "create"] as const satisfies readonly DuplicateChoice[];

/** The preview: every row with its errors and duplicates. Nothing is written yet. */
export function PreviewStep({ run, found }: FoundStepProps) {
  const t = useWords(contactImportMessages);
  const [shown, setShown] = useState<RowsShown>("all");
  const counts = found.counts ?? { new: 0, duplicate: 0, error: 0 };
  const count = writtenCount(found);
  return (
    <>
      <p className={styles.counts}>
        <span data-state="new">{t("contactImport.countNew", { count: counts.new })}</span>
        <span data-state="duplicate">{t("contactImport.countDuplicate", { count: counts.duplicate })}</span>
        <span data-state="error">{t("contactImport.countError", { count: counts.error })}</span>
      </p>
      {counts.duplicate > 0 ? (
        <SelectField
          className={styles.choice}
          label={t("contactImport.onDuplicate")}
          choices={CHOICES.map((value) => ({ value, label: t(`contactImport.duplicate.${value}`) }))}
          value={found.on_duplicate}
          onChange={(choice) => run.check({ on_duplicate: choice })}
        />
      ) : null}
      <div className={styles.shown}>
        <Segments
          label={t("contactImport.shown")}
          segments={SHOWN.map((value) => ({ value, label: t(`contactImport.show.${value}`) }))}
          value={shown}
          onChange={setShown}
        />
      </div>
      <Rows key={shown} run={run} found={found} shown={shown} />
      <div className={styles.buttons}>
        <Button onClick={() => run.dispatch({ type: "wentBack" })}>{t("contactImport.back")}</Button>
        <Button look="primary" busy={run.busy} disabled={count === 0} onClick={run.start}>
          {t("contactImport.start", { count })}
        </Button>
      </div>
    </>
  );
}

function Rows({ run, found, shown }: FoundStepProps & { readonly shown: RowsShown }) {
  const t = useWords(contactImportMessages);
  const { api } = usePanel();
  const [page, setPage] = useState(0);
  const checked = [found.on_duplicate, found.counts, found.expires_at];
  const { data, error, refetch } = useQuery(rowsQuery(api, { id: found.id, shown, page, checked }));
  if (data === undefined)
    return error === null ? (
      <LoadingBlock height={160} />
    ) : (
      <LoadFailed error={error} fallback="contacts.import" onRetry={() => void refetch()} />
    );
  if (data.data.length === 0) return <p className={styles.hint}>{t("contactImport.noRows")}</p>;
  const first = page * ROWS_A_PAGE;
  return (
    <>
      <ul className={styles.rows} aria-label={t("contactImport.rows")}>
        {data.data.map((row) => (
          <Row key={row.row} row={row} found={found} run={run} />
        ))}
      </ul>
      <Pager
        label={t("contactImport.pages")}
        previousLabel={t("contactImport.previous")}
        nextLabel={t("contactImport.next")}
        range={t("contactImport.range", { first: first + 1, last: first + data.data.length, total: data.total })}
        page={page}
        pageCount={Math.ceil(data.total / ROWS_A_PAGE)}
        onPage={setPage}
      />
    </>
  );
}

interface RowProps {
  readonly row: ImportRow;
  readonly found: ContactImport;
  readonly run: ImportRun;
}

function Row({ row, found, run }: RowProps) {
  const t = useWords(contactImportMessages);
  const { duplicate } = row;
  return (
    <li className={styles.row} data-state={row.state} aria-label={t("contactImport.row", { row: row.row })}>
      <span className={styles.number}>{row.row}</span>
      <div className={styles.what}>
        <p>
          <bdi className={styles.name}>{row.name}</bdi> <bdi className={styles.dim}>{row.company}</bdi>
        </p>
        <p className={styles.dim}>
          {[...row.phone_numbers, ...row.emails].map((text, at) => (
            <bdi key={at}>{text} </bdi>
          ))}
        </p>
        <Faults row={row} />
        {duplicate ? (
          <p className={styles.doubles}>
            {duplicate.contact_id === null && duplicate.row !== null
              ? t("contactImport.doublesRow", { row: duplicate.row })
              : t(`contactImport.doubles.${duplicate.by}`, { name: duplicate.name })}
          </p>
        ) : null}
      </div>
      {duplicate ? (
        <SelectField
          className={styles.choice}
          silentLabel
          label={t("contactImport.choiceOf", { row: row.row })}
          choices={CHOICES.map((value) => ({ value, label: t(`contactImport.duplicate.${value}`) }))}
          value={row.choice ?? found.on_duplicate}
          onChange={(choice) => run.check({ choices: [{ row: row.row, choice }] })}
        />
      ) : null}
    </li>
  );
}

function Faults({ row }: { readonly row: ImportRow }) {
  const t = useWords(contactImportMessages);
  const words = useLocaleWords();
  const fieldWords = useFieldWords();
  return row.errors.map(({ field, code, value }, at) => {
    const reason = isPanelErrorCode(code) ? words.error(code) : code;
    return (
      <p key={at} className={styles.fault}>
        {t(value === "" ? "contactImport.fault" : "contactImport.faultValue", {
          field: fieldWords(field),
          value,
          reason,
        })}
      </p>
    );
  });
}
