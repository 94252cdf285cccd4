import { IconButton, IconPictureInPicture } from "@callpanel/ui";
import { hasPip, openPip } from "../../../shared/pip/pipWindow.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";

const SIZE = { width: 320, height: 232 } as const;

/** Opens and closes the small window with the calls; absent where the browser has no such windows. */
export function MiniPhoneButton() {
  const t = useWords(callMessages);
  const { mini } = useSoftphone();
  const place = useSnapshot(mini);
  if (!hasPip()) return null;
  return (
    <IconButton
      icon={IconPictureInPicture}
      size="small"
      label={t("softphone.mini.open")}
      aria-pressed={place !== null}
      onClick={({ currentTarget }) => {
        if (place !== null) return place.close();
        openPip(SIZE, (next) => {
          mini.dispatch(next);
          // The page's focus has stayed here, unless the call took the button with it.
          if (next === null && currentTarget.isConnected) currentTarget.focus();
        });
      }}
    />
  );
}
