import {
  changeScreenPop,
  isScreenPopUrl,
  listScreenPops,
  SCREEN_POP_TRIGGERS,
  SCREEN_POP_TYPES,
} from "@callpanel/contract";
import type { ScreenPop } from "@callpanel/contract";
import { LoadingBlock, Switch, TextField } from "@callpanel/ui";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { filledUrl, SCREEN_POP_VARIABLES } from "../../../shared/phone/screenPop.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { RadioList } from "../parts/RadioList.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useRowChange, useRows } from "../rows.ts";
import type { RowsOf } from "../rows.ts";
import { useSubject } from "../subject.ts";
import type { SettingRow } from "../subject.model.ts";
import { useDraft } from "../useDraft.ts";
import { screenPopMessages } from "./screenPop.messages.ts";
import styles from "./ScreenPopPage.module.css";

type Row = SettingRow & ScreenPop;
const rows: RowsOf<Row> = {
  name: "screen_pop",
  needs: "screenPopRead",
  load: (api, request) => api.call(listScreenPops, request),
};

/** An example caller for the preview. */
const CALLER = { number: "+14165550142", name: "Zoë O’Neill", callId: "a1b2", headers: {} };

/** ACCOUNT-42: which page opens with a call, and when; the preview shows the address as it will be. */
export function ScreenPopPage() {
  const query = useRows(rows);
  const subject = useSubject();
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} fallback="settings.users" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingBlock height={320} />
    );
  const row = subject.rowOf(query.data);
  return <>{row ? <ScreenPopForm key={row.user_id} row={row} /> : null}</>;
}

function ScreenPopForm({ row }: { readonly row: Row }) {
  const t = useWords(screenPopMessages);
  const { viewer } = usePanel();
  const change = useRowChange<Row, ScreenPop>({
    rows,
    send: (api, id, body) => api.call(changeScreenPop, { params: { id }, body }),
  });
  const { type, trigger, url, allow_override } = row;
  const draft = useDraft<ScreenPop>({
    saved: { type, trigger, url, allow_override },
    save: (value) => change.mutateAsync({ userId: row.user_id, change: { ...value, url: value.url.trim() } }),
  });
  const { value } = draft;
  const fault = faultOf(value);
  const preview =
    fault === null && value.url !== ""
      ? filledUrl(value.url.trim(), { ...CALLER, extension: viewer.user.extension })
      : null;
  const disabled = !row.may_write;
  return (
    <SettingsSection title={t("settings.pop.title")} hint={t("settings.pop.hint")}>
      <SettingsForm draft={draft} valid={fault === null}>
        <RadioList
          label={t("settings.pop.type")}
          choices={SCREEN_POP_TYPES.map((one) => ({ value: one, label: t(`settings.pop.${one}`) }))}
          value={value.type}
          disabled={disabled}
          onChange={(next) => draft.change({ type: next })}
        />
        {value.type === "url" ? (
          <>
            <RadioList
              label={t("settings.pop.trigger")}
              choices={SCREEN_POP_TRIGGERS.map((one) => ({ value: one, label: t(`settings.pop.${one}`) }))}
              value={value.trigger}
              disabled={disabled}
              onChange={(next) => draft.change({ trigger: next })}
            />
            <TextField
              label={t("settings.pop.address")}
              type="url"
              inputMode="url"
              maxLength={2_000}
              spellCheck={false}
              value={value.url}
              disabled={disabled}
              hint={t("settings.pop.addressHint", { names: SCREEN_POP_VARIABLES.map((name) => `{${name}}`).join(" ") })}
              error={draft.changed && fault !== null ? t(fault) : undefined}
              onChange={({ currentTarget }) => draft.change({ url: currentTarget.value })}
            />
            {preview === null ? null : (
              <output className={styles.preview}>
                <span>{t("settings.pop.preview", { name: CALLER.name })}</span>
                <code>{preview}</code>
              </output>
            )}
            <Switch
              label={t("settings.pop.override")}
              hint={t("settings.pop.overrideHint")}
              checked={value.allow_override}
              disabled={disabled}
              onChange={(next) => draft.change({ allow_override: next })}
            />
          </>
        ) : null}
      </SettingsForm>
      <ReadOnly rows={[row]} />
    </SettingsSection>
  );
}

function faultOf({ type, url }: ScreenPop): "settings.pop.missing" | "settings.pop.invalid" | null {
  const typed = url.trim();
  if (typed === "") return type === "url" ? "settings.pop.missing" : null;
  return isScreenPopUrl(typed) ? null : "settings.pop.invalid";
}
