import type { PanelErrorCode } from "@callpanel/contract";
import { Button, IconAlertTriangle, StatePanel } from "@callpanel/ui";
import type { ReactNode } from "react";
import { sayError } from "./api.ts";
import { loadMessages } from "./load.messages.ts";
import { useLocaleWords, useWords } from "../words/useWords.ts";

export interface LoadFailedProps {
  readonly error: unknown;
  /** The error text for the part that failed to load. */
  readonly fallback: PanelErrorCode;
  readonly onRetry: () => void;
  /** Instead of the retry button. */
  readonly action?: ReactNode;
}

/** Shown instead of a part that failed to load: what it was, the server's text, and a retry button or another action. */
export function LoadFailed({ error, fallback, onRetry, action }: LoadFailedProps) {
  const t = useWords(loadMessages);
  const words = useLocaleWords();
  const title = words.error(fallback);
  const said = words.say(sayError(error, fallback));
  return (
    <StatePanel
      urgent
      icon={IconAlertTriangle}
      title={title}
      // The server's text, if it says more than the title.
      text={said === title ? undefined : said}
      action={action ?? <Button onClick={onRetry}>{t("load.retry")}</Button>}
    />
  );
}
