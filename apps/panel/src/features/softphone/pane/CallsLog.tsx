import { IconHistory, StatePanel } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { LogRow } from "./LogRow.tsx";
import { usePhone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { VirtualList } from "./VirtualList.tsx";
import styles from "./PaneRow.module.css";

/** The person's calls in this browser, newest first; a click dials. */
export function CallsLog() {
  const t = useWords(softphoneMessages);
  const { log } = usePhone();
  if (log.length === 0)
    return <StatePanel icon={IconHistory} title={t("softphone.log.empty")} text={t("softphone.log.emptyHint")} />;
  return (
    <>
      <p className={styles.count}>{t("softphone.log.title", { count: log.length })}</p>
      <VirtualList rows={log} label={t("softphone.callsLog")} keyOf={(entry, index) => `${entry.time} ${index}`}>
        {(entry) => <LogRow entry={entry} />}
      </VirtualList>
    </>
  );
}
