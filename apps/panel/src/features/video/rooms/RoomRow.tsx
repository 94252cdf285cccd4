import type { VideoRoom } from "@callpanel/contract";
import {
  Button,
  IconButton,
  IconCalendarPlus,
  IconClock,
  IconCopy,
  IconDots,
  IconLink,
  IconPencil,
  IconTrash,
  IconUserShield,
  IconVideo,
  PopMenu,
} from "@callpanel/ui";
import { useId } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import list from "../../../shared/list/Row.module.css";
import { useWords } from "../../../shared/words/useWords.ts";
import { useService } from "../../../shared/panel.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { dialInOf } from "../form/dialIn.ts";
import { useCopyLink } from "../useCopyLink.ts";
import { VIDEO_DESK } from "../window/video.desk.ts";
import { videoMessages } from "../video.messages.ts";
import styles from "./RoomRow.module.css";
import type { RoomLayer } from "./roomLayer.ts";

interface RoomRowProps {
  readonly room: VideoRoom;
  readonly onLayer: (layer: RoomLayer) => void;
}

/** A room: its end, its people, and its links. */
export function RoomRow({ room, onLayer }: RoomRowProps) {
  const t = useWords(videoMessages);
  const copy = useCopyLink();
  const desk = useService(VIDEO_DESK);
  const { name, guest, expired, mayChange } = room;
  return (
    <li
      className={`${list.row} ${styles.row}`}
      aria-label={t("video.one", { name })}
      data-expired={expired || undefined}
    >
      <div className={list.who}>
        <bdi className={`${list.name} ${styles.name}`}>{name}</bdi>
        <RoomFacts room={room} />
      </div>
      <div className={styles.actions}>
        <Button
          className={styles.act}
          look="primary"
          icon={IconVideo}
          disabled={expired}
          onClick={() => desk.join(room)}
        >
          {t("video.join")}
        </Button>
        <Button
          className={`${styles.act} ${styles.copy}`}
          icon={IconCopy}
          disabled={expired}
          onClick={() => copy(guest.shortUrl)}
        >
          {t("video.copyGuest")}
        </Button>
        {mayChange ? (
          <IconButton icon={IconPencil} label={t("video.edit")} onClick={() => onLayer({ kind: "edit", room })} />
        ) : (
          <span className={styles.noEdit} />
        )}
        <RoomMenu room={room} onLayer={onLayer} />
      </div>
    </li>
  );
}

function RoomFacts({ room }: Pick<RoomRowProps, "room">) {
  const { users, admins, guest, recording, expired, expireDate } = room;
  const dialIn = expired ? null : dialInOf(room);
  const t = useWords(videoMessages);
  const formats = useFormats();
  const write = useNumberText(usePanel().viewer);
  const count = new Set([...users, ...admins].map(({ id }) => id)).size;
  return (
    <span className={list.facts}>
      {expired ? (
        <span className={styles.expired}>
          <IconClock size={14} stroke={2} aria-hidden />
          {t("video.expired")}
        </span>
      ) : (
        <span>{t("video.until", { date: formats.date(expireDate) })}</span>
      )}
      <span>{users.length === 0 ? t("video.forAll") : t("video.people", { count })}</span>
      {dialIn === null ? null : <span>{t("video.dialIn", { number: write(dialIn.number), room: dialIn.room })}</span>}
      {guest.pin === "" ? null : <span className={list.chip}>{t("video.pinChip")}</span>}
      {recording ? <span className={list.chip}>{t("video.recorded")}</span> : null}
    </span>
  );
}

/** What is done more rarely; without the right to change only the invitation. */
function RoomMenu({ room, onLayer }: RoomRowProps) {
  const t = useWords(videoMessages);
  const id = useId();
  const copy = useCopyLink();
  const { name, admin, expired, mayChange } = room;
  return (
    <PopMenu position="bottom-end">
      <PopMenu.Target>
        <IconButton id={id} icon={IconDots} label={t("video.more", { name })} />
      </PopMenu.Target>
      <PopMenu.Dropdown aria-labelledby={id}>
        <PopMenu.Item
          disabled={expired}
          leftSection={<IconCalendarPlus size={16} stroke={1.75} />}
          onClick={() => onLayer({ kind: "invite", room })}
        >
          {t("video.invite")}
        </PopMenu.Item>
        {admin === null ? null : (
          <PopMenu.Item
            disabled={expired}
            leftSection={<IconUserShield size={16} stroke={1.75} />}
            onClick={() => copy(admin.shortUrl)}
          >
            {t("video.copyAdmin")}
          </PopMenu.Item>
        )}
        {mayChange ? (
          <>
            <PopMenu.Item
              leftSection={<IconLink size={16} stroke={1.75} />}
              onClick={() => onLayer({ kind: "renew", room })}
            >
              {t("video.renew")}
            </PopMenu.Item>
            <PopMenu.Divider />
            <PopMenu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => onLayer({ kind: "delete", room })}
            >
              {t("video.delete")}
            </PopMenu.Item>
          </>
        ) : null}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
