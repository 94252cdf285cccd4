import { LoadingBlock, StatePanel, IconArrowsSplit2 } from "@callpanel/ui";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { ToggleRow } from "./ToggleRow.tsx";
import { togglesMessages } from "./toggles.messages.ts";
import { useToggles } from "./useToggles.ts";

/** SET-12: numbers with one of two destinations. */
export function TogglesPage() {
  const t = useWords(togglesMessages);
  const { viewer } = usePanel();
  const code = viewer.featureCodes.find(({ name }) => name === "toggle")?.code;
  const { query, flip } = useToggles();
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} fallback="settings.toggle.load" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingBlock height={200} />
    );
  if (query.data.length === 0)
    return (
      <StatePanel icon={IconArrowsSplit2} title={t("settings.toggle.none")} text={t("settings.toggle.noneText")} />
    );
  const hint = code === undefined ? t("settings.toggle.hint") : t("settings.toggle.hintCode", { code });
  return (
    <SettingsSection title={t("settings.toggle.title")} hint={hint}>
      {query.data.map((toggle) => (
        <ToggleRow key={toggle.id} toggle={toggle} onFlip={(option) => flip(toggle, option)} />
      ))}
    </SettingsSection>
  );
}
