import type { Forward } from "@callpanel/contract";
import { forwardFault } from "@callpanel/contract";
import { Switch } from "@callpanel/ui";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { isLostForward } from "../../../shared/phone/isLostForward.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { NumberField } from "../parts/NumberField.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useRowChange, useShowFailure } from "../rows.ts";
import type { SettingRow } from "../subject.model.ts";
import { useDraft } from "../useDraft.ts";
import { FORWARD_HASH } from "./forwardHash.ts";
import { forward, sendForward } from "./phoneStatus.api.ts";
import { phoneStatusMessages } from "./phoneStatus.messages.ts";

/** SET-8: forwards every call to another number. With a known number the switch works immediately, else with the number. */
export function ForwardSection({ row }: { readonly row: SettingRow & Forward }) {
  const t = useWords(phoneStatusMessages);
  const words = useLocaleWords();
  const { notices, viewer } = usePanel();
  const write = useNumberText(viewer);
  const showFailure = useShowFailure();
  const change = useRowChange<SettingRow & Forward, Forward>({
    rows: forward,
    foresee: (before, { enabled }) => ({ ...before, enabled }),
    send: sendForward,
  });
  const form = useRowChange<SettingRow & Forward, Forward>({ rows: forward, send: sendForward });
  const field = useFieldOfHash();
  const draft = useDraft<Forward>({
    saved: { enabled: row.enabled, number: row.number },
    save: (value) => form.mutateAsync({ userId: row.user_id, change: value }),
  });
  const { enabled, number } = draft.value;
  // An empty number is valid while forwarding is off.
  const fault = enabled || number !== "" ? forwardFault(number) : undefined;
  const problem = fault && draft.changed ? words.error(fault.code, fault.details) : undefined;
  const lost = isLostForward(number, viewer) ? t("settings.forward.lost") : undefined;
  const flip = (wanted: boolean) => {
    if (draft.changed && !wanted && !row.enabled) return draft.discard();
    if (draft.changed || (wanted && row.number === "")) return draft.change({ enabled: wanted });
    change.mutate(
      { userId: row.user_id, change: { enabled: wanted, number: row.number } },
      {
        onSuccess: () =>
          notices.success(wanted ? t("settings.forward.on", { number: write(row.number) }) : t("settings.forward.off")),
        onError: (error) => showFailure(error, "settings.forward.failed"),
      },
    );
  };
  return (
    <SettingsSection title={t("settings.forward.title")} hint={t("settings.forward.hint")}>
      <SettingsForm draft={draft} valid={fault === undefined}>
        <Switch
          label={t("settings.forward.title")}
          hint={row.enabled ? t("settings.forward.on", { number: write(row.number) }) : t("settings.forward.off")}
          checked={enabled}
          disabled={!row.may_write}
          onChange={flip}
        />
        <NumberField
          ref={field}
          label={t("settings.forward.to")}
          hint={t("settings.forward.toHint")}
          value={number}
          error={problem ?? lost}
          disabled={!row.may_write}
          // Typing a destination also switches forwarding on.
          onChange={(typed) => draft.change({ number: typed, enabled: true })}
        />
      </SettingsForm>
      <ReadOnly rows={[row]} />
    </SettingsSection>
  );
}

/** SET-20: the field that the address asks for takes the focus; the address is then the page's own again. */
function useFieldOfHash() {
  const field = useRef<HTMLInputElement>(null);
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== FORWARD_HASH) return;
    field.current?.focus();
    field.current?.select();
    void navigate({ hash: "", replace: true });
  }, [hash, navigate]);
  return field;
}
