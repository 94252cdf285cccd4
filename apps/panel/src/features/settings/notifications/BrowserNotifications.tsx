import { Button } from "@callpanel/ui";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { notificationsMessages } from "./notifications.messages.ts";

const TEST_MS = 3_000;

type Allowed = NotificationPermission | "missing";
const allowed = (): Allowed => ("Notification" in window ? Notification.permission : "missing");

/** ACCOUNT-40: whether the browser lets the panel show notifications, and a test. `timeoutMs`: how long the test stays. */
export function BrowserNotifications({ timeoutMs = TEST_MS }: { readonly timeoutMs?: number }) {
  const t = useWords(notificationsMessages);
  const { clock } = usePanel();
  const [state, setState] = useState<Allowed>(allowed);
  const ask = () => void Notification.requestPermission().then(() => setState(allowed()));
  const show = () => {
    const note = new Notification(t("settings.notify.testTitle"), { body: t("settings.notify.testBody"), tag: "test" });
    clock.setTimeout(() => note.close(), timeoutMs);
  };
  return (
    <SettingsSection title={t("settings.notify.browser")}>
      <output>{t(`settings.notify.${state}`)}</output>
      {state === "default" ? (
        <div>
          <Button onClick={ask}>{t("settings.notify.ask")}</Button>
        </div>
      ) : null}
      {state === "granted" ? (
        <div>
          <Button onClick={show}>{t("settings.notify.test")}</Button>
        </div>
      ) : null}
    </SettingsSection>
  );
}
