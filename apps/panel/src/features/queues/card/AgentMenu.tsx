import type { QueueAgent } from "@callpanel/contract";
import { IconButton, IconDots, IconHeadset, IconMessage, IconPhone, IconUsersPlus, PopMenu } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { MessageItem } from "../../../shared/chat/MessageItem.tsx";
import { useDial } from "../../../shared/phone/useDial.ts";
import { mayListenToSome, useListening } from "../../../shared/phone/useListening.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { queuesMessages } from "../queues.messages.ts";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;
const MODES = [
  { mode: "monitor", icon: IconHeadset },
  { mode: "whisper", icon: IconMessage },
  { mode: "fullbarge", icon: IconUsersPlus },
] as const;

/** `More` of an agent: a call or a message to them, and listening in to theirs. */
export function AgentMenu({ agent }: { readonly agent: QueueAgent }) {
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
          <PopMenu.Item leftSection={<IconPhone {...ICON} />} onClick={() => call(agent.exten)}>
            {t("queues.call")}
          </PopMenu.Item>
        )}
        <MessageItem extension={agent.exten} />
        {mayListen ? <ListenItems agent={agent} /> : null}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}

/** QDASH-8: with the right to listen to this person, while they talk. */
function ListenItems({ agent: { exten, state } }: { readonly agent: QueueAgent }) {
  const t = useWords(queuesMessages);
  const listen = useListening(exten);
  if (listen === null) return null;
  return MODES.map(({ mode, icon: Shape }) => (
    <PopMenu.Item
      key={mode}
      leftSection={<Shape {...ICON} />}
      disabled={state !== "talking"}
      onClick={() => listen(mode)}
    >
      {t(`queues.listen.${mode}`)}
    </PopMenu.Item>
  ));
}
