/** The switches of the person's own calls, for use outside of the settings pages. */
import { useWords } from "../../shared/words/useWords.ts";
import { doNotDisturb, forward, sendDoNotDisturb, sendForward } from "./phone-status/phoneStatus.api.ts";
import { phoneStatusMessages } from "./phone-status/phoneStatus.messages.ts";
import { useRows } from "./rows.ts";
import { useRowSwitch } from "./useRowSwitch.ts";

/** SET-10. `own`: undefined until it is loaded, and without the right to see it. */
export function useDoNotDisturbSwitch(userId: number) {
  const t = useWords(phoneStatusMessages);
  const own = useRows(doNotDisturb).data?.find((row) => row.user_id === userId);
  const turn = useRowSwitch(
    { rows: doNotDisturb, send: sendDoNotDisturb },
    { fallback: "settings.dnd.failed", on: t("settings.phone.dndOn"), off: t("settings.phone.dndOff") },
  );
  return { own, turn };
}

export function useForwardSwitch(userId: number) {
  const t = useWords(phoneStatusMessages);
  const own = useRows(forward).data?.find((row) => row.user_id === userId);
  const number = own?.number ?? "";
  const turn = useRowSwitch(
    { rows: forward, send: (api, id, enabled) => sendForward(api, id, { enabled, number }) },
    {
      fallback: "settings.forward.failed",
      on: t("settings.forward.on", { number }),
      off: t("settings.forward.off"),
    },
  );
  return { own, turn };
}
