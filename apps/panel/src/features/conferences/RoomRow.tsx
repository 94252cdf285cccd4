import type { Conference } from "@callpanel/contract";
import { IconButton, IconLock, IconStar, IconStarFilled } from "@callpanel/ui";
import { useMemo } from "react";
import list from "../../shared/list/Row.module.css";
import { useService } from "../../shared/panel.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { MoveMark } from "../moving/index.ts";
import { rowIdOf } from "./conference.model.ts";
import { conferencesMessages } from "./conferences.messages.ts";
import { JoinButton } from "./JoinButton.tsx";
import { RecordingMark } from "./RecordingMark.tsx";
import styles from "./RoomRow.module.css";
import { useLiveRoom } from "./useLiveRoom.ts";

interface RoomRowProps {
  readonly room: Conference;
  readonly isOpen: boolean;
  readonly onOpen: (focus: "taken" | "left") => void;
  readonly onWatch: () => void;
}

/** A conference: the people who may join and how many are there; a call can be dropped onto it. */
export function RoomRow({ room, isOpen, onOpen, onWatch }: RoomRowProps) {
  const t = useWords(conferencesMessages);
  const moving = useService(MOVING);
  const { members, locked, recording } = useLiveRoom(room);
  const { name, number, watch, disabled } = room;
  const target = useMemo(() => ({ kind: "room", number, name }) as const, [number, name]);
  return (
    <li
      className={`${list.row} ${styles.row}`}
      aria-label={t("conferences.one", { name })}
      data-open={isOpen ? "" : undefined}
      data-members={members.length}
    >
      <div className={list.who}>
        <button
          type="button"
          id={rowIdOf(room)}
          className={`${list.name} ${list.whole} ${list.cut}`}
          aria-label={t("conferences.show", { name })}
          aria-expanded={isOpen}
          onClick={() => onOpen("taken")}
        >
          <bdi>{name}</bdi>
        </button>
        <span className={list.facts}>
          <span className={list.digits}>{number}</span>
          {room.has_pin ? <span className={list.chip}>{t("conferences.pin")}</span> : null}
          {room.personal ? <span className={list.chip}>{t("conferences.personal")}</span> : null}
          {disabled ? <span className={list.chip}>{t("conferences.disabled")}</span> : null}
          {recording ? <RecordingMark /> : null}
          {locked ? (
            <span className={styles.locked}>
              <IconLock size={14} stroke={2} aria-hidden />
              {t("conferences.locked")}
            </span>
          ) : null}
        </span>
      </div>
      <span className={styles.people} data-some={members.length > 0 ? "" : undefined}>
        {t("conferences.people", { count: members.length })}
      </span>
      <div className={styles.actions}>
        <IconButton
          icon={watch ? IconStarFilled : IconStar}
          label={t(watch ? "conferences.unwatch" : "conferences.watch")}
          aria-pressed={watch}
          onClick={onWatch}
        />
        <JoinButton room={room} onJoin={() => onOpen("left")} />
      </div>
      <MoveMark moving={moving} target={target} />
    </li>
  );
}
