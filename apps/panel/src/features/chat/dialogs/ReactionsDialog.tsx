import type { ChatReaction } from "@callpanel/contract";
import { Dialog, Tabs } from "@callpanel/ui";
import { useState } from "react";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { usePersonName } from "../../../shared/chat/usePersonName.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useChatUsers } from "../../../shared/chat/chatPeople.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";

const WIDTH_PX = 420;

export interface ReactionsDialogProps {
  readonly reactions: readonly ChatReaction[];
  readonly onClose: () => void;
}

/** CHATUI-57: everybody who reacted to a message, by emoji. */
export function ReactionsDialog({ reactions, onClose }: ReactionsDialogProps) {
  const t = useWords(chatDialogsMessages);
  const people = useChatUsers();
  const nameOf = usePersonName();
  const [chosen, setChosen] = useState("");
  // One that everybody took back meanwhile is no longer there.
  const shown = reactions.find(({ emoji }) => emoji === chosen) ?? reactions[0];
  if (shown === undefined) return null;
  const { emoji, by } = shown;
  return (
    <Dialog opened onClose={onClose} title={t("chat.d.reactions")} closeLabel={t("chat.d.close")} width={WIDTH_PX}>
      <div className={styles.reactions}>
        <Tabs
          label={t("chat.d.reactions")}
          tabs={reactions.map((one) => ({ value: one.emoji, label: `${one.emoji} ${one.by.length}` }))}
          value={emoji}
          onChange={setChosen}
        >
          <ul className={styles.list} aria-label={t("chat.d.reactionsOf", { emoji, count: by.length })}>
            {by.map((uid) => {
              const name = nameOf(people.nameOf(uid));
              return (
                <li key={uid} className={styles.row} aria-label={name}>
                  <PersonAvatar uid={uid} name={name} size={28} />
                  <bdi className={styles.name}>{name}</bdi>
                </li>
              );
            })}
          </ul>
        </Tabs>
      </div>
    </Dialog>
  );
}
