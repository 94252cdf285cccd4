import { Button, IconAlertTriangle, StatePanel } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { isLoadFailure } from "../pageLoading.ts";
import { shellMessages } from "./shell.messages.ts";

export interface PageFailedProps {
  readonly error: unknown;
  readonly reset: () => void;
}

/** Shown instead of a page that failed to render, or whose code did not come; the menu and the phone still work. */
export function PageFailed({ error, reset }: PageFailedProps) {
  const t = useWords(shellMessages);
  if (isLoadFailure(error))
    return (
      <StatePanel
        urgent
        icon={IconAlertTriangle}
        title={t("shell.pageNotLoadedTitle")}
        text={t("shell.pageNotLoadedText")}
        action={<Button onClick={() => window.location.reload()}>{t("shell.reload")}</Button>}
      />
    );
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
