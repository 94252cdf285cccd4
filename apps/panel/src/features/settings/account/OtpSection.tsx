import { canWrite, getOtpConfiguration } from "@callpanel/contract";
import type { OtpConfiguration } from "@callpanel/contract";
import { Button, LoadingBlock } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { rowsKey } from "../rowsKey.ts";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";
import { OtpDialog } from "./OtpDialog.tsx";
import type { OtpTask } from "./OtpDialog.tsx";

const KEY = rowsKey("otp");

/** ACCOUNT-45: the second factor: its state, and the dialogs that change it. */
export function OtpSection() {
  const t = useWords(accountMessages);
  const { api, viewer } = usePanel();
  const client = useQueryClient();
  const [task, setTask] = useState<OtpTask | null>(null);
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(getOtpConfiguration, { signal }) });
  const { data } = query;
  if (data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} fallback="otp.load" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingBlock height={120} />
    );
  return (
    <SettingsSection title={t("settings.otp.title")} hint={t("settings.otp.hint")}>
      <p className={styles.line}>{stateOf(t, data)}</p>
      {data.enabled ? <p className={styles.line}>{t("settings.otp.left", { count: data.backupCodesLeft })}</p> : null}
      {canWrite(viewer.rights, "otp_configurations") ? (
        <div className={styles.actions}>
          {data.enabled ? (
            <>
              <Button onClick={() => setTask("newCodes")}>{t("settings.otp.newCodes")}</Button>
              <Button look="danger" onClick={() => setTask("turnOff")}>
                {t("settings.otp.turnOff")}
              </Button>
            </>
          ) : (
            <Button look="primary" onClick={() => setTask("setUp")}>
              {t("settings.otp.setUp")}
            </Button>
          )}
        </div>
      ) : null}
      {task === null ? null : (
        <OtpDialog
          task={task}
          configuration={data}
          onChange={(next) => client.setQueryData(KEY, { ...next, backupCodes: null, codeSentTo: null })}
          onClose={() => setTask(null)}
        />
      )}
    </SettingsSection>
  );
}

type Say = ReturnType<typeof useWords<typeof accountMessages>>;

function stateOf(t: Say, { enabled, method, phoneNum, email }: OtpConfiguration): string {
  if (!enabled) return t("settings.otp.off");
  if (method === "app") return t("settings.otp.app");
  return method === "sms" ? t("settings.otp.sms", { to: phoneNum }) : t("settings.otp.email", { to: email });
}
