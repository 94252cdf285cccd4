import type { PanelErrorCode } from "@callpanel/contract";
import { Button, IconAlertTriangle, StatePanel } from "@callpanel/ui";
import { sayError } from "./api.ts";
import { loadMessages } from "./load.messages.ts";
import { useLocaleWords, useWords } from "./words/useWords.ts";

export interface LoadFailedProps {
  readonly error: unknown;
  /** What could not be had. */
  readonly fallback: PanelErrorCode;
  readonly onRetry: () => void;
}

/** In place of what could not be loaded: what it was, what the server said of it, and a way to try again. */
export function LoadFailed({ error, fallback, onRetry }: LoadFailedProps) {
  const t = useWords(loadMessages);
  const words = useLocaleWords();
  const title = words.error(fallback);
  const said = words.say(sayError(error, fallback));
  return (
    <StatePanel
      urgent
      icon={IconAlertTriangle}
      title={title}
      // What the server said, where it said more than the title.
      text={said === title ? undefined : said}
      action={<Button onClick={onRetry}>{t("load.retry")}</Button>}
    />
  );
}
