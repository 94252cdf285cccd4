import { Modal } from "@mantine/core";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import { useState } from "react";
import type { ReactNode } from "react";
import { MantineBase } from "../theme/MantineBase.tsx";
import { useWideTrap } from "./wideTrap.ts";
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
  /** Called after closing, when the dialog is no longer visible. */
  readonly onGone: () => void;
}

/** Mantine's modal in this system's style: a separate chunk, because no page starts with a dialog. */
export function DialogFrame({
  title,
  closeLabel,
  children,
  width = 440,
  persistent,
  onGone,
  ...modal
}: DialogFrameProps) {
  const [content, setContent] = useState<HTMLElement | null>(null);
  useWideTrap(content);
  return (
    <MantineBase>
      <Modal.Root
        {...modal}
        onExitTransitionEnd={onGone}
        centered
        size={width}
        yOffset="calc(5dvh + var(--below-dialogs, 0px))"
        lockScroll={false}
        closeOnEscape={!persistent}
        closeOnClickOutside={!persistent}
        transitionProps={{ transition: "fade", duration: 120 }}
        classNames={{
          inner: styles.inner,
          content: styles.content,
          header: styles.header,
          title: styles.title,
          body: styles.body,
          close: styles.close,
        }}
      >
        <Modal.Overlay color="#0c1924" backgroundOpacity={0.45} />
        <Modal.Content ref={setContent}>
          {/* Mantine's <header> would be a second banner landmark in the page. */}
          <Modal.Header role="none">
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton aria-label={closeLabel} />
          </Modal.Header>
          <Modal.Body>{children}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </MantineBase>
  );
}
