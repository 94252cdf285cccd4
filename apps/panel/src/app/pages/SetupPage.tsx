import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { SetupScreen } from "../../features/first-run/index.ts";
import { OtpSection, PhoneCheck } from "../../features/settings/index.ts";
import { SERVICE_PATHS } from "../../shared/routes.ts";
import { useSnapshot } from "../../shared/store.ts";
import { LANDING } from "../landing.ts";
import { useComposedPanel } from "../panelContext.ts";

/** The signed-in panel without its shell. */
const SetupWorkplace = lazy(async () => ({ default: (await import("./SetupWorkplace.tsx")).SetupWorkplace }));

/** The first run (docs/spec/first-run.md); the secret of its link is behind the `#`. */
export function SetupPage() {
  const panel = useComposedPanel();
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const [secret] = useState(hash);
  useEffect(() => {
    // A used secret is kept in no address and in no history entry.
    if (hash !== "") void navigate({ to: SERVICE_PATHS.setup, hash: "", replace: true });
  }, [hash, navigate]);
  const hasSession = useCallback(() => panel.session.state.get().phase === "signed-in", [panel]);
  const isSignedIn = useSnapshot(panel.session.state).phase === "signed-in";
  return (
    <SetupScreen
      wire={panel.wire}
      api={panel.api}
      hasSession={hasSession}
      storage={panel.storage}
      clock={panel.clock}
      secret={secret}
      onSignIn={(next) =>
        void navigate({ to: SERVICE_PATHS.login, search: next === "setup" ? { redirect: SERVICE_PATHS.setup } : {} })
      }
      onFinished={() => void navigate({ to: "/", replace: true, state: LANDING })}
      parts={{
        isSignedIn,
        copyText: panel.copyText,
        onLocale: (locale) => panel.preferences.set({ locale }),
        signIn: async (account) => (await panel.session.signIn(account)).ok,
        secondFactor: (
          <Suspense fallback={null}>
            <SetupWorkplace>
              <OtpSection />
            </SetupWorkplace>
          </Suspense>
        ),
        testCall: (onGood) => (
          <Suspense fallback={null}>
            <SetupWorkplace>
              <PhoneCheck onGood={onGood} />
            </SetupWorkplace>
          </Suspense>
        ),
      }}
    />
  );
}
