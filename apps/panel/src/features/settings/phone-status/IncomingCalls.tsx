import { Switch } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useRowSwitch } from "../useRowSwitch.ts";
import { callWaiting, doNotDisturb, sendCallWaiting, sendDoNotDisturb } from "./phoneStatus.api.ts";
import type { SwitchRow } from "./phoneStatus.api.ts";
import { phoneStatusMessages } from "./phoneStatus.messages.ts";

export interface IncomingCallsProps {
  readonly dnd: SwitchRow | undefined;
  readonly waiting: SwitchRow | undefined;
}

/** Do not disturb, and call waiting. */
export function IncomingCalls({ dnd, waiting }: IncomingCallsProps) {
  const t = useWords(phoneStatusMessages);
  const switchDnd = useRowSwitch(
    { rows: doNotDisturb, send: sendDoNotDisturb },
    { fallback: "settings.dnd.failed", on: t("settings.phone.dndOn"), off: t("settings.phone.dndOff") },
  );
  const switchWaiting = useRowSwitch(
    { rows: callWaiting, send: sendCallWaiting },
    { fallback: "settings.callWaiting.failed", on: t("settings.phone.waitingOn"), off: t("settings.phone.waitingOff") },
  );
  return (
    <SettingsSection title={t("settings.phone.title")}>
      {dnd ? (
        <Switch
          label={t("settings.phone.dnd")}
          hint={t("settings.phone.dndHint")}
          checked={dnd.enabled}
          disabled={!dnd.may_write}
          onChange={(enabled) => switchDnd(dnd, enabled)}
        />
      ) : null}
      {waiting ? (
        <Switch
          label={t("settings.phone.waiting")}
          hint={t("settings.phone.waitingHint")}
          checked={waiting.enabled}
          disabled={!waiting.may_write}
          onChange={(enabled) => switchWaiting(waiting, enabled)}
        />
      ) : null}
      <ReadOnly rows={[dnd, waiting]} />
    </SettingsSection>
  );
}
