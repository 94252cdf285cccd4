import { holdsForAll, holdsOnSome, mayDo } from "@callpanel/contract";
import type { QueueAgent } from "@callpanel/contract";
import { IconButton, IconDots, IconHeadset, IconMessage, IconPhone, IconUsersPlus, PopMenu } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { usePanel } from "../../../shared/panel.ts";
import type { ListenMode } from "../../../shared/phone/softphone.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { personQuery } from "../queues.api.ts";
import { queuesMessages } from "../queues.messages.ts";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;
const MODES = [
  { mode: "monitor", icon: IconHeadset },
  { mode: "whisper", icon: IconMessage },
  { mode: "fullbarge", icon: IconUsersPlus },
] as const;

/** `More` of an agent: a call to them, and listening in to theirs. */
export function AgentMenu({ agent }: { readonly agent: QueueAgent }) {
  const t = useWords(queuesMessages);
  const call = useDial();
  const { viewer } = usePanel();
  const mayListenToSome = viewer.flags.softphone && holdsOnSome(viewer.rights, "active_calls", "execute_callspy");
  if (call === null && !mayListenToSome) return null;
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
        {mayListenToSome ? <ListenItems agent={agent} /> : null}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}

/** QDASH-8: with the right to listen to this person, while they talk. */
function ListenItems({ agent: { exten, state } }: { readonly agent: QueueAgent }) {
  const t = useWords(queuesMessages);
  const words = useLocaleWords();
  const { api, viewer, softphone, dock, notices } = usePanel();
  const mayListenToAll = holdsForAll(viewer.rights, "active_calls", "execute_callspy");
  const { data: userId = null } = useQuery({ ...personQuery(api, exten), enabled: !mayListenToAll });
  if (!mayListenToAll && (userId === null || !mayDo(viewer.rights, { kind: "listen", userId }))) return null;
  const listen = (mode: ListenMode) => {
    const slot = softphone.get();
    if (slot.kind !== "ready") return notices.error(words.error("sipua.error.listen"));
    dock.open();
    return slot.softphone.listen(exten, mode);
  };
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
