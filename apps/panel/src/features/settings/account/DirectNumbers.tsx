import { watchDirectNumbers } from "@callpanel/contract";
import type { ResponseOf } from "@callpanel/contract";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useRows } from "../rows.ts";
import type { RowsOf } from "../rows.ts";
import { useSubject } from "../subject.ts";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";

type Row = ResponseOf<typeof watchDirectNumbers>["data"][number];
const rows: RowsOf<Row> = {
  name: "dids",
  needs: "didsRead",
  load: (api, request) => api.call(watchDirectNumbers, request),
};

/** The person's direct numbers, and their destinations. */
export function DirectNumbers() {
  const t = useWords(accountMessages);
  const write = useNumberText(usePanel().viewer);
  const { data } = useRows(rows);
  const dids = useSubject().rowOf(data)?.dids;
  if (dids === undefined) return null;
  return (
    <SettingsSection title={t("settings.account.dids")}>
      {dids.length === 0 ? <p>{t("settings.account.noDids")}</p> : null}
      {dids.map(({ number, name, destinationName, smsCapable }) => (
        <div key={number} className={styles.did}>
          <strong>{write(number)}</strong>
          <span>{name}</span>
          <span>{t("settings.account.didTo", { name: destinationName })}</span>
          {smsCapable ? <span>{t("settings.account.didSms")}</span> : null}
        </div>
      ))}
    </SettingsSection>
  );
}
