import { IconArrowForwardUp, PopMenu } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { usePanel } from "../../shared/panel.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { FORWARD_HASH } from "./phone-status/forwardHash.ts";
import { phoneStatusMessages } from "./phone-status/phoneStatus.messages.ts";
import { forward } from "./phone-status/phoneStatus.api.ts";
import { useRows } from "./rows.ts";

/** SET-20: call forward in the account menu; it leads to the field of its number. */
export function ForwardItem() {
  const t = useWords(phoneStatusMessages);
  const navigate = useNavigate();
  const { viewer } = usePanel();
  const write = useNumberText(viewer);
  const own = useRows(forward).data?.find((row) => row.user_id === viewer.user.id);
  if (!own?.may_write) return null;
  return (
    <PopMenu.Item
      leftSection={<IconArrowForwardUp size={18} stroke={1.7} aria-hidden />}
      rightSection={own.enabled ? <bdi>{write(own.number)}</bdi> : undefined}
      onClick={() => void navigate({ to: "/settings/phone_status", hash: FORWARD_HASH })}
    >
      {t("settings.forward.title")}
    </PopMenu.Item>
  );
}
