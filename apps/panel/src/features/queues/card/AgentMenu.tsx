import { IconButton, IconDots, IconHeadset, IconMessage, IconPhone, IconUsersPlus, PopMenu } from "@callpanel/ui";
import { useMemo } from "react";
import { MessageItem } from "../../../shared/chat/MessageItem.tsx";
import { LIVE_QUEUES } from "../../../shared/live/liveQueues.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { mayListenToSome, useListening } from "../../../shared/phone/useListening.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { queuesMessages } from "../queues.messages.ts";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;
const MODES = [
  { mode: "monitor", icon: IconHeadset },
  { mode: "whisper", icon: IconMessage },
  { mode: "fullbarge", icon: IconUsersPlus },
] as const;

interface AgentMenuProps {
  readonly queue: string;
  readonly exten: string;
}

/** `More` of an agent: a call or a message to them, and listening in to theirs. */
export function AgentMenu({ queue, exten }: AgentMenuProps) {
  const t = useWords(queuesMessages);
  const call = useDial();
  const { viewer } = usePanel();
  const mayListen = mayListenToSome(viewer);
  if (call === null && !mayListen && !viewer.flags.chatsRead) return null;
  return (
    <PopMenu width={220}>
      <PopMenu.Target>
        <IconButton size="small" label={t("queues.more")} icon={IconDots} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {call === null ? null : (
          <PopMenu.Item leftSection={<IconPhone {...ICON} />} onClick={() => call(exten)}>
            {t("queues.call")}
          </PopMenu.Item>
        )}
        <MessageItem extension={exten} />
        {mayListen ? <ListenItems queue={queue} exten={exten} /> : null}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}

/** QDASH-8: with the right to listen to this person, while they talk. Only an open menu listens to the agent. */
function ListenItems({ queue, exten }: AgentMenuProps) {
  const t = useWords(queuesMessages);
  const listen = useListening(exten);
  const liveQueues = useService(LIVE_QUEUES);
  const agent = useSnapshot(useMemo(() => liveQueues.agent(queue, exten), [liveQueues, queue, exten]));
  if (listen === null) return null;
  return MODES.map(({ mode, icon: Shape }) => (
    <PopMenu.Item
      key={mode}
      leftSection={<Shape {...ICON} />}
      disabled={agent?.state !== "talking"}
      onClick={() => listen(mode)}
    >
      {t(`queues.listen.${mode}`)}
    </PopMenu.Item>
  ));
}
