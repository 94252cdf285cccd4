import { IconBellOff, PopMenu } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { usePanel } from "../../shared/panel.ts";
import { doNotDisturb, sendDoNotDisturb } from "./phone-status/phoneStatus.api.ts";
import { phoneStatusMessages } from "./phone-status/phoneStatus.messages.ts";
import { useRows } from "./rows.ts";
import { useRowSwitch } from "./useRowSwitch.ts";
import styles from "./DoNotDisturbItem.module.css";

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
    <PopMenu.CheckboxItem
      classNames={{ itemIndicator: styles.noTick }}
      checked={own.enabled}
      rightSection={<span className={styles.pill} data-on={own.enabled ? "" : undefined} />}
      onChange={(enabled) => throwSwitch(own, enabled)}
    >
      <span className={styles.withIcon}>
        <IconBellOff size={18} stroke={1.7} aria-hidden />
        {t("settings.phone.dnd")}
      </span>
    </PopMenu.CheckboxItem>
  );
}
