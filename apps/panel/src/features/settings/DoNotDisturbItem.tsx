import { IconBellOff, MenuSwitch, Switch } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { usePanel } from "../../shared/panel.ts";
import { phoneStatusMessages } from "./phone-status/phoneStatus.messages.ts";
import { useDoNotDisturbSwitch } from "./ownSwitches.ts";

/** SET-10: do not disturb in the account menu. */
export function DoNotDisturbItem() {
  const t = useWords(phoneStatusMessages);
  const { user } = usePanel().viewer;
  const { own, turn } = useDoNotDisturbSwitch(user.id);
  if (!own?.may_write) return null;
  return (
    <MenuSwitch
      icon={IconBellOff}
      label={t("settings.phone.dnd")}
      checked={own.enabled}
      onChange={(enabled) => turn(own, enabled)}
    />
  );
}

/** EMBED-19: the same where there is no menu. */
export function DoNotDisturbLine() {
  const t = useWords(phoneStatusMessages);
  const { user } = usePanel().viewer;
  const { own, turn } = useDoNotDisturbSwitch(user.id);
  if (!own?.may_write) return null;
  return <Switch label={t("settings.phone.dnd")} checked={own.enabled} onChange={(enabled) => turn(own, enabled)} />;
}
