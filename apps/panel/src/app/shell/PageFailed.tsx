import { Button, IconAlertTriangle, StatePanel } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { shellMessages } from "./shell.messages.ts";

/** Shown instead of a page that failed to render; the menu and the phone still work. */
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
