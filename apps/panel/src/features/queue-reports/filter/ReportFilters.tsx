import {
  Button,
  IconButton,
  IconChevronLeft,
  IconChevronRight,
  SelectField,
  Segments,
  Switch,
  TextField,
} from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { ComponentProps } from "react";
import { flushSync } from "react-dom";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { choicesQuery } from "../queue-reports.api.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";
import { Chips } from "./Chips.tsx";
import { REPORT_TYPES, SCOPES, stepped, withScope, withZone } from "./filter.model.ts";
import type { FilterFaults, ReportFilter } from "./filter.model.ts";
import type { ReportChoice } from "./useReportFilter.ts";
import styles from "./ReportFilters.module.css";

/** RPT-1: what the report is about. */
export function ReportFilters({ choice }: { readonly choice: ReportChoice }) {
  const t = useWords(queueReportsMessages);
  const { clock } = usePanel();
  const { draft, faults, change } = choice;
  const set = (next: Partial<ReportFilter>) => change({ ...draft, ...next });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        // The fields show their faults.
        const isShown = flushSync(() => choice.show());
        if (!isShown) form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      }}
    >
      <div className={styles.fields}>
        <SelectField
          label={t("queueReports.type")}
          choices={REPORT_TYPES.map((value) => ({ value, label: t(`queueReports.type.${value}`) }))}
          value={draft.type}
          onChange={(type) => set({ type })}
        />
        <QueueField chosen={draft.queues} onChange={(queues) => set({ queues })} />
        <AgentField
          agent={draft.agent}
          disabled={draft.type === "queue_summary"}
          onChange={(agent) => set({ agent })}
        />
        <ZoneField
          zone={draft.zone}
          fault={faults.zone}
          onChange={(zone) => change(withZone(draft, zone, clock.now()))}
        />
      </div>
      <div className={styles.days}>
        <Segments
          label={t("queueReports.scope")}
          segments={SCOPES.map((value) => ({ value, label: t(`queueReports.scope.${value}`) }))}
          value={draft.scope}
          onChange={(scope) => change(withScope(draft, scope, clock.now()))}
        />
        <span className={styles.steps}>
          <StepButton
            label={t("queueReports.before")}
            icon={IconChevronLeft}
            to={stepped(draft, -1, clock.now())}
            onStep={change}
          />
          <StepButton
            label={t("queueReports.after")}
            icon={IconChevronRight}
            to={stepped(draft, 1, clock.now())}
            onStep={change}
          />
        </span>
        <DayFields draft={draft} faults={faults} onChange={set} />
        {draft.type === "queue_summary" ? (
          <Switch
            className={styles.hourly}
            label={t("queueReports.hourly")}
            checked={draft.hourly}
            onChange={(hourly) => set({ hourly })}
          />
        ) : null}
        <Button type="submit" look="primary" className={styles.show}>
          {t("queueReports.show")}
        </Button>
      </div>
    </form>
  );
}

interface StepButtonProps extends Pick<ComponentProps<typeof IconButton>, "label" | "icon"> {
  /** Null: there is none. */
  readonly to: ReportFilter | null;
  readonly onStep: (filter: ReportFilter) => void;
}

/** RPT-13. It keeps the focus where it leads nowhere. */
function StepButton({ to, onStep, ...rest }: StepButtonProps) {
  return (
    <IconButton
      {...rest}
      look="outline"
      aria-disabled={to === null}
      onClick={to === null ? undefined : () => onStep(to)}
    />
  );
}

interface DayFieldsProps {
  readonly draft: ReportFilter;
  readonly faults: FilterFaults;
  readonly onChange: (next: Partial<ReportFilter>) => void;
}

/** A day that is changed makes the period a custom one. */
function DayFields({ draft, faults: { start, end }, onChange }: DayFieldsProps) {
  const t = useWords(queueReportsMessages);
  const endFault =
    typeof end === "object"
      ? t("queueReports.fault.days", { days: end.days })
      : end === undefined
        ? undefined
        : t(`queueReports.fault.${end}`);
  return (
    <span className={styles.period}>
      <TextField
        type="date"
        className={styles.day}
        label={t("queueReports.start")}
        value={draft.start}
        error={start === undefined ? undefined : t("queueReports.fault.missing")}
        onChange={({ currentTarget }) => onChange({ start: currentTarget.value, scope: "custom" })}
      />
      <TextField
        type="date"
        className={styles.day}
        label={t("queueReports.end")}
        value={draft.end}
        error={endFault}
        onChange={({ currentTarget }) => onChange({ end: currentTarget.value, scope: "custom" })}
      />
    </span>
  );
}

/** The select has one value: several queues are a choice of their own. */
const SEVERAL = "several";

interface QueueFieldProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function QueueField({ chosen, onChange }: QueueFieldProps) {
  const t = useWords(queueReportsMessages);
  const { api } = usePanel();
  const { data } = useQuery(choicesQuery(api));
  const queues = data?.queues ?? [];
  const nameOf = (id: string): string => queues.find((one) => one.id === id)?.name ?? id;
  // A queue of the address is a choice before the list is there, and after the queue was removed.
  const ids = [...new Set([...queues.map(({ id }) => id), ...chosen])];
  const choices = [
    { value: "", label: t("queueReports.allQueues") },
    ...(chosen.length > 1 ? [{ value: SEVERAL, label: t("queueReports.someQueues", { count: chosen.length }) }] : []),
    ...ids.map((value) => ({ value, label: nameOf(value) })),
  ];
  const choose = (value: string) => {
    if (value === "") onChange([]);
    else if (value !== SEVERAL && !chosen.includes(value)) onChange([...chosen, value]);
  };
  return (
    <div>
      <SelectField
        label={t("queueReports.queue")}
        choices={choices}
        value={chosen.length > 1 ? SEVERAL : (chosen[0] ?? "")}
        onChange={choose}
      />
      <Chips chosen={chosen} nameOf={nameOf} onChange={onChange} />
    </div>
  );
}

interface AgentFieldProps {
  readonly agent: string;
  readonly disabled: boolean;
  readonly onChange: (agent: string) => void;
}

function AgentField({ agent, disabled, onChange }: AgentFieldProps) {
  const t = useWords(queueReportsMessages);
  const { api } = usePanel();
  const { data } = useQuery(choicesQuery(api));
  const agents = data?.agents ?? [];
  const isListed = agent === "" || agents.some(({ extension }) => extension === agent);
  const choices = [
    { value: "", label: t("queueReports.allAgents") },
    ...agents.map(({ extension, name }) => ({ value: extension, label: `${name} (${extension})` })),
    ...(isListed ? [] : [{ value: agent, label: agent }]),
  ];
  return (
    <SelectField
      label={t("queueReports.agent")}
      choices={choices}
      value={disabled ? "" : agent}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

interface ZoneFieldProps {
  readonly zone: string;
  readonly fault: "unknown" | undefined;
  readonly onChange: (zone: string) => void;
}

/** A part of a zone's name finds it in the list. */
function ZoneField({ zone, fault, onChange }: ZoneFieldProps) {
  const t = useWords(queueReportsMessages);
  const list = useId();
  // The 400 time zones are loaded on focus, and not rendered again for each letter in a field.
  const [all, setAll] = useState(false);
  const zones = useMemo(
    () => (all ? ["UTC", ...Intl.supportedValuesOf("timeZone")] : []).map((one) => <option key={one}>{one}</option>),
    [all],
  );
  return (
    <>
      <TextField
        label={t("queueReports.zone")}
        list={list}
        autoComplete="off"
        spellCheck={false}
        value={zone}
        error={fault === undefined ? undefined : t("queueReports.fault.zone")}
        onFocus={({ currentTarget }) => {
          setAll(true);
          currentTarget.select();
        }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>{zones}</datalist>
    </>
  );
}
