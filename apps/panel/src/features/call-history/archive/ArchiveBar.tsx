import type { RecordingArchive } from "@callpanel/contract";
import { Button, IconArchive, IconButton, IconDownload, IconX } from "@callpanel/ui";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { callHistoryMessages } from "../call-history.messages.ts";
import type { Archive } from "./useArchive.ts";
import styles from "./ArchiveBar.module.css";

/** CDR-49: the progress of the person's archive, and its file when it is ready. */
export function ArchiveBar({ archive }: { readonly archive: Archive }) {
  const t = useWords(callHistoryMessages);
  const { current, busy, remove, save } = archive;
  if (current === null) return null;
  const isUnderWay = current.state === "waiting" || current.state === "running";
  return (
    <section className={styles.bar} aria-label={t("callHistory.archive")} data-state={current.state}>
      <IconArchive size={19} stroke={1.75} aria-hidden />
      <div className={styles.words}>
        <ArchiveState archive={current} />
      </div>
      {current.state === "done" ? (
        <Button icon={IconDownload} look="primary" busy={busy} onClick={save}>
          {t("callHistory.archive.download")}
        </Button>
      ) : null}
      {isUnderWay ? (
        <Button onClick={remove}>{t("callHistory.archive.cancel")}</Button>
      ) : (
        <IconButton icon={IconX} label={t("callHistory.archive.remove")} onClick={remove} />
      )}
    </section>
  );
}

function ArchiveState({ archive }: { readonly archive: RecordingArchive }) {
  const t = useWords(callHistoryMessages);
  const words = useLocaleWords();
  const formats = useFormats();
  const { state, total, packed, missing, bytes, expires_at: until } = archive;
  const counts = { packed: formats.number(packed), total: formats.number(total) };
  if (state === "failed")
    return (
      <p className={styles.bad}>{words.say({ code: archive.error ?? "cdrs.archive", details: {}, text: null })}</p>
    );
  if (state !== "done")
    return (
      <>
        <progress aria-label={t("callHistory.archive.progress")} value={packed} max={total} />
        <output className={styles.dim}>{t("callHistory.archive.packed", counts)}</output>
      </>
    );
  const facts = {
    count: packed - missing,
    size: formats.number(megabytes(bytes)),
    until: formats.dateTime(until),
  };
  return (
    <p>
      {t("callHistory.archive.done", facts)}{" "}
      {missing > 0 ? <span className={styles.dim}>{t("callHistory.archive.missing", { count: missing })}</span> : null}
    </p>
  );
}

/** One decimal digit, at least 0.1. */
const megabytes = (bytes: number): number => Math.max(0.1, Math.round(bytes / 1e5) / 10);
