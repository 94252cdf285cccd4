import { canRead } from "@callpanel/contract";
import { Button, Dialog, IconArrowsMove, IconCommand, IconKeyboard, Spinner } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { BrowserNotifications, PhoneCheck, PhoneSound } from "../settings/index.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import type { Viewer } from "../../shared/viewer.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { WELCOME } from "../../shared/welcome.ts";
import { welcomeMessages } from "./welcome.messages.ts";
import styles from "./WelcomeDialog.module.css";

const WIDTH_PX = 560;
const STEPS = ["sound", "notifications", "check", "location", "greeting", "tips"] as const;
type Step = (typeof STEPS)[number];

/** WELCOME-2: a person is led only through what they may use. */
const stepsOf = ({ flags, rights }: Viewer): readonly Step[] =>
  STEPS.filter((step) => {
    if (step === "location") return flags.emergencyRead;
    if (step === "greeting") return flags.vmailsRead && canRead(rights, "voicemail_boxes");
    return step !== "notifications" || "Notification" in window;
  });

/** WELCOME-2: one step after the other; each can be left out. */
export function WelcomeDialog() {
  const t = useWords(welcomeMessages);
  const { viewer } = usePanel();
  const desk = useService(WELCOME);
  const [steps] = useState(() => stepsOf(viewer));
  const [at, setAt] = useState(0);
  const step = steps[at] ?? "tips";
  const isLast = at >= steps.length - 1;
  return (
    <Dialog opened onClose={desk.finish} title={t("welcome.title")} closeLabel={t("welcome.close")} width={WIDTH_PX}>
      <div className={styles.walk}>
        <header className={styles.head} aria-live="polite">
          <p className={styles.count}>{t("welcome.step", { at: at + 1, count: steps.length })}</p>
          <h3 className={styles.title}>{t(`welcome.${step}`)}</h3>
        </header>
        <div className={styles.body}>
          <Suspense fallback={<Spinner />}>
            <Body step={step} />
          </Suspense>
        </div>
        <div className={styles.buttons}>
          {at === 0 ? null : <Button onClick={() => setAt(at - 1)}>{t("welcome.back")}</Button>}
          <span className={styles.gap} />
          <Button look="primary" onClick={isLast ? desk.finish : () => setAt(at + 1)}>
            {t(isLast ? "welcome.done" : "welcome.next")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Body({ step }: { readonly step: Step }) {
  const t = useWords(welcomeMessages);
  switch (step) {
    case "sound":
      return (
        <Part text={t("welcome.sound.text")}>
          <PhoneSound />
        </Part>
      );
    case "notifications":
      return (
        <Part text={t("welcome.notifications.text")}>
          <BrowserNotifications />
        </Part>
      );
    case "check":
      return (
        <Part text={t("welcome.check.text")}>
          <PhoneCheck onGood={nothing} />
        </Part>
      );
    case "location":
      return (
        <Part text={t("welcome.location.text")}>
          <Elsewhere to="/settings/emergency" word={t("welcome.location.open")} />
        </Part>
      );
    case "greeting":
      return (
        <Part text={t("welcome.greeting.text")}>
          <Elsewhere to="/voicemails" word={t("welcome.greeting.open")} />
          <p className={styles.dim}>{t("welcome.greeting.where")}</p>
        </Part>
      );
    case "tips":
      return (
        <ul className={styles.tips}>
          <Tip icon={IconCommand} text={t("welcome.tips.palette")} />
          <Tip icon={IconArrowsMove} text={t("welcome.tips.drag")} />
          <Tip icon={IconKeyboard} text={t("welcome.tips.keys")} />
        </ul>
      );
  }
}

const nothing = () => undefined;

function Part({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <>
      <p className={styles.text}>{text}</p>
      {children}
    </>
  );
}

/** Its page is another one: the walk goes out of the way, and stays offered. */
function Elsewhere({ to, word }: { readonly to: string; readonly word: string }) {
  const desk = useService(WELCOME);
  const navigate = useNavigate();
  return (
    <div>
      <Button
        onClick={() => {
          desk.hide();
          void navigate({ to });
        }}
      >
        {word}
      </Button>
    </div>
  );
}

function Tip({ icon: Shape, text }: { readonly icon: Icon; readonly text: string }) {
  return (
    <li className={styles.tip}>
      <Shape size={22} stroke={1.6} aria-hidden />
      <span>{text}</span>
    </li>
  );
}
