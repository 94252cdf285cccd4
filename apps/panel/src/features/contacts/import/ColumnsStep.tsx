import { importFields } from "@callpanel/contract";
import type { ContactImport } from "@callpanel/contract";
import { Button, Checkbox, SelectField } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { contactImportMessages } from "./contactImport.messages.ts";
import { doubled, isMappingComplete, offeredFields } from "./import.model.ts";
import { useFieldWords } from "./useFieldWords.ts";
import type { ImportRun } from "./useImport.ts";
import styles from "./ImportDialog.module.css";

const DELIMITERS: Readonly<Record<string, "comma" | "semicolon" | "tab">> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
};

export interface FoundStepProps {
  readonly run: ImportRun;
  readonly found: ContactImport;
}

/** The field for each column of the file, next to sample values. */
export function ColumnsStep({ run, found }: FoundStepProps) {
  const t = useWords(contactImportMessages);
  const { mapping, hasHeader } = run.state;
  const complete = isMappingComplete(mapping);
  const delimiter = DELIMITERS[found.delimiter] ?? "other";
  return (
    <>
      <p className={styles.hint}>
        {t("contactImport.found", {
          rows: found.rows,
          encoding: found.encoding.toUpperCase(),
          delimiter: t(`contactImport.delimiter.${delimiter}`, { delimiter: found.delimiter }),
        })}
      </p>
      <Checkbox
        label={t("contactImport.header")}
        checked={hasHeader}
        onChange={(on) => run.dispatch({ type: "headerSet", hasHeader: on })}
      />
      <Columns run={run} found={found} />
      <p className={styles.hint}>{complete ? "" : t("contactImport.needs")}</p>
      <div className={styles.buttons}>
        <Button onClick={run.forget}>{t("contactImport.startOver")}</Button>
        <Button
          look="primary"
          busy={run.busy}
          disabled={!complete}
          onClick={() => run.check({ mapping: [...mapping], has_header: hasHeader })}
        >
          {t("contactImport.check")}
        </Button>
      </div>
    </>
  );
}

function Columns({ run, found }: FoundStepProps) {
  const t = useWords(contactImportMessages);
  const fieldWords = useFieldWords();
  const { mapping } = run.state;
  const twice = doubled(mapping);
  const choices = [
    { value: "", label: t("contactImport.noField") },
    ...offeredFields(importFields(), mapping).map((value) => ({ value, label: fieldWords(value) })),
  ];
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("contactImport.column")}</th>
            <th scope="col">{t("contactImport.samples")}</th>
            <th scope="col">{t("contactImport.field")}</th>
          </tr>
        </thead>
        <tbody>
          {found.columns.map(({ header, samples }, column) => {
            const name = header.trim() || t("contactImport.columnNumber", { number: column + 1 });
            return (
              <tr key={column}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td className={styles.samples}>
                  {samples.map((sample, at) => (
                    <bdi key={at}>{sample}</bdi>
                  ))}
                </td>
                <td>
                  <SelectField
                    silentLabel
                    label={t("contactImport.fieldOf", { column: name })}
                    choices={choices}
                    value={mapping[column] ?? ""}
                    error={twice.has(column) ? t("contactImport.twice") : undefined}
                    onChange={(field) => run.dispatch({ type: "mapped", column, field: field === "" ? null : field })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
