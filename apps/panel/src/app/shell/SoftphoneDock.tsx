import { IconPhoneOff, Spinner, StatePanel } from "@callpanel/ui";
import { useEffect, useRef } from "react";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Workplace } from "../workplace.ts";
import { shellMessages } from "./shell.messages.ts";
import styles from "./SoftphoneDock.module.css";

/** The region `Softphone`. It stays mounted while closed: what is typed, and the calls, stay too. */
export function SoftphoneDock({ workplace: { dock, softphone } }: { readonly workplace: Workplace }) {
  const t = useWords(shellMessages);
  const opened = useSnapshot(dock);
  const slot = useSnapshot(softphone);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    const close = (event: KeyboardEvent) => {
      // Over the page it behaves as a sheet; beside the page Escape has nothing to close.
      if (event.key === "Escape" && !event.defaultPrevented && getComputedStyle(element).position === "fixed")
        dock.close();
    };
    element.addEventListener("keydown", close);
    return () => element.removeEventListener("keydown", close);
  }, [dock]);
  return (
    <section ref={region} id="softphone" className={styles.dock} aria-label={t("shell.softphone")} hidden={!opened}>
      {slot.kind === "ready" ? (
        <slot.softphone.Panel onClose={dock.close} />
      ) : slot.kind === "failed" ? (
        <StatePanel icon={IconPhoneOff} title={t("shell.phone.unavailable")} text={t("shell.phone.unavailableText")} />
      ) : (
        <p className={styles.loading}>
          <Spinner />
          {t("shell.phone.loading")}
        </p>
      )}
    </section>
  );
}

/** The calls in progress at the foot, while the dock is closed. */
export function CallBarSlot({ workplace: { dock, softphone } }: { readonly workplace: Workplace }) {
  const opened = useSnapshot(dock);
  const slot = useSnapshot(softphone);
  if (opened || slot.kind !== "ready") return null;
  return (
    <div className={styles.calls}>
      <slot.softphone.CallBar onOpen={dock.open} />
    </div>
  );
}
