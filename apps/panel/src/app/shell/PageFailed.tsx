import { Button, IconAlertTriangle, StatePanel } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { shellMessages } from "./shell.messages.ts";

/** In place of a page that broke while it was drawn; the menu and the phone go on. */
export function PageFailed({ reset }: { readonly reset: () => void }) {
  const t = useWords(shellMessages);
  return (
    <StatePanel
      urgent
      icon={IconAlertTriangle}
      title={t("shell.pageFailedTitle")}
      text={t("shell.pageFailedText")}
      action={<Button onClick={reset}>{t("shell.retry")}</Button>}
    />
  );
}
