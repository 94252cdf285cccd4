import { changeUser, getCurrentUser, isEmailAddress, isPersonName } from "@callpanel/contract";
import type { CurrentUser } from "@callpanel/contract";
import { Avatar, IconPencil, LoadingBlock, PasswordField, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { OWN_PICTURE } from "../../../shared/ownPicture.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { fullNameOf } from "../../../shared/viewer.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsForm } from "../parts/SettingsForm.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { rowsKey } from "../rowsKey.ts";
import { useDraft } from "../useDraft.ts";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";

const KEY = rowsKey("profile");

/** Name and address. A new address requires the password, because codes are sent there. */
export function ProfileSection() {
  const t = useWords(accountMessages);
  const { api } = usePanel();
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(getCurrentUser, { signal }) });
  return (
    <SettingsSection title={t("settings.account.profile")} hint={t("settings.account.profileHint")}>
      <Picture />
      {data === undefined ? <LoadingBlock height={180} /> : <ProfileForm user={data} />}
    </SettingsSection>
  );
}

/** PICTURE-15: the picture that others see, with its pencil. */
function Picture() {
  const t = useWords(accountMessages);
  const { user } = usePanel().viewer;
  const picture = useService(OWN_PICTURE);
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={t("settings.account.picture")}
      data-tip={t("settings.account.picture")}
      onClick={picture.open}
    >
      <Avatar name={fullNameOf(user)} src={user.pictureProfileUrl} size={72} />
      <span className={styles.pencil}>
        <IconPencil size={15} stroke={2} aria-hidden />
      </span>
    </button>
  );
}

interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

function ProfileForm({ user }: { readonly user: CurrentUser }) {
  const t = useWords(accountMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const saved: Profile = { firstName: user.firstName, lastName: user.lastName, email: user.email, password: "" };
  const draft = useDraft<Profile>({
    saved,
    save: async ({ firstName, lastName, email, password }) => {
      const body = {
        first_name: firstName,
        last_name: lastName,
        ...(email === user.email ? {} : { email: email.trim(), current_password: password }),
      };
      const {
        firstName: first,
        lastName: last,
        email: address,
      } = await api.call(changeUser, {
        params: { id: user.id },
        body,
      });
      client.setQueryData(KEY, { ...user, firstName: first, lastName: last, email: address });
    },
  });
  const { value, change } = draft;
  const address = value.email.trim();
  const newAddress = value.email !== user.email;
  const faults = {
    firstName: isPersonName(value.firstName) ? undefined : t("settings.account.nameFault"),
    lastName: isPersonName(value.lastName) ? undefined : t("settings.account.nameFault"),
    email: address === "" || isEmailAddress(address) ? undefined : t("settings.account.emailFault"),
  };
  const valid = Object.values(faults).every((fault) => fault === undefined) && !(newAddress && value.password === "");
  return (
    <SettingsForm draft={draft} valid={valid}>
      <TextField
        label={t("settings.account.firstName")}
        autoComplete="given-name"
        value={value.firstName}
        error={faults.firstName}
        onChange={({ currentTarget }) => change({ firstName: currentTarget.value })}
      />
      <TextField
        label={t("settings.account.lastName")}
        autoComplete="family-name"
        value={value.lastName}
        error={faults.lastName}
        onChange={({ currentTarget }) => change({ lastName: currentTarget.value })}
      />
      <TextField
        label={t("settings.account.email")}
        hint={t("settings.account.emailHint")}
        type="email"
        autoComplete="email"
        value={value.email}
        error={faults.email}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
      />
      {newAddress ? (
        <PasswordField
          label={t("settings.account.current")}
          hint={t("settings.account.currentHint")}
          autoComplete="current-password"
          showLabel={t("settings.account.show")}
          hideLabel={t("settings.account.hide")}
          value={value.password}
          onChange={({ currentTarget }) => change({ password: currentTarget.value })}
        />
      ) : null}
    </SettingsForm>
  );
}
