import { changeClickToDial, CLICK_TO_DIAL_DESTINATIONS, listClickToDial } from "@callpanel/contract";
import type { ClickToDial, ClickToDialDestination } from "@callpanel/contract";
import { LoadingBlock } from "@callpanel/ui";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { RadioList } from "../parts/RadioList.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useRowChange, useRows, useShowFailure } from "../rows.ts";
import type { RowsOf } from "../rows.ts";
import { useSubject } from "../subject.ts";
import type { SettingRow } from "../subject.model.ts";
import { clickToDialSettingsMessages } from "./clickToDial.messages.ts";

type Row = SettingRow & ClickToDial;
const rows: RowsOf<Row> = {
  name: "click_to_dial",
  needs: "ctdRead",
  load: (api, request) => api.call(listClickToDial, request),
};

/** ACCOUNT-41: the three ways; a choice takes effect immediately. */
export function ClickToDialPage() {
  const t = useWords(clickToDialSettingsMessages);
  const { notices } = usePanel();
  const showFailure = useShowFailure();
  const query = useRows(rows);
  const subject = useSubject();
  const { mutate } = useRowChange<Row, ClickToDialDestination>({
    rows,
    foresee: (row, destination) => ({ ...row, destination }),
    send: (api, id, destination) => api.call(changeClickToDial, { params: { id }, body: { destination } }),
  });
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} fallback="settings.users" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingBlock height={220} />
    );
  const row = subject.rowOf(query.data);
  if (row === undefined) return null;
  const choose = (change: ClickToDialDestination) =>
    mutate(
      { userId: row.user_id, change },
      {
        onSuccess: () => notices.success(t("settings.dial.saved")),
        onError: (error) => showFailure(error, "settings.clickToDial.failed"),
      },
    );
  return (
    <>
      <SettingsSection title={t("settings.dial.title")} hint={t("settings.dial.hint")}>
        <RadioList
          label={t("settings.dial.title")}
          choices={CLICK_TO_DIAL_DESTINATIONS.map((value) => ({
            value,
            label: t(`settings.dial.${value}`),
            hint: t(`settings.dial.${value}Hint`),
          }))}
          value={row.destination}
          disabled={!row.may_write}
          onChange={choose}
        />
        <ReadOnly rows={[row]} />
      </SettingsSection>
    </>
  );
}
