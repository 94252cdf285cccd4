import { TextField } from "@callpanel/ui";
import type { Webphone } from "@callpanel/webphone";
import { useSyncExternalStore } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { PhonePage } from "../parts/PhonePage.tsx";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useDraft } from "../useDraft.ts";
import { stunMessages } from "./stun.messages.ts";
import { isStunList, tidyStunList } from "./stun.model.ts";
import styles from "./StunPage.module.css";

/** SET-16: the STUN servers for this browser's phone. */
export function StunPage() {
  return <PhonePage>{({ phone }) => <StunForm phone={phone} />}</PhonePage>;
}

function StunForm({ phone }: { readonly phone: Webphone }) {
  const t = useWords(stunMessages);
  const { viewer } = usePanel();
  const { stunServers } = useSyncExternalStore(phone.subscribe, phone.getSnapshot);
  const draft = useDraft({
    saved: { servers: stunServers },
    save: async ({ servers }) => phone.setStunServers(tidyStunList(servers)),
  });
  const isValid = isStunList(draft.value.servers);
  const own = (viewer.sip?.ice_servers ?? []).map(({ urls }) => urls).filter((urls) => /^stuns?:/i.test(urls));
  return (
    <SettingsSection title={t("settings.stun.title")} hint={t("settings.stun.hint")}>
      <SettingsForm draft={draft} valid={isValid}>
        <TextField
          label={t("settings.stun.list")}
          hint={t("settings.stun.listHint")}
          error={isValid ? undefined : t("settings.stun.invalid")}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={1_000}
          value={draft.value.servers}
          onChange={({ currentTarget }) => draft.change({ servers: currentTarget.value })}
        />
      </SettingsForm>
      <p className={styles.note}>
        {own.length > 0 ? t("settings.stun.default", { servers: own.join(", ") }) : t("settings.stun.none")}
      </p>
    </SettingsSection>
  );
}
