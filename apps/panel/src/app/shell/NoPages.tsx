import { IconLock, StatePanel } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { shellMessages } from "./shell.messages.ts";

/** A viewer to whom no page is open. */
export function NoPages() {
  const t = useWords(shellMessages);
  return <StatePanel icon={IconLock} title={t("shell.nothingTitle")} text={t("shell.nothingText")} />;
}
