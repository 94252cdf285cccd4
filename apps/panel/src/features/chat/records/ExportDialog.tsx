import { EXPORT_FORMS } from "@callpanel/contract";
import type { AnyRoom, ExportFormName } from "@callpanel/contract";
import { Button, Checkbox, Dialog, Segments } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { dayIn } from "../../../shared/list/period.model.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import dialogs from "../dialogs/Dialogs.module.css";
import { exportProgressQuery, roomFile } from "./records.api.ts";
import { recordsMessages } from "./records.messages.ts";
import styles from "./Records.module.css";

export interface ExportDialogProps {
  readonly room: AnyRoom;
  readonly name: string;
  readonly onClose: () => void;
}

/** CHATUI-52: a room as a file, by its owners; a direct conversation by each of its people. */
export function ExportDialog({ room, name, onClose }: ExportDialogProps) {
  const t = useWords(recordsMessages);
  const [form, setForm] = useState<ExportFormName>("html");
  const [files, setFiles] = useState(false);
  const { isRunning, error, run } = useRoomExport(room, { name, onDone: onClose });
  const start = () => run(form, files);
  return (
    <Dialog
      opened
      persistent={isRunning}
      onClose={onClose}
      title={t("chat.export.title", { name })}
      closeLabel={t("chat.r.close")}
      width={480}
    >
      {isRunning ? (
        <Progress room={room.id} withFiles={files} onCancel={onClose} />
      ) : (
        <form
          className={dialogs.form}
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <p className={dialogs.text}>{t(room.type === "d" ? "chat.export.textDirect" : "chat.export.text")}</p>
          <div className={styles.running}>
            <span className={dialogs.label} aria-hidden>
              {t("chat.export.form")}
            </span>
            <Segments
              label={t("chat.export.form")}
              segments={EXPORT_FORMS.map((value) => ({ value, label: t(`chat.export.${value}`) }))}
              value={form}
              onChange={setForm}
            />
            <p className={dialogs.text}>{t(`chat.export.${form}Hint`)}</p>
          </div>
          <Checkbox
            label={t("chat.export.files")}
            hint={t("chat.export.filesHint")}
            checked={files}
            onChange={setFiles}
          />
          {error === null ? null : (
            <p className={dialogs.error} role="alert">
              {error}
            </p>
          )}
          <div className={dialogs.buttons}>
            <Button onClick={onClose}>{t("chat.r.cancel")}</Button>
            <Button type="submit" look="primary" data-autofocus>
              {t(error === null ? "chat.export.start" : "chat.export.again")}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** Runs while the dialog is open: leaving it ends the request, and with it the export. */
function useRoomExport(room: AnyRoom, { name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const t = useWords(recordsMessages);
  const words = useLocaleWords();
  const { download, saveFile, notices, clock } = usePanel();
  const [state, setState] = useState<{ readonly isRunning: boolean; readonly error: string | null }>({
    isRunning: false,
    error: null,
  });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const carryOut = async (form: ExportFormName, files: boolean) => {
    const own = new AbortController();
    running.current = own;
    setState({ isRunning: true, error: null });
    try {
      const { locale } = words;
      const file = await roomFile(download, { room: room.id, form, files, locale, signal: own.signal });
      if (own.signal.aborted) return;
      const day = dayIn(undefined, clock.now());
      saveFile(file, `${name} ${day}.${files ? "zip" : form}`);
      notices.success(t("chat.export.done", { name }));
      onDone();
    } catch (failure) {
      if (!own.signal.aborted) setState({ isRunning: false, error: words.say(sayError(failure, "chats.export")) });
    }
  };
  return { ...state, run: (form: ExportFormName, files: boolean) => void carryOut(form, files) };
}

interface ProgressProps {
  readonly room: string;
  readonly withFiles: boolean;
  readonly onCancel: () => void;
}

function Progress({ room, withFiles, onCancel }: ProgressProps) {
  const t = useWords(recordsMessages);
  const { api } = usePanel();
  const { data } = useQuery(exportProgressQuery(api));
  const now = data?.data?.room_id === room ? data.data : null;
  const isWritten = now !== null && now.written >= now.total;
  const text =
    now === null
      ? t("chat.export.starting")
      : isWritten
        ? t(withFiles ? "chat.export.adding" : "chat.export.ending")
        : t("chat.export.progress", { written: now.written, total: now.total });
  return (
    <div className={dialogs.form}>
      <div className={styles.running}>
        <progress
          className={styles.progress}
          aria-label={t("chat.export.bar")}
          {...(now === null || isWritten ? {} : { value: now.written, max: now.total })}
        />
        <span>{text}</span>
        <p className={dialogs.text}>{t("chat.export.stay")}</p>
      </div>
      <div className={dialogs.buttons}>
        <Button data-autofocus onClick={onCancel}>
          {t("chat.export.stop")}
        </Button>
      </div>
    </div>
  );
}
