import { SelectField, TextField } from "@callpanel/ui";
import { useWords } from "../words/useWords.ts";
import { listMessages } from "./list.messages.ts";
import { PERIODS } from "./period.model.ts";
import type { Period } from "./period.model.ts";

export interface PeriodFieldsProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** The period of a list; two fields for custom days. */
export function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const t = useWords(listMessages);
  return (
    <>
      <SelectField
        silentLabel
        label={t("list.period")}
        choices={PERIODS.map((value) => ({ value, label: t(`list.period.${value}`) }))}
        value={period.choice}
        onChange={(choice) => onChange({ ...period, choice })}
      />
      {period.choice === "between" ? (
        <>
          <TextField
            silentLabel
            type="date"
            label={t("list.firstDay")}
            value={period.from}
            max={period.to || undefined}
            onChange={({ currentTarget }) => onChange({ ...period, from: currentTarget.value })}
          />
          <TextField
            silentLabel
            type="date"
            label={t("list.lastDay")}
            value={period.to}
            min={period.from || undefined}
            onChange={({ currentTarget }) => onChange({ ...period, to: currentTarget.value })}
          />
        </>
      ) : null}
    </>
  );
}
