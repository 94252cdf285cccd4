import { IconButton, IconSettings, PopMenu } from "@callpanel/ui";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import { managesCompanyChat } from "../chat.rights.ts";
import type { ListDialog } from "../dialogs/ListDialogs.tsx";
import { STATUS_DESK } from "../presence/status.desk.ts";
import { statusMessages } from "../presence/status.messages.ts";

/** CHATUI-51: settings of chat for the whole company, for who may change them. */
export function CompanyMenu({ onDialog }: { readonly onDialog: (dialog: ListDialog) => void }) {
  const t = useWords(chatMessages);
  const say = useWords(statusMessages);
  const { viewer } = usePanel();
  const desk = useService(STATUS_DESK);
  if (!managesCompanyChat(viewer.rights)) return null;
  return (
    <PopMenu width={240}>
      <PopMenu.Target>
        <IconButton icon={IconSettings} label={t("chat.settings")} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        <PopMenu.Item onClick={() => onDialog("keeping")}>{t("chat.settings.keep")}</PopMenu.Item>
        <PopMenu.Item onClick={() => desk.dispatch("kinds")}>{say("chat.status.kinds")}</PopMenu.Item>
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
