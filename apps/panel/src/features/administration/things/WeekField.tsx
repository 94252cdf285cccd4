import { WEEKDAYS } from "@callpanel/contract";
import { Button, Checkbox, IconButton, IconPlus, IconTrash, TextField } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { hoursRows, hoursTextOf } from "./thing.model.ts";
import type { HoursRow } from "./thing.model.ts";
import type { OneFieldProps } from "./oneField.ts";
import { thingsMessages } from "./things.messages.ts";
import { useDayNames } from "./useDayNames.ts";
import page from "../parts/Page.module.css";
import styles from "./Thing.module.css";

const FRESH: HoursRow = { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00" };

/** The end of a day is written as its beginning here: the field for a time knows no 24:00. */
const shown = (time: string): string => (time === "24:00" ? "00:00" : time);

/** Hours of the week, one line for days with the same hours. */
export function WeekField({ label, value, error, readOnly, onChange }: OneFieldProps) {
  const t = useWords(thingsMessages);
  const rows = hoursRows(value);
  const put = (at: number, row: HoursRow) =>
    onChange(hoursTextOf(rows.map((one, index) => (index === at ? row : one))));
  return (
    <fieldset className={styles.group} aria-label={label}>
      <span className={page.label} aria-hidden>
        {label}
      </span>
      {rows.length === 0 ? <p className={page.dim}>{t("things.week.none")}</p> : null}
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no name of their own
        <HoursLine
          key={at}
          row={row}
          place={at + 1}
          readOnly={readOnly}
          onChange={(next) => put(at, next)}
          onRemove={() => onChange(hoursTextOf(rows.filter((_, index) => index !== at)))}
        />
      ))}
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {readOnly ? null : (
        <Button icon={IconPlus} onClick={() => onChange(hoursTextOf([...rows, FRESH]))}>
          {t("things.week.add")}
        </Button>
      )}
    </fieldset>
  );
}

interface HoursLineProps {
  readonly row: HoursRow;
  readonly place: number;
  readonly readOnly: boolean;
  readonly onChange: (row: HoursRow) => void;
  readonly onRemove: () => void;
}

function HoursLine({ row, place, readOnly, onChange, onRemove }: HoursLineProps) {
  const t = useWords(thingsMessages);
  const dayName = useDayNames();
  const turn = (day: string, on: boolean) =>
    onChange({ ...row, days: WEEKDAYS.filter((one) => (one === day ? on : row.days.includes(one))) });
  const time = (field: "from" | "to") => (
    <TextField
      type="time"
      className={styles.time}
      label={t(`things.week.${field}`, { place })}
      silentLabel
      readOnly={readOnly}
      value={shown(row[field])}
      onChange={({ currentTarget }) => onChange({ ...row, [field]: currentTarget.value })}
    />
  );
  return (
    <div className={styles.line}>
      <span className={styles.days}>
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            label={dayName(day)}
            checked={row.days.includes(day)}
            disabled={readOnly}
            onChange={(on) => turn(day, on)}
          />
        ))}
      </span>
      <span className={styles.times}>
        {time("from")}
        <span aria-hidden>–</span>
        {time("to")}
        {readOnly ? null : (
          <IconButton icon={IconTrash} label={t("things.week.remove", { place })} onClick={onRemove} />
        )}
      </span>
    </div>
  );
}
