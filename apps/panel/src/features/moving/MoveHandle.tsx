import { IconArrowsMove, IconButton } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { movingMessages } from "./moving.messages.ts";

/** `Move to…` on a call that can be moved; a drag of the call may begin on it. */
export function MoveHandle({ onAsk }: { readonly onAsk: () => void }) {
  const t = useWords(movingMessages);
  return <IconButton label={t("moving.moveTo")} icon={IconArrowsMove} size="small" onClick={onAsk} />;
}
