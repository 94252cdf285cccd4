import { getMoreInfoLink, getSignInLink, regenerateSignInLink, sendSignInLink } from "@callpanel/contract";
import type { SignInLink } from "@callpanel/contract";
import { Button, ConfirmDialog, IconCopy, TextField } from "@callpanel/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useShowFailure } from "../rows.ts";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";

/** Sign-in by link (docs/spec/provisioning.md): show a link, send it by e-mail, end all links together. */
export function SignInLinkSection() {
  const t = useWords(accountMessages);
  const { api, notices } = usePanel();
  const { locale } = useLocaleWords();
  const showFailure = useShowFailure();
  const [asking, setAsking] = useState(false);
  const [link, setLink] = useState<SignInLink | null>(null);
  const more = useQuery({ queryKey: ["more-info"], queryFn: ({ signal }) => api.call(getMoreInfoLink, { signal }) });
  const noLink = (error: unknown) => showFailure(error, "anywhere.link");
  const show = useMutation({
    mutationFn: () => api.call(getSignInLink, {}),
    onSuccess: setLink,
    onError: noLink,
  });
  const send = useMutation({
    mutationFn: () => api.call(sendSignInLink, { body: { locale } }),
    onSuccess: ({ email }) => notices.success(t("settings.link.sent", { email })),
    onError: (error) => showFailure(error, "anywhere.email"),
  });
  const renew = useMutation({
    mutationFn: () => api.call(regenerateSignInLink, {}),
    onSuccess: (next) => {
      setLink(next);
      notices.success(t("settings.link.regenerated"));
    },
    onError: noLink,
  });
  const moreUrl = more.data?.url ?? null;
  return (
    <SettingsSection title={t("settings.link.title")} hint={t("settings.link.hint")}>
      {link === null ? null : <ShownLink link={link} />}
      <div className={styles.actions}>
        {link === null ? (
          <Button busy={show.isPending} onClick={() => show.mutate()}>
            {t("settings.link.show")}
          </Button>
        ) : null}
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          {t("settings.link.send")}
        </Button>
        <Button look="danger" busy={renew.isPending} onClick={() => setAsking(true)}>
          {t("settings.link.regenerate")}
        </Button>
      </div>
      {moreUrl === null ? null : (
        <a href={moreUrl} target="_blank" rel="noreferrer">
          {t("settings.link.more")}
        </a>
      )}
      {asking ? (
        <ConfirmDialog
          opened
          title={t("settings.link.regenerateTitle")}
          text={t("settings.link.regenerateText")}
          confirmLabel={t("settings.link.regenerate")}
          cancelLabel={t("settings.otp.cancel")}
          closeLabel={t("settings.otp.cancel")}
          onConfirm={() => {
            setAsking(false);
            renew.mutate();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </SettingsSection>
  );
}

function ShownLink({ link: { link, qr_svg, expires_at } }: { readonly link: SignInLink }) {
  const t = useWords(accountMessages);
  const { locale } = useLocaleWords();
  const { copyText, notices } = usePanel();
  const copy = () =>
    void copyText(link).then(
      () => notices.success(t("settings.link.copied")),
      () => notices.error(t("settings.link.copyFailed")),
    );
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(expires_at);
  return (
    <>
      <img className={styles.qr} src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`} alt={t("settings.link.qr")} />
      <TextField label={t("settings.link.address")} hint={t("settings.link.until", { time })} readOnly value={link} />
      <div>
        <Button icon={IconCopy} onClick={copy}>
          {t("settings.link.copy")}
        </Button>
      </div>
    </>
  );
}
