import { changeChatPresence, listPresenceTypes, PRESENCE_STATUSES } from "@callpanel/contract";
import { IconChevronDown, PopMenu } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { ChatClient } from "@callpanel/contract/chat-client";
import { useChange } from "../../../shared/api/useChange.ts";
import { useChat } from "../../../shared/live/chat.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CHAT_KEY } from "../chat.api.ts";
import { chatMessages } from "../chat.messages.ts";
import { presenceText } from "./presence.words.ts";
import { PresenceDot } from "./PresenceDot.tsx";

const custom = (id: number) => `custom-${id}`;

/** CHATUI-30: one's own presence in chat; the choices expand in place, as those of the language do. */
export function PresenceItems() {
  const t = useWords(chatMessages);
  const { api } = usePanel();
  const [opened, setOpened] = useState(false);
  const uid = useChat(useCallback((client: ChatClient) => client.uid, []));
  const presence = useChat(useCallback((client: ChatClient) => client.presence(client.uid), []));
  const { data } = useQuery({
    queryKey: [...CHAT_KEY, "presenceTypes"],
    queryFn: ({ signal }) => api.call(listPresenceTypes, { signal }),
    enabled: opened,
  });
  const { run } = useChange(() => undefined);
  const types = data?.data ?? [];
  const chosen = types.find(({ name }) => presence?.status === "custom" && presence.statusText === name);
  const choose = (value: string) => {
    const status = PRESENCE_STATUSES.find((one) => one === value);
    const type = types.find(({ id }) => custom(id) === value);
    const body = status === undefined ? type && { status: "custom" as const, customId: type.id } : { status };
    if (body === undefined) return;
    run({ fallback: "chats.status", change: (server) => server.call(changeChatPresence, { body }), done: null });
  };
  return (
    <>
      <PopMenu.Item
        aria-expanded={opened}
        closeMenuOnClick={false}
        leftSection={<PresenceDot uid={uid} />}
        rightSection={<IconChevronDown size={18} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(!opened)}
      >
        {t("chat.presence")}: {presenceText(presence, t)}
      </PopMenu.Item>
      {opened ? (
        <PopMenu.RadioGroup
          aria-label={t("chat.presence")}
          value={chosen === undefined ? (presence?.status ?? "offline") : custom(chosen.id)}
          onChange={choose}
        >
          {PRESENCE_STATUSES.map((status) => (
            <PopMenu.RadioItem key={status} value={status}>
              {t(`chat.presence.${status}`)}
            </PopMenu.RadioItem>
          ))}
          {types.map(({ id, name }) => (
            <PopMenu.RadioItem key={id} value={custom(id)}>
              <bdi>{name}</bdi>
            </PopMenu.RadioItem>
          ))}
        </PopMenu.RadioGroup>
      ) : null}
    </>
  );
}
