import type { CallLogEntry } from "@callpanel/webphone";
import { IconHistory, IconPhoneIncoming, IconPhoneOutgoing, IconPhoneX, StatePanel } from "@callpanel/ui";
import { useFormats } from "../../shared/formats/useFormats.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { usePhone, useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { cleanName } from "./softphone.model.ts";
import { VirtualList } from "./VirtualList.tsx";
import styles from "./PaneRow.module.css";

/** This browser's calls of the person, newest first; a click dials. */
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

const SIGNS = { in: IconPhoneIncoming, out: IconPhoneOutgoing, mis: IconPhoneX } as const;

function LogRow({ entry }: { readonly entry: CallLogEntry }) {
  const t = useWords(softphoneMessages);
  const formats = useFormats();
  const { actions, clock } = useSoftphone();
  const Sign = SIGNS[entry.dir];
  const name = cleanName(entry.name);
  const when = formats.recent(entry.time, clock.now());
  const direction = t(`softphone.log.${entry.dir}`);
  return (
    <button
      type="button"
      className={styles.row}
      data-dir={entry.dir}
      aria-label={t("softphone.log.dial", { peer: [name, entry.num].filter(Boolean).join(" "), direction, when })}
      onClick={() => actions.dial(entry.num)}
    >
      <span className={styles.sign} data-tip={direction}>
        <Sign size={18} stroke={1.75} aria-hidden />
      </span>
      <span className={styles.who}>
        <bdi className={styles.name}>{name || entry.num}</bdi>
        <span className={styles.detail}>{name === "" ? direction : entry.num}</span>
      </span>
      <time className={styles.when} dateTime={new Date(entry.time).toISOString()}>
        {when}
      </time>
    </button>
  );
}
