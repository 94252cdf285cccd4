import { canRead } from "@callpanel/contract";
import { usePanel } from "../../../shared/panel.ts";
import { useSubject } from "../subject.ts";
import { DirectNumbers } from "./DirectNumbers.tsx";
import { LandingSection } from "./LandingSection.tsx";
import { OtpSection } from "./OtpSection.tsx";
import { PhonesSection } from "./PhonesSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { ProfileSection } from "./ProfileSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { SignInLinkSection } from "./SignInLinkSection.tsx";

/** ACCOUNT-44: the person's own account: name, password, first page, numbers, second factor, phones and apps, sign-in links; of a sub-account the first page and the numbers. */
export function AccountPage() {
  const { flags, rights } = usePanel().viewer;
  const { isSelf, sees } = useSubject();
  if (!isSelf)
    return (
      <>
        {sees("user_preferences") ? <LandingSection /> : null}
        {sees("dids") ? <DirectNumbers /> : null}
      </>
    );
  return (
    <>
      <ProfileSection />
      <PasswordSection />
      {flags.userPreferencesRead ? <LandingSection /> : null}
      {flags.otpRead ? <OtpSection /> : null}
      <SessionsSection />
      {flags.softphoneRead ? <PhonesSection /> : null}
      {flags.didsRead ? <DirectNumbers /> : null}
      {canRead(rights, "clearly_anywhere_access") ? <SignInLinkSection /> : null}
    </>
  );
}
