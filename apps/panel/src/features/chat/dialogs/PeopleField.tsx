import type { ChatUser } from "@callpanel/contract";
import { IconButton, IconX, Option } from "@callpanel/ui";
import { useState } from "react";
import { OptionSearch } from "../../../shared/phone/OptionSearch.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { useChatUsers } from "../../../shared/chat/chatPeople.ts";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { fittingPeople } from "../room/composer/completion.model.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";

export interface PeopleFieldProps {
  readonly chosen: readonly ChatUser[];
  /** People who are not offered. */
  readonly without: ReadonlySet<string>;
  readonly onChosen: (chosen: readonly ChatUser[]) => void;
}

/** Several colleagues, chosen by name. */
export function PeopleField({ chosen, without, onChosen }: PeopleFieldProps) {
  const t = useWords(chatDialogsMessages);
  const { list } = useChatUsers();
  const [search, setSearch] = useState("");
  const taken = new Set([...without, ...chosen.map(({ chatUserId }) => chatUserId)]);
  const free = list.filter(({ chatUserId }) => !taken.has(chatUserId));
  const found = fittingPeople(free, search.trim(), "");
  return (
    <div className={styles.people}>
      <span className={styles.label}>{t("chat.d.people")}</span>
      {chosen.length === 0 ? null : (
        <ul className={styles.chips} aria-label={t("chat.d.chosen")}>
          {chosen.map((user) => (
            <li key={user.chatUserId} className={styles.chip}>
              <bdi>{user.name}</bdi>
              <IconButton
                size="small"
                icon={IconX}
                label={t("chat.d.removePerson", { name: user.name })}
                onClick={() => onChosen(chosen.filter((one) => one !== user))}
              />
            </li>
          ))}
        </ul>
      )}
      <OptionSearch
        label={t("chat.d.people")}
        hint={t("chat.d.peopleHint")}
        listLabel={t("chat.d.peopleFound")}
        search={search}
        onSearch={setSearch}
        items={found}
        keyOf={({ chatUserId }) => chatUserId}
        onChoose={(user) => {
          onChosen([...chosen, user]);
          setSearch("");
        }}
        none={t("chat.d.nobody", { search })}
      >
        {(user, option) => (
          <Option {...option}>
            <PersonAvatar uid={user.chatUserId} name={user.name} size={28} />
            <bdi>{user.name}</bdi>
            <span className={styles.dim}>@{user.username}</span>
          </Option>
        )}
      </OptionSearch>
    </div>
  );
}
