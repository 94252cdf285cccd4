import { Checkbox, TextField } from "@callpanel/ui";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import styles from "../SetupScreen.module.css";

interface Hours {
  /** ISO: 1 is Monday. */
  readonly days: readonly number[];
  /** `09:00` */
  readonly from: string;
  readonly to: string;
}

export const USUAL_HOURS: Hours = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" };

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const A_MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;
const HOUR_MINUTES = 60;

/** `09:30` as a minute of the day. */
export function minuteOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * HOUR_MINUTES + Number(minutes);
}

export function HoursFields({ hours, onChange }: { readonly hours: Hours; readonly onChange: (hours: Hours) => void }) {
  const t = useWords(firstRunMessages);
  const { locale } = useLocaleWords();
  const names = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  const { days } = hours;
  return (
    <>
      <fieldset className={styles.days}>
        <legend>{t("setup.services.days")}</legend>
        {WEEK.map((day) => (
          <Checkbox
            key={day}
            label={names.format(A_MONDAY + (day - 1) * DAY_MS)}
            checked={days.includes(day)}
            onChange={(on) => onChange({ ...hours, days: on ? [...days, day] : days.filter((one) => one !== day) })}
          />
        ))}
      </fieldset>
      <div className={styles.pair}>
        <TextField
          label={t("setup.services.from")}
          type="time"
          value={hours.from}
          onChange={({ currentTarget }) => onChange({ ...hours, from: currentTarget.value })}
        />
        <TextField
          label={t("setup.services.to")}
          type="time"
          value={hours.to}
          onChange={({ currentTarget }) => onChange({ ...hours, to: currentTarget.value })}
        />
      </div>
    </>
  );
}
