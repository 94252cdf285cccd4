import { Suspense, useCallback, useEffect, useState } from "react";
import { Button } from "../parts/Button.tsx";
import type { DialogProps } from "./DialogFrame.tsx";
import { useDialogCount } from "./aboveDialogs.ts";
import { lazyPart } from "./lazyPart.tsx";
import styles from "./Dialog.module.css";

const Frame = lazyPart(async () => (await import("./DialogFrame.tsx")).DialogFrame);

/** Loads the code of dialogs, so that the first one opens without a delay. */
export const preloadDialogs = Frame.preload;

/** A modal dialog named by its title. The focus moves in, stays in and returns. */
export function Dialog(props: DialogProps) {
  const { opened } = props;
  // After it was open it stays mounted, for the closing animation.
  const [asked, setAsked] = useState(opened);
  if (opened && !asked) setAsked(true);
  useDialogCount(opened);
  const returnFocus = useFocusReturn(opened);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <Frame.Part {...props} onGone={returnFocus} />
    </Suspense>
  );
}

/** Mantine returns the focus when `opened` changes; this does it for a dialog that is mounted open or unmounted while open. */
function useFocusReturn(opened: boolean): () => void {
  const [before, setBefore] = useState<Element | null>(null);
  const [was, setWas] = useState(false);
  if (opened !== was) {
    setWas(opened);
    if (opened) setBefore(focusedButton());
  }
  const returnFocus = useCallback(() => {
    if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
  }, [before]);
  useEffect(() => returnFocus, [returnFocus]);
  return returnFocus;
}

/** What has the focus; where that is the item of a menu, which closes, the button of the menu. */
function focusedButton(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : activeElement;
}

export interface ConfirmDialogProps extends Omit<DialogProps, "children" | "persistent"> {
  readonly text: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
}

/** Asks before an action that cannot be undone; Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { text, confirmLabel, cancelLabel, danger, busy, onConfirm, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <p className={styles.text}>{text}</p>
      <div className={styles.buttons}>
        <Button data-autofocus onClick={dialog.onClose}>
          {cancelLabel}
        </Button>
        <Button look={danger ? "danger" : "primary"} busy={busy ?? false} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
