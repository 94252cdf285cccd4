import type { MeetingSnapshot } from "@callpanel/meeting";
import { Button, IconVolume } from "@callpanel/ui";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { roomMessages } from "./room.messages.ts";
import styles from "./RoomView.module.css";

interface RoomSoundProps {
  readonly snapshot: MeetingSnapshot;
  /** Played without being heard, so that they are there at once when they may be. */
  readonly isMuted: boolean;
}

/** Plays the voices. A browser that plays nothing before a click gets a button for it. */
export function RoomSound({ snapshot: { sounds, capture }, isMuted }: RoomSoundProps) {
  const t = useWords(roomMessages);
  const box = useRef<HTMLDivElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  const play = () => {
    const elements = [...(box.current?.querySelectorAll("audio") ?? [])];
    void Promise.all(elements.map((element) => element.play())).then(
      () => setBlocked(false),
      (error: unknown) => setBlocked(error instanceof Error && error.name === "NotAllowedError"),
    );
  };
  useEffect(() => {
    const elements = [...(box.current?.querySelectorAll("audio") ?? [])];
    for (const [at, element] of elements.entries()) element.srcObject = sounds[at] ?? null;
    if (elements.length > 0) play();
  }, [sounds]);
  const { speaker } = capture;
  useEffect(() => {
    for (const element of box.current?.querySelectorAll("audio") ?? [])
      // A speaker that is gone: the system's own goes on.
      if ("setSinkId" in element) element.setSinkId(speaker).catch(() => undefined);
  }, [speaker, sounds]);
  return (
    <>
      <div ref={box} hidden>
        {sounds.map((_, at) => (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- people who talk now have no captions
          <audio key={at} muted={isMuted} />
        ))}
      </div>
      {isBlocked ? (
        <div className={styles.banner} role="alert">
          {t("room.hearText")}
          <Button look="accent" icon={IconVolume} onClick={play}>
            {t("room.hear")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
