import { IconLock, StatePanel } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { shellMessages } from "./shell.messages.ts";

/** For a viewer who may not see any page. */
export function NoPages() {
  const t = useWords(shellMessages);
  return <StatePanel icon={IconLock} title={t("shell.nothingTitle")} text={t("shell.nothingText")} />;
}
