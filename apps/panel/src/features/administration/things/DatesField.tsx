import { Button, IconButton, IconPlus, IconTrash, TextField } from "@callpanel/ui";
import { daysBefore, dayIn } from "../../../shared/list/period.model.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import type { OneFieldProps } from "./oneField.ts";
import { thingsMessages } from "./things.messages.ts";
import page from "../parts/Page.module.css";
import styles from "./Thing.module.css";

/** Holidays: dates, one a line. */
export function DatesField({ label, value, error, readOnly, onChange }: OneFieldProps) {
  const t = useWords(thingsMessages);
  const { clock } = usePanel();
  const dates = value === "" ? [] : value.split("\n");
  const put = (next: readonly string[]) => onChange(next.join("\n"));
  return (
    <fieldset className={styles.group} aria-label={label}>
      <span className={page.label} aria-hidden>
        {label}
      </span>
      {dates.length === 0 ? <p className={page.dim}>{t("things.dates.none")}</p> : null}
      <div className={styles.dates}>
        {dates.map((date, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- dates are edited in place
          <span key={at} className={styles.times}>
            <TextField
              type="date"
              label={t("things.dates.date", { place: at + 1 })}
              silentLabel
              readOnly={readOnly}
              value={date}
              onChange={({ currentTarget }) =>
                put(dates.map((one, index) => (index === at ? currentTarget.value || " " : one)))
              }
            />
            {readOnly ? null : (
              <IconButton
                icon={IconTrash}
                label={t("things.dates.remove", { place: at + 1 })}
                onClick={() => put(dates.filter((_, index) => index !== at))}
              />
            )}
          </span>
        ))}
      </div>
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {readOnly ? null : (
        <Button icon={IconPlus} onClick={() => put([...dates, daysBefore(dayIn(undefined, clock.now()), -1)])}>
          {t("things.dates.add")}
        </Button>
      )}
    </fieldset>
  );
}
