import { IconChevronDown, PopMenu } from "@callpanel/ui";
import { useState } from "react";
import { presenceMessages } from "../../../shared/chat/presence.messages.ts";
import { presenceText } from "../../../shared/chat/presence.words.ts";
import { PresenceDot } from "../../../shared/chat/PresenceDot.tsx";
import { useOwnUid, usePresence } from "../../../shared/live/chatParts.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { StatusItems } from "./StatusItems.tsx";
import type { StatusItemsProps } from "./StatusItems.tsx";

/** The user's own status in the account menu; the choices expand in place, as those of the language do. */
export function PresenceItems({ onLeave }: StatusItemsProps) {
  const t = useWords(presenceMessages);
  const [opened, setOpened] = useState(false);
  const uid = useOwnUid();
  const presence = usePresence(uid);
  return (
    <>
      <PopMenu.Item
        aria-expanded={opened}
        closeMenuOnClick={false}
        leftSection={<PresenceDot silent uid={uid} />}
        rightSection={<IconChevronDown size={18} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(!opened)}
      >
        <bdi>{t("chat.presence.mine", { status: presenceText(presence, t) })}</bdi>
      </PopMenu.Item>
      {opened ? <StatusItems onLeave={onLeave} /> : null}
    </>
  );
}
