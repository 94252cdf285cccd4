import { Button, IconAlertTriangle, IconWifiOff, Mask, StatePanel } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import { ChatPeople } from "../../shared/chat/ChatPeople.tsx";
import { SERVICE_PATHS } from "../../shared/routes.ts";
import { PanelContext } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { useComposedPanel } from "../panelContext.ts";
import type { StartUp, StartUpStep } from "../startup/startup.store.ts";
import type { Workplace } from "../workplace.ts";
import { SignOutGuard } from "./account/SignOutGuard.tsx";
import { Shell } from "./Shell.tsx";
import { shellMessages } from "./shell.messages.ts";
import styles from "./StartUpGate.module.css";

const EmbeddedShell = lazy(async () => ({ default: (await import("./embedded/EmbeddedShell.tsx")).EmbeddedShell }));

const MASKS = {
  permissions: "shell.mask.permissions",
  user: "shell.mask.user",
  application: "shell.mask.application",
} as const satisfies Record<StartUpStep, keyof typeof shellMessages>;

/** The masks of spec 1 §2, and the shell as soon as there is a viewer. A mounted shell stays mounted under a mask. */
export function StartUpGate({ workplace }: { readonly workplace: Workplace }) {
  const state = useSnapshot(workplace.startUp);
  const { connectivity, embedded } = useComposedPanel();
  const online = useSnapshot(connectivity);
  const { viewer } = state;
  const services = useMemo(() => (viewer ? workplace.servicesFor(viewer) : null), [viewer, workplace]);
  return (
    <>
      {services ? (
        <PanelContext value={services}>
          <ChatPeople>
            {embedded ? (
              <Suspense fallback={null}>
                <EmbeddedShell workplace={workplace} />
              </Suspense>
            ) : (
              <Shell workplace={workplace} />
            )}
          </ChatPeople>
          <SignOutGuard workplace={workplace} />
        </PanelContext>
      ) : null}
      <StartUpMask state={state} online={online} onRetry={workplace.startUp.run} />
    </>
  );
}

interface StartUpMaskProps {
  readonly state: StartUp;
  readonly online: boolean;
  readonly onRetry: () => void;
}

function StartUpMask({ state, online, onRetry }: StartUpMaskProps) {
  const t = useWords(shellMessages);
  const words = useLocaleWords();
  const navigate = useNavigate();
  const over = state.viewer ? "veil" : "page";
  if (!online || state.phase === "waiting")
    return <Mask text={t("shell.mask.offline")} icon={IconWifiOff} over={over} />;
  if (state.phase === "loading") return <Mask text={t(MASKS[state.step])} over={over} />;
  if (state.phase === "ready" || state.viewer) return null;
  return (
    <main className={styles.failed}>
      <StatePanel
        urgent
        heading
        icon={IconAlertTriangle}
        title={t("shell.failedTitle")}
        text={words.say(state.error)}
        action={
          <>
            <Button look="primary" onClick={onRetry}>
              {t("shell.retry")}
            </Button>
            <Button onClick={() => void navigate({ to: SERVICE_PATHS.signOut })}>{t("shell.account.signOut")}</Button>
          </>
        }
      />
    </main>
  );
}
