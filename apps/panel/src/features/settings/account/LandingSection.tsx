import { canWrite, changePreferences, getPreferences, LANDING_PAGES } from "@callpanel/contract";
import type { LandingPage } from "@callpanel/contract";
import { SelectField } from "@callpanel/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { menuMessages } from "../../../shared/menu.messages.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useShowFailure } from "../rows.ts";
import { rowsKey } from "../rowsKey.ts";
import { accountMessages } from "./account.messages.ts";
import { useSubject } from "../subject.ts";
import { LANDING_NAMES, openLandings } from "./landingNames.ts";

/** The page one is on after signing in. */
export function LandingSection() {
  const t = useWords(accountMessages);
  const menu = useWords(menuMessages);
  const { api, viewer, notices } = usePanel();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const { userId, isSelf, mayChange } = useSubject();
  const params = { id: userId };
  const key = isSelf ? rowsKey("preferences") : [...rowsKey("preferences"), userId];
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => api.call(getPreferences, { params, signal }) });
  const { mutate, isPending } = useMutation({
    mutationFn: (page: LandingPage) =>
      api.call(changePreferences, { params, body: { clearly_anywhere_landing_page: page } }),
    onSuccess: (stored) => {
      client.setQueryData(key, stored);
      notices.success(t("settings.account.landingSaved"));
      return client.invalidateQueries({ queryKey: ["landing"] });
    },
    onError: (error) => showFailure(error, "settings.saveFail"),
  });
  // Which pages a sub-account may see is not known here: theirs is the first of these that they may (ROUTE-8).
  const choices = isSelf ? openLandings(viewer.flags) : LANDING_PAGES;
  const [first] = choices;
  if (data === undefined || first === undefined) return null;
  const stored = data.clearly_anywhere_landing_page;
  // A page that is no longer permitted counts as the first permitted page (ROUTE-8).
  const shown = choices.includes(stored) ? stored : first;
  return (
    <SettingsSection title={t("settings.account.landing")} hint={t("settings.account.landingHint")}>
      <SelectField
        label={t("settings.account.landing")}
        silentLabel
        choices={choices.map((value) => ({ value, label: menu(LANDING_NAMES[value]) }))}
        value={shown}
        disabled={isPending || !(isSelf ? canWrite(viewer.rights, "user_preferences") : mayChange("user_preferences"))}
        onChange={(page) => mutate(page)}
      />
    </SettingsSection>
  );
}
