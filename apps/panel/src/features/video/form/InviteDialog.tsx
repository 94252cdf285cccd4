import type { VideoRoom } from "@callpanel/contract";
import { Button, Dialog, IconCalendarPlus, IconCopy, IconMail, SelectField, TextField } from "@callpanel/ui";
import { useState } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { videoMessages } from "../video.messages.ts";
import { dialInOf } from "./dialIn.ts";
import { InvitePeople } from "./InvitePeople.tsx";
import { calendarFile, mailLink } from "./invitation.ts";
import { localDay } from "./room.draft.ts";
import styles from "./RoomDialog.module.css";

const WIDTH_PX = 520;
const LENGTHS = ["15", "30", "45", "60", "90", "120"] as const;
const HOUR_MS = 3_600_000;

interface InviteDialogProps {
  readonly room: VideoRoom;
  readonly onClose: () => void;
}

/** A text with the guest's link for a day and a time: to copy, to send by e-mail, to put into a calendar (VIDEO-24). */
export function InviteDialog({ room, onClose }: InviteDialogProps) {
  const t = useWords(videoMessages);
  const formats = useFormats();
  const { clock, copyText, notices, openLink, saveFile } = usePanel();
  const [next] = useState(() => new Date(Math.ceil(clock.now() / HOUR_MS) * HOUR_MS));
  const [day, setDay] = useState(localDay(next));
  const [time, setTime] = useState(`${String(next.getHours()).padStart(2, "0")}:00`);
  const [minutes, setMinutes] = useState<(typeof LENGTHS)[number]>("30");
  const { id, name, guest } = room;
  const startsAt = new Date(`${day}T${time}`).getTime();
  const isDated = !Number.isNaN(startsAt);
  const dialIn = dialInOf(room);
  const subject = t("video.inviteSubject", { name });
  const text = [
    subject,
    ...(isDated ? [t("video.inviteWhen", { when: formats.dateTime(startsAt) })] : []),
    t("video.inviteJoin", { url: guest.shortUrl }),
    ...(dialIn === null ? [] : [t("video.invitePhone", { number: dialIn.number, room: dialIn.room })]),
    ...(guest.pin === "" ? [] : [t("video.invitePin", { pin: guest.pin })]),
  ].join("\n");
  const copy = () =>
    void copyText(text).then(
      () => notices.success(t("video.textCopied")),
      () => notices.error(t("videoconf.msg.copy.error")),
    );
  const save = () => {
    const uid = `room-${id}-${startsAt}@${new URL(guest.shortUrl).host}`;
    const file = calendarFile(
      { uid, subject, text, url: guest.shortUrl, startsAt, minutes: Number(minutes) },
      clock.now(),
    );
    saveFile(new Blob([file], { type: "text/calendar" }), `${name}.ics`);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("video.inviteTitle", { name })}
      closeLabel={t("video.close")}
      width={WIDTH_PX}
    >
      <div className={styles.form}>
        <div className={styles.pair}>
          <TextField
            data-autofocus
            type="date"
            label={t("video.day")}
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
          <TextField
            type="time"
            label={t("video.time")}
            value={time}
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
          />
          <SelectField
            label={t("video.length")}
            choices={LENGTHS.map((value) => ({ value, label: t("video.minutes", { minutes: value }) }))}
            value={minutes}
            onChange={setMinutes}
          />
        </div>
        <section aria-label={t("video.invitation")}>
          <pre className={styles.text}>{text}</pre>
        </section>
        <div className={styles.buttons}>
          <Button icon={IconCopy} onClick={copy}>
            {t("video.copyText")}
          </Button>
          <Button icon={IconCalendarPlus} disabled={!isDated} onClick={save}>
            {t("video.calendar")}
          </Button>
          <Button look="primary" icon={IconMail} onClick={() => openLink(mailLink({ subject, text }))}>
            {t("video.mail")}
          </Button>
        </div>
        <InvitePeople room={room} />
      </div>
    </Dialog>
  );
}
