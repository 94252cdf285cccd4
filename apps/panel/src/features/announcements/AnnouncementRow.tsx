import type { Announcement } from "@callpanel/contract";
import { IconButton, IconPencil, IconPhone, IconTrash, SoundPlayer } from "@callpanel/ui";
import { useId } from "react";
import { sayError } from "../../shared/api/api.ts";
import list from "../../shared/list/Row.module.css";
import { usePanel } from "../../shared/panel.ts";
import { usePlayerWords } from "../../shared/sound/useSoundWords.ts";
import { useDial } from "../../shared/phone/useDial.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { fetchAnnouncement } from "./announcements.api.ts";
import { announcementsMessages } from "./announcements.messages.ts";
import styles from "./AnnouncementRow.module.css";

interface AnnouncementRowProps {
  readonly announcement: Announcement;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** An announcement: its number, its text, its sound, and its actions. */
export function AnnouncementRow({ announcement, onEdit, onDelete }: AnnouncementRowProps) {
  const t = useWords(announcementsMessages);
  const id = useId();
  const dial = useDial();
  const { name, number, lang, formatted_post_dest: after, text_to_speech: text, may_write: mayWrite } = announcement;
  return (
    <li className={`${list.row} ${styles.row}`} aria-labelledby={id}>
      <div className={styles.what}>
        <span className={styles.title}>
          <bdi id={id} className={styles.name}>
            {name}
          </bdi>
          <span className={list.chip}>{number}</span>
        </span>
        <span className={list.dim}>
          {t(`announcements.lang.${lang}`)}
          {after === "" ? null : <bdi>{` · ${t("announcements.then", { destination: after })}`}</bdi>}
        </span>
        {text === "" ? null : <bdi className={`${list.dim} ${list.cut}`}>{text}</bdi>}
      </div>
      <Sound announcement={announcement} />
      <div className={list.actions}>
        {dial === null ? null : (
          <IconButton icon={IconPhone} label={t("announcements.call", { name })} onClick={() => dial(number)} />
        )}
        {mayWrite ? (
          <>
            <IconButton icon={IconPencil} label={t("announcements.edit", { name })} onClick={onEdit} />
            <IconButton icon={IconTrash} label={t("announcements.delete", { name })} onClick={onDelete} />
          </>
        ) : null}
      </div>
    </li>
  );
}

function Sound({ announcement: { id, name, duration, ...rest } }: Pick<AnnouncementRowProps, "announcement">) {
  const t = useWords(announcementsMessages);
  const words = usePlayerWords();
  const locale = useLocaleWords();
  const { download, saveFile, notices } = usePanel();
  if (duration === null) return <span className={list.dim}>{t("announcements.noSound")}</span>;
  const save = () =>
    void fetchAnnouncement(
      download,
      id,
    )({ format: "mp3", signal: new AbortController().signal }).then(
      (sound) => saveFile(sound, `announcement-${rest.number}.mp3`),
      (error: unknown) => notices.error(locale.say(sayError(error, "announce.stream"))),
    );
  return (
    <SoundPlayer
      // Another text or length is another sound.
      soundId={`${id}-${duration}-${rest.text_to_speech}-${rest.voice_type}-${rest.pitch}-${rest.speed}-${rest.volume_gain_db}`}
      label={t("announcements.soundOf", { name })}
      words={words}
      loads="played"
      durationSeconds={duration}
      fetchSound={fetchAnnouncement(download, id)}
      onDownload={save}
    />
  );
}
