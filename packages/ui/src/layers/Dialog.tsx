import { Suspense } from "react";
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
  useDialogCount(opened);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <Frame.Part {...props} />
    </Suspense>
  );
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
