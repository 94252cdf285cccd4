import { SearchField } from "@callpanel/ui";
import { useState } from "react";
import { CHAT } from "../../../shared/live/chat.ts";
import { DrawerFrame, DrawerHead } from "../../../shared/drawer/Drawer.tsx";
import { useService } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useChatUsers } from "../../../shared/chat/chatPeople.ts";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";
import { useStartDirect } from "../../../shared/chat/useMessage.ts";

/** CHATUI-19: everybody who can be written to, with their presence; a click opens the conversation. */
export function PeopleDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(chatDialogsMessages);
  const { list } = useChatUsers();
  const { uid } = useService(CHAT).client;
  const [search, setSearch] = useState("");
  const { busy, start } = useStartDirect(onClose);
  const wanted = search.trim().toLocaleLowerCase();
  const found = list.filter(
    ({ name, username, chatUserId }) =>
      chatUserId !== uid && `${name} ${username}`.toLocaleLowerCase().includes(wanted),
  );
  return (
    <div className={styles.drawer}>
      <DrawerFrame label={t("chat.d.available")} onClose={onClose}>
        <DrawerHead title={t("chat.d.available")} closeLabel={t("chat.d.close")} onClose={onClose}>
          {null}
        </DrawerHead>
        <SearchField
          label={t("chat.d.peopleHint")}
          clearLabel={t("chat.d.clear")}
          value={search}
          onChange={setSearch}
        />
        {found.length === 0 && wanted !== "" ? <p className={styles.none}>{t("chat.d.nobody", { search })}</p> : null}
        <ul className={styles.list} aria-label={t("chat.d.available")}>
          {found.map(({ chatUserId, name, username, extension }) => (
            <li key={chatUserId} aria-label={name}>
              <button
                type="button"
                className={styles.person}
                disabled={busy}
                aria-label={t("chat.d.write", { name })}
                onClick={() => start([chatUserId])}
              >
                <PersonAvatar uid={chatUserId} name={name} size={32} />
                <bdi className={styles.name}>{name}</bdi>
                <span className={styles.dim}>{extension === "" ? `@${username}` : extension}</span>
              </button>
            </li>
          ))}
        </ul>
      </DrawerFrame>
    </div>
  );
}
