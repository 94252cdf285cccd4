import { changeOtpConfiguration, isEmailAddress, isOtpPhone } from "@callpanel/contract";
import type { ChangeOtp, OtpConfiguration, OtpMethod } from "@callpanel/contract";
import { Button, Dialog, TextField } from "@callpanel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { ErrorLine } from "../parts/ErrorLine.tsx";
import { RadioList } from "../parts/RadioList.tsx";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";
import { BackupCodes } from "./BackupCodes.tsx";

export type OtpTask = "setUp" | "turnOff" | "newCodes";

export interface OtpDialogProps {
  readonly task: OtpTask;
  readonly configuration: OtpConfiguration;
  readonly onChange: (next: OtpConfiguration) => void;
  readonly onClose: () => void;
}

const TITLES = {
  setUp: "settings.otp.setUpTitle",
  turnOff: "settings.otp.turnOffTitle",
  newCodes: "settings.otp.newCodes",
} as const;
const SUBMITS = {
  setUp: "settings.otp.turnOn",
  turnOff: "settings.otp.turnOff",
  newCodes: "settings.otp.newCodes",
} as const;

/** Every change is confirmed by a code; new back-up codes are shown before the dialog closes. */
export function OtpDialog({ task, configuration, onChange, onClose }: OtpDialogProps) {
  const t = useWords(accountMessages);
  const words = useLocaleWords();
  const { api, notices } = usePanel();
  const [method, setMethod] = useState<OtpMethod>(task === "setUp" ? "app" : configuration.method);
  const [places, setPlaces] = useState({ phone: configuration.phoneNum, email: configuration.email });
  const [code, setCode] = useState("");
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: (proof: Pick<ChangeOtp, "code">) =>
      api.call(changeOtpConfiguration, { body: { ...wanted(task, method, places), ...proof } }),
    onSuccess: (next) => {
      if (next.codeSentTo !== null) return;
      onChange(next);
      if (task === "turnOff") {
        notices.success(t("settings.otp.turnedOff"));
        onClose();
      } else if (task === "setUp") notices.success(t("settings.otp.turnedOn"));
    },
  });
  const choose = (next: OtpMethod) => {
    setMethod(next);
    setCode("");
    reset();
  };
  const codes = data?.backupCodes ?? null;
  const sentTo = data?.codeSentTo ?? null;
  const asksCode = method === "app" || sentTo !== null || task !== "setUp";
  const reachable = method === "sms" ? isOtpPhone(places.phone) : isEmailAddress(places.email);
  return (
    <Dialog
      opened
      // The codes are shown once.
      persistent={codes === null ? "form" : true}
      title={codes === null ? t(TITLES[task]) : t("settings.otp.codesTitle")}
      closeLabel={t("settings.otp.cancel")}
      onClose={onClose}
    >
      {codes === null ? (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isPending) mutate(asksCode && code.trim() !== "" ? { code: code.trim() } : {});
          }}
        >
          {task === "setUp" ? (
            <SetUpFields
              configuration={configuration}
              method={method}
              places={places}
              onMethod={choose}
              onPlaces={(next) => {
                setPlaces(next);
                reset();
              }}
            />
          ) : null}
          {sentTo === null ? null : <output>{t("settings.otp.sentTo", { to: sentTo })}</output>}
          {asksCode ? (
            <TextField
              label={t("settings.otp.code")}
              hint={task === "setUp" ? undefined : t("settings.otp.codeHint")}
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={32}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          ) : null}
          {error ? <ErrorLine text={words.say(sayError(error, "otp.update"))} /> : null}
          <div className={styles.actions}>
            {method !== "app" && (task !== "setUp" || sentTo !== null) ? (
              <Button disabled={isPending} onClick={() => mutate({})}>
                {t("settings.otp.sendCode")}
              </Button>
            ) : null}
            <Button
              type="submit"
              look={task === "turnOff" ? "danger" : "primary"}
              busy={isPending}
              disabled={asksCode ? code.trim() === "" : !reachable}
            >
              {t(asksCode ? SUBMITS[task] : "settings.otp.sendCode")}
            </Button>
          </div>
        </form>
      ) : (
        <BackupCodes codes={codes} onDone={onClose} />
      )}
    </Dialog>
  );
}

interface Places {
  readonly phone: string;
  readonly email: string;
}

function SetUpFields(props: {
  readonly configuration: OtpConfiguration;
  readonly method: OtpMethod;
  readonly places: Places;
  readonly onMethod: (method: OtpMethod) => void;
  readonly onPlaces: (places: Places) => void;
}) {
  const t = useWords(accountMessages);
  const { configuration, method, places, onMethod, onPlaces } = props;
  const choices = [
    { value: "app", label: t("settings.otp.byApp") },
    ...(configuration.smsAvailable ? [{ value: "sms", label: t("settings.otp.bySms") } as const] : []),
    { value: "email", label: t("settings.otp.byEmail") },
  ] as const;
  return (
    <>
      <RadioList label={t("settings.otp.method")} choices={choices} value={method} onChange={onMethod} />
      {method === "app" ? <AppSetUp configuration={configuration} /> : null}
      {method === "sms" ? (
        <TextField
          label={t("settings.otp.phone")}
          hint={t("settings.otp.phoneHint")}
          type="tel"
          autoComplete="tel"
          value={places.phone}
          onChange={({ currentTarget }) => onPlaces({ ...places, phone: currentTarget.value.replace(/[\s().-]/g, "") })}
        />
      ) : null}
      {method === "email" ? (
        <TextField
          label={t("settings.account.email")}
          type="email"
          autoComplete="email"
          value={places.email}
          onChange={({ currentTarget }) => onPlaces({ ...places, email: currentTarget.value.trim() })}
        />
      ) : null}
    </>
  );
}

function AppSetUp({ configuration }: { readonly configuration: OtpConfiguration }) {
  const t = useWords(accountMessages);
  const { qr_svg, secret } = configuration;
  if (qr_svg === null || secret === null) return null;
  return (
    <>
      <p className={styles.line}>{t("settings.otp.scan")}</p>
      <img className={styles.qr} src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`} alt={t("settings.otp.qr")} />
      <p className={styles.line}>
        {t("settings.otp.key")} <code className={styles.key}>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
      </p>
    </>
  );
}

function wanted(task: OtpTask, method: OtpMethod, places: Places): ChangeOtp {
  switch (task) {
    case "turnOff":
      return { enabled: false };
    case "newCodes":
      return { enabled: true, newBackupCodes: true };
    case "setUp":
      return {
        enabled: true,
        method,
        ...(method === "sms" ? { phoneNum: places.phone } : {}),
        ...(method === "email" ? { email: places.email } : {}),
      };
  }
}
