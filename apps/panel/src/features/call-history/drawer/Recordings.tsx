import type { CallDetails } from "@callpanel/contract";
import { Button, IconMessageShare, SoundPlayer } from "@callpanel/ui";
import { sayError } from "../../../shared/api/api.ts";
import { useSharing } from "../../../shared/chat/shareDesk.ts";
import { clockText } from "../../../shared/formats/duration.ts";
import { usePanel } from "../../../shared/panel.ts";
import { usePlayerWords } from "../../../shared/sound/useSoundWords.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { recordingOf } from "../call-history.api.ts";
import { callHistoryMessages } from "../call-history.messages.ts";
import { useZoned } from "../useZoned.ts";
import section from "./Section.module.css";

export interface RecordingsProps {
  readonly call: CallDetails;
  /** Each new number plays the first one. */
  readonly play?: number | undefined;
  readonly zone: string;
}

/** The recordings of a call, to play and to download. */
export function Recordings({ call, play, zone }: RecordingsProps) {
  const t = useWords(callHistoryMessages);
  const playerWords = usePlayerWords();
  const words = useLocaleWords();
  const share = useSharing();
  const formats = useZoned(zone);
  const { download, saveFile, notices } = usePanel();
  const { id: callId, recordings } = call;
  if (recordings.length === 0) return null;
  const save = (recording: string, at: number) =>
    void recordingOf(download, { callId, recording, format: "mp3" }).then(
      (sound) => saveFile(sound, `recording-${callId}${at === 0 ? "" : `-${at + 1}`}.mp3`),
      (error: unknown) => notices.error(words.say(sayError(error, "cdrs.sound"))),
    );
  return (
    <div className={section.list}>
      {recordings.map(({ id, started_at, duration_ms, chapters = [] }, at) => (
        <div key={id} className={section.section}>
          {recordings.length > 1 ? <p className={section.dim}>{formats.time(started_at)}</p> : null}
          <SoundPlayer
            soundId={id}
            play={at === 0 ? play : undefined}
            label={t("callHistory.recording", { at: at + 1 })}
            words={playerWords}
            durationSeconds={duration_ms / 1_000}
            fetchSound={({ format, signal }) => recordingOf(download, { callId, recording: id, format, signal })}
            onDownload={() => save(id, at)}
          />
          {chapters.length === 0 ? null : (
            <ol className={section.chapters} aria-label={t("callHistory.chapters")}>
              {chapters.map(({ offset_ms, kind, name }) => (
                <li key={`${offset_ms} ${kind} ${name}`}>
                  <time>{clockText(offset_ms)}</time> {t(`callHistory.chapter.${kind}`, { name })}
                </li>
              ))}
            </ol>
          )}
          {share === null ? null : (
            <Button
              look="quiet"
              icon={IconMessageShare}
              onClick={() =>
                share({
                  of: "recording",
                  call: String(callId),
                  recording: id,
                  name: t("callHistory.recordingOf", { time: formats.dateTime(started_at) }),
                })
              }
            >
              {t("callHistory.share")}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
