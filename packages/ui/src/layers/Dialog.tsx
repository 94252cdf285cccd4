import { Modal } from "@mantine/core";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../parts/Button.tsx";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import styles from "./Dialog.module.css";

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
  /** Pixels; full width below 600 px. */
  readonly width?: number;
  /** Does not close on Escape or a click outside: forms whose text must not be lost. */
  readonly persistent?: boolean;
}

/** A modal dialog named by its title. Focus goes in, stays in and returns. */
export function Dialog({ opened, onClose, title, closeLabel, children, width = 440, persistent }: DialogProps) {
  useFocusReturn(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size={width}
      lockScroll={false}
      closeOnEscape={!persistent}
      closeOnClickOutside={!persistent}
      closeButtonProps={{ "aria-label": closeLabel }}
      overlayProps={{ color: "#0c1924", backgroundOpacity: 0.45 }}
      transitionProps={{ transition: "fade", duration: 120 }}
      classNames={{
        content: styles.content,
        header: styles.header,
        title: styles.title,
        body: styles.body,
        close: styles.close,
      }}
    >
      {children}
    </Modal>
  );
}

/** Mantine brings the focus back when `opened` changes; a dialog that is drawn open and goes as a whole is left to us. */
function useFocusReturn(opened: boolean): void {
  const [before] = useState(() => (opened ? document.activeElement : null));
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    },
    [before],
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

/** Asks before something that cannot be undone; Cancel has the focus. */
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
