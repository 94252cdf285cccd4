import { Modal } from "@mantine/core";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import type { ReactNode } from "react";
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

export interface DialogFrameProps extends DialogProps {
  /** It was open, and nothing of it is to be seen any more. */
  readonly onGone: () => void;
}

/** Mantine's modal in this system's clothes: a chunk of its own, since no page begins with a dialog. */
export function DialogFrame({
  title,
  closeLabel,
  children,
  width = 440,
  persistent,
  onGone,
  ...modal
}: DialogFrameProps) {
  return (
    <Modal
      {...modal}
      onExitTransitionEnd={onGone}
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
