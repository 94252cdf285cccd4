import type { Announcement } from "@callpanel/contract";
import { FileButton, IconUpload, Segments, SoundPlayer, SoundRecorder } from "@callpanel/ui";
import { useState } from "react";
import { PartQuestion } from "../../../shared/form/LeaveDialog.tsx";
import { createUnsaved, UnsavedContext, useUnsaved } from "../../../shared/form/unsaved.ts";
import { usePanel } from "../../../shared/panel.ts";
import { usePlayerWords, useRecorderWords } from "../../../shared/sound/useSoundWords.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { fetchAnnouncement } from "../announcements.api.ts";
import { announcementsMessages } from "../announcements.messages.ts";
import { SOUND_WAYS, UPLOAD_MEGABYTES } from "./draft.model.ts";
import type { Draft, DraftFault } from "./draft.model.ts";
import { SpeechPart } from "./SpeechPart.tsx";
import styles from "./AnnouncementDialog.module.css";

/** Five minutes at 16 kHz are 9.6 MB, below the maximum size. */
const MAX_SECONDS = 300;

interface SoundPartProps {
  readonly announcement: Announcement | null;
  readonly draft: Draft;
  readonly fault: DraftFault | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The source of the sound: a text, the microphone, a file, or the existing sound. */
export function SoundPart({ announcement, draft, fault, onChange }: SoundPartProps) {
  const t = useWords(announcementsMessages);
  const hasSound = announcement !== null && announcement.duration !== null;
  const ways = SOUND_WAYS.filter((way) => way !== "keep" || hasSound);
  const [recording] = useState(createUnsaved);
  return (
    <section className={styles.part} aria-label={t("announcements.sound")}>
      <h3 className={styles.title}>{t("announcements.sound")}</h3>
      <Segments
        label={t("announcements.way")}
        segments={ways.map((value) => ({ value, label: t(`announcements.way.${value}`) }))}
        value={draft.way}
        onChange={(way) => recording.ask(() => onChange({ way, file: null }))}
      />
      <UnsavedContext value={recording}>
        {draft.way === "text" ? (
          <SpeechPart spoken={draft.spoken} onChange={(next) => onChange({ spoken: { ...draft.spoken, ...next } })} />
        ) : draft.way === "record" ? (
          <Recorded onChange={onChange} />
        ) : draft.way === "upload" ? (
          <Uploaded file={draft.file} fault={fault} onChange={onChange} />
        ) : announcement === null ? null : (
          <Kept announcement={announcement} />
        )}
      </UnsavedContext>
      <PartQuestion unsaved={recording} />
    </section>
  );
}

function Kept({ announcement: { id, name, duration } }: { readonly announcement: Announcement }) {
  const t = useWords(announcementsMessages);
  const words = usePlayerWords();
  const { download } = usePanel();
  return (
    <SoundPlayer
      soundId={String(id)}
      label={t("announcements.soundOf", { name })}
      words={words}
      durationSeconds={duration ?? undefined}
      fetchSound={fetchAnnouncement(download, id)}
    />
  );
}

function Recorded({ onChange }: Pick<SoundPartProps, "onChange">) {
  const words = useRecorderWords();
  const [isStarted, setStarted] = useState(false);
  useUnsaved(isStarted);
  return (
    <SoundRecorder
      words={words}
      maxSeconds={MAX_SECONDS}
      fileName="announcement.wav"
      onRecorded={(file) => onChange({ file })}
      onStarted={setStarted}
    />
  );
}

interface UploadedProps extends Pick<SoundPartProps, "fault" | "onChange"> {
  readonly file: File | null;
}

function Uploaded({ file, fault, onChange }: UploadedProps) {
  const t = useWords(announcementsMessages);
  const words = usePlayerWords();
  return (
    <>
      <p className={styles.dim}>{t("announcements.fileHint", { megabytes: UPLOAD_MEGABYTES })}</p>
      <div className={styles.tools}>
        <FileButton
          icon={IconUpload}
          accept=".wav,.mp3,audio/wav,audio/x-wav,audio/mpeg"
          onFile={(chosen) => onChange({ file: chosen })}
        >
          {t("announcements.choose")}
        </FileButton>
        <bdi className={styles.dim}>{file?.name}</bdi>
      </div>
      {file === null ? null : fault !== undefined ? (
        <p role="alert" className={styles.fault}>
          {t(`announcements.fault.${fault}`, { megabytes: UPLOAD_MEGABYTES })}
        </p>
      ) : (
        <SoundPlayer
          soundId={`${file.name}-${file.lastModified}-${file.size}`}
          label={file.name}
          words={words}
          fetchSound={() => Promise.resolve(file)}
        />
      )}
    </>
  );
}
