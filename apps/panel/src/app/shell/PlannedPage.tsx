import { IconClock, StatePanel } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { shellMessages } from "./shell.messages.ts";

/** A page of the route table that is not built yet. */
export function PlannedPage() {
  const t = useWords(shellMessages);
  return <StatePanel icon={IconClock} title={t("shell.plannedTitle")} text={t("shell.plannedText")} />;
}
