import {
  Button,
  Dialog,
  IconBellOff,
  IconMapPin,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconTransfer,
} from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ReactNode } from "react";
import { usePanel, useService } from "../../shared/panel.ts";
import { isLostForward } from "../../shared/phone/isLostForward.ts";
import { REACHABILITY } from "../../shared/phone/reachability.ts";
import type { ReachReason } from "../../shared/phone/reachability.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { useDoNotDisturbSwitch, useForwardSwitch } from "../settings/index.ts";
import { reachabilityMessages } from "./reachability.messages.ts";
import { useDestinationName } from "./useDestinationName.ts";
import styles from "./NotReachable.module.css";

/** AVAIL-2, AVAIL-3: why calls do not arrive, each reason with its fix; or, before the first call, the microphone request. */
export function NotReachable() {
  const t = useWords(reachabilityMessages);
  const { reasons, asksMicrophone } = useSnapshot(useService(REACHABILITY));
  const [isPutOff, putOff] = useState(false);
  if (reasons.length > 0)
    return (
      <section className={styles.strip} aria-label={t("reach.region")}>
        {reasons.map((reason) => (
          <Reason key={reason.kind} reason={reason} />
        ))}
      </section>
    );
  if (!asksMicrophone || isPutOff) return null;
  return (
    <section className={styles.strip} data-look="ask" aria-label={t("reach.first")}>
      <Line icon={IconMicrophone} text={t("reach.askMicrophone")}>
        <AllowMicrophone />
        <Button onClick={() => putOff(true)}>{t("reach.notNow")}</Button>
      </Line>
    </section>
  );
}

interface LineProps {
  readonly icon: Icon;
  readonly text: string;
  readonly children?: ReactNode;
}

function Line({ icon: Shape, text, children }: LineProps) {
  return (
    <div className={styles.line}>
      <Shape size={18} stroke={1.75} aria-hidden />
      <span className={styles.text} aria-live="polite">
        {text}
      </span>
      <span className={styles.buttons}>{children}</span>
    </div>
  );
}

function Reason({ reason }: { readonly reason: ReachReason }) {
  const t = useWords(reachabilityMessages);
  const { softphone } = usePanel();
  const navigate = useNavigate();
  switch (reason.kind) {
    case "notConnected":
      return (
        <Line icon={IconPhoneOff} text={t("reach.notConnected")}>
          <Button
            onClick={() => {
              const slot = softphone.get();
              if (slot.kind === "ready") slot.softphone.phone.probe();
            }}
          >
            {t("reach.reconnect")}
          </Button>
        </Line>
      );
    case "phoneFailed":
      return (
        <Line icon={IconPhoneOff} text={t("reach.phoneFailed")}>
          <Button onClick={() => window.location.reload()}>{t("reach.reload")}</Button>
        </Line>
      );
    case "microphoneBlocked":
      return (
        <Line icon={IconMicrophoneOff} text={t("reach.microphoneBlocked")}>
          <AllowMicrophone />
        </Line>
      );
    case "doNotDisturb":
      return (
        <Line icon={IconBellOff} text={t("reach.doNotDisturb")}>
          {reason.mayChange ? <DoNotDisturbOff /> : null}
        </Line>
      );
    case "forward":
      return <Forwarded {...reason} />;
    case "noLocation":
      return (
        <Line icon={IconMapPin} text={t("reach.noLocation")}>
          <Button onClick={() => void navigate({ to: "/settings/emergency" })}>{t("reach.setLocation")}</Button>
        </Line>
      );
  }
}

function DoNotDisturbOff() {
  const t = useWords(reachabilityMessages);
  const { user } = usePanel().viewer;
  const { own, turn } = useDoNotDisturbSwitch(user.id);
  return own === undefined ? null : <Button onClick={() => turn(own, false)}>{t("reach.turnOff")}</Button>;
}

function Forwarded({ number, mayChange }: { readonly number: string; readonly mayChange: boolean }) {
  const t = useWords(reachabilityMessages);
  const { viewer } = usePanel();
  const { own, turn } = useForwardSwitch(viewer.user.id);
  const to = useDestinationName(number);
  return (
    <Line icon={IconTransfer} text={t(isLostForward(number, viewer) ? "reach.forwardLost" : "reach.forward", { to })}>
      {mayChange && own !== undefined ? <Button onClick={() => turn(own, false)}>{t("reach.turnOff")}</Button> : null}
    </Line>
  );
}

/** Makes the browser ask, if it still can; after a refusal, only the person can change it in the browser. */
function AllowMicrophone() {
  const t = useWords(reachabilityMessages);
  const { softphone } = usePanel();
  const [isExplained, explain] = useState(false);
  const ask = async () => {
    const slot = softphone.get();
    if (slot.kind === "ready" && (await slot.softphone.microphone.ask()) === "denied") explain(true);
  };
  return (
    <>
      <Button onClick={() => void ask()}>{t("reach.allowMicrophone")}</Button>
      <Dialog
        opened={isExplained}
        onClose={() => explain(false)}
        title={t("reach.how.title")}
        closeLabel={t("reach.how.close")}
        width={420}
      >
        <p className={styles.how}>{t("reach.how.text")}</p>
        <ol className={styles.steps}>
          <li>{t("reach.how.address")}</li>
          <li>{t("reach.how.allow")}</li>
          <li>{t("reach.how.again")}</li>
        </ol>
      </Dialog>
    </>
  );
}
