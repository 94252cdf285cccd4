import type { CallSnapshot } from "@callpanel/webphone";
import { IconBan, IconButton, IconDotsVertical, IconRecordMail, PopMenu } from "@callpanel/ui";
import { MessageItem } from "../../../shared/chat/MessageItem.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { boxNumber } from "../../../shared/phone/voicemailNumbers.ts";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

/** SOFT-46, SOFT-48: the other actions for a ringing call; renders nothing if there are none. */
export function OfferedMenu({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const { actions, viewer } = useSoftphone();
  const box = boxNumber(viewer, viewer.user.extension);
  if (box === null && call.number === "") return null;
  return (
    // Above the call, which is above the page.
    <PopMenu width={220} zIndex="var(--z-tip)">
      <PopMenu.Target>
        <IconButton icon={IconDotsVertical} label={t("softphone.call.more")} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {box === null ? null : (
          <PopMenu.Item leftSection={<IconRecordMail {...ICON} />} onClick={() => actions.sendOn(call.id, box)}>
            {t("softphone.call.toVoicemail")}
          </PopMenu.Item>
        )}
        {call.far?.kind === "outside" ? null : <MessageItem extension={call.number} />}
        {call.number === "" ? null : (
          <PopMenu.Item leftSection={<IconBan {...ICON} />} onClick={() => void actions.blockCaller(call.id)}>
            {t("softphone.log.block")}
          </PopMenu.Item>
        )}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
