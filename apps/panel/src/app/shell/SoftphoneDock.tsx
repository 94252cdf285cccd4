import { IconPhoneOff, Spinner, StatePanel, useAboveDialogs } from "@callpanel/ui";
import { memo, useEffect, useRef } from "react";
import type { SoftphoneSlot } from "../../shared/phone/softphone.ts";
import { buttonOf } from "../../shared/phone/softphoneButton.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Workplace } from "../workplace.ts";
import { shellMessages } from "./shell.messages.ts";
import styles from "./SoftphoneDock.module.css";

interface WorkplaceProps {
  readonly workplace: Workplace;
}

/** The region `Softphone`. It stays mounted while closed, so that the typed text and the calls are kept. */
export const SoftphoneDock = memo(function SoftphoneDock({ workplace: { dock, softphone } }: WorkplaceProps) {
  const t = useWords(shellMessages);
  const opened = useSnapshot(dock);
  const slot = useSnapshot(softphone);
  const region = useRef<HTMLElement>(null);
  const mark = useAbove(slot, opened ? "dock" : null);
  useEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    const close = (event: KeyboardEvent) => {
      // Over the page it behaves like a sheet; next to the page Escape closes nothing.
      if (event.key === "Escape" && !event.defaultPrevented && getComputedStyle(element).position === "relative")
        dock.close();
    };
    element.addEventListener("keydown", close);
    return () => element.removeEventListener("keydown", close);
  }, [dock]);
  return (
    <section
      {...mark}
      ref={region}
      id="softphone"
      className={styles.dock}
      aria-label={t("shell.softphone")}
      hidden={!opened}
    >
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
});

/** The calls in progress at the foot, while the dock is closed. */
export const CallBarSlot = memo(function CallBarSlot({ workplace: { dock, softphone } }: WorkplaceProps) {
  const opened = useSnapshot(dock);
  const slot = useSnapshot(softphone);
  const hasCalls = useHasCalls(slot);
  const mark = useAbove(slot, !opened && hasCalls ? "bar" : null);
  if (opened || slot.kind !== "ready") return null;
  return (
    <div {...mark} className={styles.calls}>
      <slot.softphone.CallBar onOpen={dock.open} />
    </div>
  );
});

const useHasCalls = (slot: SoftphoneSlot): boolean => useSnapshot(buttonOf(slot)).call !== "idle";

/** SOFT-47: dialogs do not cover a visible phone, and during calls Tab moves into it. */
function useAbove(slot: SoftphoneSlot, drawn: "dock" | "bar" | null) {
  useEffect(() => {
    if (drawn === null) return undefined;
    document.documentElement.dataset["phone"] = drawn;
    return () => {
      delete document.documentElement.dataset["phone"];
    };
  }, [drawn]);
  const hasCalls = useHasCalls(slot);
  return useAboveDialogs(hasCalls && drawn !== null);
}
