import { MEETING_LIMITS } from "@callpanel/contract";
import type { JoinedMeeting } from "@callpanel/meeting";
import { Button, IconButton, IconX, TextField } from "@callpanel/ui";
import { useEffect, useRef, useState } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import styles from "./Pane.module.css";
import { RecordingSign } from "./RecordingSign.tsx";
import { roomMessages } from "./room.messages.ts";
import type { GiveOrder } from "./useMeeting.ts";

interface ChatPaneProps {
  readonly meeting: JoinedMeeting;
  readonly order: GiveOrder;
  readonly onClose: () => void;
}

/** The chat of the meeting; it ends with it. */
export function ChatPane({ meeting, order, onClose }: ChatPaneProps) {
  const t = useWords(roomMessages);
  const formats = useFormats();
  const [text, setText] = useState("");
  const log = useRef<HTMLDivElement>(null);
  const { messages } = meeting;
  useEffect(() => {
    const { current } = log;
    if (current !== null) current.scrollTop = current.scrollHeight;
  }, [messages.length]);
  return (
    <aside className={styles.pane} aria-label={t("room.chat")}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t("room.chat")}</h2>
        <RecordingSign on={meeting.recording} />
        <IconButton icon={IconX} label={t("room.close")} onClick={onClose} />
      </header>
      <div ref={log} className={styles.log} role="log" aria-label={t("room.messages")}>
        {messages.length === 0 ? <p className={styles.dim}>{t("room.noMessages")}</p> : null}
        {messages.map(({ n, name, at, text: said }) => (
          <article key={n} className={styles.message} aria-label={`${name} ${formats.time(at)}`}>
            <span className={styles.who}>
              <bdi>{name}</bdi> <time className={styles.dim}>{formats.time(at)}</time>
            </span>
            <bdi className={styles.text}>{said}</bdi>
          </article>
        ))}
      </div>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "") return;
          order({ order: "say", text: text.trim() });
          setText("");
        }}
      >
        <TextField
          silentLabel
          label={t("room.message")}
          placeholder={t("room.message")}
          maxLength={MEETING_LIMITS.messageLength}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" look="primary" disabled={text.trim() === ""}>
          {t("room.send")}
        </Button>
      </form>
    </aside>
  );
}
