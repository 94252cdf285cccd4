import { Button, IconArchive, IconDownload, Segments, SelectField } from "@callpanel/ui";
import { useMemo, useState } from "react";
import { sayError } from "../../shared/api/api.ts";
import { useFormats } from "../../shared/formats/useFormats.ts";
import { PeriodFields } from "../../shared/list/PeriodFields.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import type { Archive } from "./archive/useArchive.ts";
import { exportAll } from "./call-history.api.ts";
import { callHistoryMessages } from "./call-history.messages.ts";
import { LISTED_KINDS, ORDERS } from "./call-history.model.ts";
import type { CallFilter } from "./call-history.model.ts";
import { PeopleMenu } from "./PeopleMenu.tsx";
import type { Calls } from "./useCalls.ts";
import styles from "./CallsHead.module.css";

/** The head of the list: people, period, sort order, and the download. */
export function CallsHead({ calls, archive }: { readonly calls: Calls; readonly archive: Archive }) {
  const t = useWords(callHistoryMessages);
  const { view, dispatch, state } = calls;
  const formats = useFormats();
  const change = (next: Partial<CallFilter>) => dispatch({ type: "filtered", change: next });
  return (
    <div className={styles.head}>
      <div className={styles.kinds}>
        <Segments
          label={t("callHistory.kinds")}
          segments={LISTED_KINDS.map((value) => ({ value, label: t(`callHistory.kinds.${value}`) }))}
          value={view.kind}
          onChange={(kind) => change({ kind })}
        />
      </div>
      <PeopleMenu chosen={view.people} onChange={(people) => change({ people })} />
      <PeriodFields period={view.period} onChange={(period) => change({ period })} />
      <ZoneSelect zone={view.zone} onChange={(zone) => change({ zone })} />
      <SelectField
        silentLabel
        label={t("callHistory.sort")}
        className={styles.field}
        choices={ORDERS.map((value) => ({ value, label: t(`callHistory.sort.${value}`) }))}
        value={view.order}
        onChange={(order) => change({ order })}
      />
      <span className={styles.tools}>
        <output className={styles.count}>
          {state.phase === "ready"
            ? t("callHistory.count", { count: state.page.total, total: formats.number(state.page.total) })
            : ""}
        </output>
        <ArchiveButton calls={calls} archive={archive} />
        <ExportButton calls={calls} />
      </span>
    </div>
  );
}

function ZoneSelect({ zone, onChange }: { readonly zone: string; readonly onChange: (zone: string) => void }) {
  const t = useWords(callHistoryMessages);
  // The 400 time zones are loaded on hover or focus.
  const [all, setAll] = useState(false);
  const show = () => setAll(true);
  const choices = useMemo(() => {
    const zones = new Set([zone, ...(all ? ["UTC", ...Intl.supportedValuesOf("timeZone")] : [])]);
    return [...zones]
      .toSorted((one, other) => one.localeCompare(other))
      .map((value) => ({ value, label: value.replaceAll("_", " ") }));
  }, [zone, all]);
  return (
    <SelectField
      silentLabel
      label={t("callHistory.zone")}
      className={styles.zone}
      choices={choices}
      value={zone}
      onFocus={show}
      onPointerEnter={show}
      onChange={onChange}
    />
  );
}

/** CDR-49: the recordings of all that the list shows, on all its pages. */
function ArchiveButton({
  calls: { view, search, state },
  archive,
}: {
  readonly calls: Calls;
  readonly archive: Archive;
}) {
  const t = useWords(callHistoryMessages);
  return (
    <Button
      icon={IconArchive}
      busy={archive.busy}
      disabled={state.phase !== "ready" || state.page.total === 0}
      onClick={() => archive.start({ filter: view, search })}
    >
      <span className={styles.exportWord}>{t("callHistory.archive.make")}</span>
    </Button>
  );
}

/** CDR-45: what the list shows, on all its pages, as cdrs.csv. */
function ExportButton({ calls: { view, search, state } }: { readonly calls: Calls }) {
  const t = useWords(callHistoryMessages);
  const words = useLocaleWords();
  const { download, saveFile, notices, clock } = usePanel();
  const [busy, setBusy] = useState(false);
  const carryOut = async () => {
    setBusy(true);
    try {
      saveFile(await exportAll(download, view, search, clock.now()), "cdrs.csv");
    } catch (error) {
      notices.error(words.say(sayError(error, "cdrs.export")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={IconDownload}
      busy={busy}
      disabled={state.phase !== "ready" || state.page.total === 0}
      onClick={() => void carryOut()}
    >
      <span className={styles.exportWord}>{t("callHistory.export")}</span>
    </Button>
  );
}
