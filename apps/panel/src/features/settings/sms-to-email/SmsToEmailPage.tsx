import {
  changeSmsToEmail,
  isEmailAddress,
  listSmsDids,
  listSmsToEmail,
  SMS_TO_EMAIL_MAX_ADDRESSES,
} from "@callpanel/contract";
import type { SmsDid, SmsToEmail } from "@callpanel/contract";
import { IconMessage, LoadingBlock, StatePanel, Switch, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { canWrite } from "@callpanel/contract";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useTextCarrier } from "../../../shared/live/useTexting.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { rowsKey } from "../rowsKey.ts";
import { useDraft } from "../useDraft.ts";
import styles from "./SmsToEmailPage.module.css";
import { smsToEmailMessages } from "./smsToEmail.messages.ts";

const KEY = rowsKey("sms_to_email");

/** ACCOUNT-43: the mail addresses for text messages to the person's numbers. */
export function SmsToEmailPage() {
  const t = useWords(smsToEmailMessages);
  const { api } = usePanel();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const [dids, rows] = await Promise.all([api.call(listSmsDids, { signal }), api.call(listSmsToEmail, { signal })]);
      return { dids: dids.data, rows: rows.data };
    },
  });
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} fallback="settings.users" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingBlock height={200} />
    );
  const { dids, rows } = query.data;
  if (dids.length === 0)
    return <StatePanel icon={IconMessage} title={t("settings.sms.none")} text={t("settings.sms.noneText")} />;
  return <SmsForm dids={dids} rows={rows} />;
}

/** One line of the form: the addresses as typed. */
interface Line {
  readonly enabled: boolean;
  readonly emails: string;
}
type Lines = Readonly<Record<number, Line>>;

function SmsForm({ dids, rows }: { readonly dids: readonly SmsDid[]; readonly rows: readonly SmsToEmail[] }) {
  const t = useWords(smsToEmailMessages);
  const { api, viewer } = usePanel();
  const write = useNumberText(viewer);
  const carrier = useTextCarrier();
  const client = useQueryClient();
  const mayWrite = canWrite(viewer.rights, "dids");
  const saved: Lines = Object.fromEntries(
    rows.map(({ did_id, enabled, emails }) => [did_id, { enabled, emails: emails.join(", ") }]),
  );
  const draft = useDraft<Lines>({
    saved,
    save: async (lines) => {
      const sms_to_emails = Object.entries(lines).map(([id, { enabled, emails }]) => ({
        did_id: Number(id),
        enabled,
        emails: [...addressesOf(emails)],
      }));
      const { data } = await api.call(changeSmsToEmail, { body: { sms_to_emails } });
      client.setQueryData(KEY, { dids, rows: data });
    },
  });
  const faultOf = ({ enabled, emails }: Line): string | undefined => {
    const addresses = addressesOf(emails);
    const wrong = addresses.find((one) => !isEmailAddress(one));
    if (wrong !== undefined) return t("settings.sms.invalid", { address: wrong });
    if (addresses.length > SMS_TO_EMAIL_MAX_ADDRESSES)
      return t("settings.sms.tooMany", { limit: SMS_TO_EMAIL_MAX_ADDRESSES });
    return enabled && addresses.length === 0 ? t("settings.sms.missing") : undefined;
  };
  const hint = `${t("settings.sms.hint")}${carrier === "none" ? ` ${t("settings.sms.later")}` : ""}`;
  const lines = dids.map((did) => ({ did, line: draft.value[did.id] ?? { enabled: false, emails: "" } }));
  return (
    <SettingsSection title={t("settings.sms.title")} hint={hint}>
      <SettingsForm draft={draft} valid={lines.every(({ line }) => faultOf(line) === undefined)}>
        {lines.map(({ did: { id, number, name }, line }) => (
          <div key={id} className={styles.did}>
            <Switch
              label={t("settings.sms.on", { number: write(number) })}
              hint={name}
              checked={line.enabled}
              disabled={!mayWrite}
              onChange={(enabled) => draft.change({ [id]: { ...line, enabled } })}
            />
            <TextField
              label={t("settings.sms.emails", { number: write(number) })}
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
              value={line.emails}
              disabled={!mayWrite}
              error={draft.changed ? faultOf(line) : undefined}
              onChange={({ currentTarget }) => draft.change({ [id]: { ...line, emails: currentTarget.value } })}
            />
          </div>
        ))}
      </SettingsForm>
    </SettingsSection>
  );
}

const addressesOf = (typed: string): readonly string[] =>
  typed
    .split(/[,;\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
