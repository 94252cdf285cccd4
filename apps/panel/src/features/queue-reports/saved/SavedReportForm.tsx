import type { SavedQueueReport, SavedQueueReportDraft } from "@callpanel/contract";
import { Button, SelectField, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useChange } from "../../../shared/api/useChange.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { Chips } from "../filter/Chips.tsx";
import type { ReportFilter } from "../filter/filter.model.ts";
import { choicesQuery } from "../queue-reports.api.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";
import { recipientsQuery, SAVED_KEY, saveReport } from "./saved.api.ts";
import { useWeekdays } from "./useScheduleWords.ts";
import styles from "./SavedReports.module.css";

export interface SavedReportFormProps {
  /** Null: a new one, with the filter of the page. */
  readonly report: SavedQueueReport | null;
  readonly filter: ReportFilter;
  readonly onDone: () => void;
}

type Draft = Omit<SavedQueueReportDraft, "locale">;

const draftOf = ({
  name,
  type,
  queues,
  agent,
  timezone,
  every,
  weekday,
  time,
  recipients,
}: SavedQueueReport): Draft => ({
  name,
  type,
  queues,
  agent,
  timezone,
  every,
  weekday,
  time,
  recipients: recipients.map(({ extension }) => extension),
});

const newDraft = ({ type, queues, agent, zone }: ReportFilter, extension: string): Draft => ({
  name: "",
  type,
  queues: [...queues],
  agent: type === "queue_summary" ? "" : agent,
  timezone: zone,
  every: "day",
  weekday: 1,
  time: "07:30",
  recipients: extension === "" ? [] : [extension],
});

/** RPT-12: a report by mail: its name, its time, and its recipients. */
export function SavedReportForm({ report, filter, onDone }: SavedReportFormProps) {
  const t = useWords(queueReportsMessages);
  const { locale } = useLocaleWords();
  const { viewer } = usePanel();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() =>
    report === null ? newDraft(filter, viewer.user.extension) : draftOf(report),
  );
  const [tried, setTried] = useState(false);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: SAVED_KEY }));
  const set = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const noName = draft.name.trim() === "";
  const nobody = draft.recipients.length === 0;
  const noTime = draft.time === "";
  const submit = () =>
    run({
      fallback: "queueReports.saved.save",
      change: (api) => saveReport(api, report?.id ?? null, { ...draft, name: draft.name.trim(), locale }),
      done: ({ name }) => t("queueReports.saved.done", { name }),
      after: onDone,
    });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The fields show their faults.
        flushSync(() => setTried(true));
        const form = event.currentTarget;
        if (noName || nobody || noTime) form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
        else if (!busy) submit();
      }}
    >
      <About draft={draft} />
      <TextField
        data-autofocus
        label={t("queueReports.saved.name")}
        maxLength={80}
        value={draft.name}
        error={tried && noName ? t("queueReports.saved.noName") : undefined}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <When draft={draft} tried={tried} onChange={set} />
      <Recipients
        chosen={draft.recipients}
        known={report?.recipients ?? []}
        error={tried && nobody ? t("queueReports.saved.nobody") : undefined}
        onChange={(recipients) => set({ recipients: [...recipients] })}
      />
      <div className={styles.buttons}>
        <Button onClick={onDone} disabled={busy}>
          {t("queueReports.saved.cancel")}
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {t("queueReports.saved.save")}
        </Button>
      </div>
    </form>
  );
}

/** What is sent: it is chosen on the page. */
function About({ draft: { type, queues, agent, timezone } }: { readonly draft: Draft }) {
  const t = useWords(queueReportsMessages);
  const { data } = useQuery(choicesQuery(usePanel().api));
  const names = queues.map((id) => data?.queues.find((one) => one.id === id)?.name ?? id);
  const agentName = data?.agents.find(({ extension }) => extension === agent)?.name ?? agent;
  return (
    <p className={styles.about}>
      {[
        t(`queueReports.type.${type}`),
        names.length === 0 ? t("queueReports.allQueues") : names.join(", "),
        ...(agent === "" ? [] : [agentName]),
        timezone.replaceAll("_", " "),
      ].join(" · ")}
    </p>
  );
}

interface WhenProps {
  readonly draft: Draft;
  readonly tried: boolean;
  readonly onChange: (next: Partial<Draft>) => void;
}

function When({ draft, tried, onChange }: WhenProps) {
  const t = useWords(queueReportsMessages);
  const weekdays = useWeekdays();
  return (
    <div className={styles.when}>
      <SelectField
        label={t("queueReports.saved.every")}
        choices={(["day", "week"] as const).map((value) => ({ value, label: t(`queueReports.saved.every.${value}`) }))}
        value={draft.every}
        onChange={(every) => onChange({ every })}
      />
      {draft.every === "week" ? (
        <SelectField
          label={t("queueReports.saved.weekday")}
          choices={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
          value={String(draft.weekday)}
          onChange={(weekday) => onChange({ weekday: Number(weekday) })}
        />
      ) : null}
      <TextField
        type="time"
        label={t("queueReports.saved.time")}
        value={draft.time}
        error={tried && draft.time === "" ? t("queueReports.saved.noTime") : undefined}
        onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
      />
    </div>
  );
}

interface RecipientsProps {
  readonly chosen: readonly string[];
  /** Recipients of before, also those who may no longer get it. */
  readonly known: SavedQueueReport["recipients"];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

function Recipients({ chosen, known, error, onChange }: RecipientsProps) {
  const t = useWords(queueReportsMessages);
  const { data = [] } = useQuery(recipientsQuery(usePanel().api));
  const nameOf = (extension: string): string =>
    [...data, ...known].find((one) => one.extension === extension)?.name ?? extension;
  const others = data.filter(({ extension }) => !chosen.includes(extension));
  return (
    <div>
      <SelectField
        label={t("queueReports.saved.recipients")}
        choices={[
          { value: "", label: t("queueReports.saved.add") },
          ...others.map(({ extension, name }) => ({ value: extension, label: `${name} (${extension})` })),
        ]}
        value=""
        error={error}
        hint={t("queueReports.saved.hint")}
        onChange={(extension) => {
          if (extension !== "") onChange([...chosen, extension]);
        }}
      />
      <Chips chosen={chosen} nameOf={nameOf} onChange={onChange} />
    </div>
  );
}
