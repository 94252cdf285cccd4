import { IconBellOff, MenuSwitch } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { usePanel } from "../../shared/panel.ts";
import { doNotDisturb, sendDoNotDisturb } from "./phone-status/phoneStatus.api.ts";
import { phoneStatusMessages } from "./phone-status/phoneStatus.messages.ts";
import { useRows } from "./rows.ts";
import { useRowSwitch } from "./useRowSwitch.ts";

/** SET-10: do not disturb in the menu of one's account. */
export function DoNotDisturbItem() {
  const t = useWords(phoneStatusMessages);
  const { user } = usePanel().viewer;
  const own = useRows(doNotDisturb).data?.find((row) => row.user_id === user.id);
  const throwSwitch = useRowSwitch(
    { rows: doNotDisturb, send: sendDoNotDisturb },
    { fallback: "settings.dnd.failed", on: t("settings.phone.dndOn"), off: t("settings.phone.dndOff") },
  );
  if (!own?.may_write) return null;
  return (
    <MenuSwitch
      icon={IconBellOff}
      label={t("settings.phone.dnd")}
      checked={own.enabled}
      onChange={(enabled) => throwSwitch(own, enabled)}
    />
  );
}
