import { Button, Dialog, TextField } from "@callpanel/ui";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import type { LogGoal } from "../room/log/useLogJumps.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";

const WIDTH_PX = 380;

export interface DayDialogProps {
  readonly onGoal: (goal: LogGoal) => void;
  readonly onClose: () => void;
}

/** The day before today by so many days, as `2026-01-31`. */
function dayBefore(now: number, days: number): string {
  const at = new Date(now);
  at.setDate(at.getDate() - days);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** CHATUI-40: to the first message of a day. */
export function DayDialog({ onGoal, onClose }: DayDialogProps) {
  const t = useWords(chatDialogsMessages);
  const { clock } = usePanel();
  const today = dayBefore(clock.now(), 0);
  const [day, setDay] = useState(dayBefore(clock.now(), 1));
  const [year, month, date] = day.split("-").map(Number);
  const isDay = year !== undefined && month !== undefined && date !== undefined && day <= today;
  const go = () => {
    if (!isDay) return;
    onClose();
    onGoal({ kind: "day", at: new Date(year, month - 1, date).getTime() });
  };
  return (
    <Dialog opened onClose={onClose} title={t("chat.d.day")} closeLabel={t("chat.d.close")} width={WIDTH_PX}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <TextField
          label={t("chat.d.date")}
          type="date"
          max={today}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <div className={styles.tools}>
          <Button onClick={() => setDay(dayBefore(clock.now(), 7))}>{t("chat.d.weekAgo")}</Button>
          <Button onClick={() => setDay(dayBefore(clock.now(), 30))}>{t("chat.d.monthAgo")}</Button>
        </div>
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t("chat.d.cancel")}</Button>
          <Button look="primary" type="submit" disabled={!isDay}>
            {t("chat.d.go")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
