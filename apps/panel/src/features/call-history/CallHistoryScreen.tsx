import { lazy, Suspense, useState } from "react";
import { CallList } from "./CallList.tsx";
import { CallsHead } from "./CallsHead.tsx";
import { rowIdOf } from "./rowId.ts";
import { useCalls } from "./useCalls.ts";
import styles from "./CallHistoryScreen.module.css";

const CallDrawer = lazy(async () => ({ default: (await import("./drawer/CallDrawer.tsx")).CallDrawer }));

/** Calls that have ended, and beside them the one that is open. */
export function CallHistoryScreen() {
  const calls = useCalls();
  const [open, setOpen] = useState<number | null>(null);
  const close = () => {
    setOpen(null);
    // The list was hidden on a narrow screen: it is there with the next drawing.
    setTimeout(() => document.getElementById(rowIdOf(open))?.focus(), 0);
  };
  return (
    <div className={styles.screen}>
      <div className={styles.columns} data-open={open === null ? undefined : ""}>
        <div className={styles.main}>
          <CallsHead calls={calls} />
          <CallList calls={calls} openId={open} onOpen={setOpen} />
        </div>
        {open === null ? null : (
          <Suspense fallback={<aside className={styles.waiting} aria-hidden="true" />}>
            <CallDrawer key={open} id={open} zone={calls.view.zone} onOpen={setOpen} onClose={close} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
