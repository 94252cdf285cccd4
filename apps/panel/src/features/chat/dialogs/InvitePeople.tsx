import { Option } from "@callpanel/ui";
import { useState } from "react";
import { OptionSearch } from "../../../shared/phone/OptionSearch.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { useChatUsers } from "../../../shared/chat/chatPeople.ts";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { fittingPeople } from "../room/composer/completion.model.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";

export interface InvitePeopleProps {
  readonly without: ReadonlySet<string>;
  readonly busy: boolean;
  readonly onInvite: (uid: string, name: string) => void;
}

/** A colleague to add, by name. */
export function InvitePeople({ without, busy, onInvite }: InvitePeopleProps) {
  const t = useWords(chatDialogsMessages);
  const { list } = useChatUsers();
  const [search, setSearch] = useState("");
  const free = list.filter(({ chatUserId }) => !without.has(chatUserId));
  return (
    <OptionSearch
      label={t("chat.d.people")}
      hint={t("chat.d.peopleHint")}
      listLabel={t("chat.d.peopleFound")}
      search={search}
      onSearch={setSearch}
      items={fittingPeople(free, search.trim(), "")}
      keyOf={({ username }) => username}
      onChoose={({ chatUserId: uid, name }) => {
        if (busy) return;
        onInvite(uid, name);
        setSearch("");
      }}
      none={t("chat.d.nobody", { search })}
    >
      {({ chatUserId: uid, name }, option) => (
        <Option {...option}>
          <PersonAvatar uid={uid} name={name} size={28} />
          <bdi>{name}</bdi>
        </Option>
      )}
    </OptionSearch>
  );
}
