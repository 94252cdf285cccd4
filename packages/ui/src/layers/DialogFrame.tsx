import { Modal } from "@mantine/core";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../parts/Button.tsx";
import { MantineBase } from "../theme/MantineBase.tsx";
import { DiscardWordsContext } from "./discardWords.ts";
import type { DiscardWords } from "./discardWords.ts";
import { isTopDialog, useHeldFocus } from "./heldFocus.ts";
import styles from "./Dialog.module.css";

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
  /** Pixels; full width below 600 px. */
  readonly width?: number;
  /**
   * Does not close by a click outside, because something would be lost. Escape does nothing (`true`: secrets that are shown
   * once, work in progress); or asks if something was changed (`form`); or calls `onClose`, which asks itself (`asks`).
   */
  readonly persistent?: boolean | "form" | "asks";
}

/** Mantine's modal in this system's style: a separate chunk, because no page starts with a dialog. */
export function DialogFrame({ title, closeLabel, children, width = 440, persistent, ...modal }: DialogProps) {
  const [content, setContent] = useState<HTMLElement | null>(null);
  useHeldFocus(content);
  const escape = useEscape(content, persistent, modal.onClose);
  return (
    <MantineBase>
      <Modal.Root
        {...modal}
        centered
        size={width}
        yOffset="calc(5dvh + var(--below-dialogs, 0px))"
        lockScroll={false}
        closeOnEscape={!persistent}
        closeOnClickOutside={!persistent}
        // Mantine's takes the focus in a later turn: keys would be lost, and the focus taken from a field that was pressed meanwhile.
        trapFocus={false}
        // Not in the page before the next frame, and still there when it is closed: so clicks would be lost.
        transitionProps={{ duration: 0 }}
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
        <Modal.Content ref={setContent} onChange={escape.changed}>
          {/* Mantine's <header> would be a second banner landmark in the page. */}
          <Modal.Header role="none">
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton aria-label={closeLabel} />
          </Modal.Header>
          <Modal.Body>
            {children}
            {escape.asks === null ? null : <Discard words={escape.asks} onStay={escape.stay} onLeave={modal.onClose} />}
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </MantineBase>
  );
}

/** Escape in a dialog that a click outside does not close. */
function useEscape(content: HTMLElement | null, persistent: DialogProps["persistent"], onClose: () => void) {
  const words = useContext(DiscardWordsContext);
  const isChanged = useRef(false);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (content === null || (persistent !== "form" && persistent !== "asks")) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (!(event.target instanceof Element) || !isFor(content, event.target)) return;
      event.preventDefault();
      if (persistent === "asks" || !isChanged.current) onClose();
      else setAsked(words !== null);
    };
    // At the document: after the fields and lists of the dialog, which may use the key themselves.
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [content, persistent, onClose, words]);
  return {
    asks: isAsked ? words : null,
    stay: () => setAsked(false),
    changed: () => {
      isChanged.current = true;
    },
  };
}

/** Whether a key press on `pressed` is for this dialog: the element is inside it, or in the page below, which still has the focus. */
function isFor(content: HTMLElement, pressed: Element): boolean {
  if (content.contains(pressed)) return true;
  return isTopDialog(content) && pressed.closest("[data-portal], [data-above-dialogs]") === null;
}

interface DiscardProps {
  readonly words: DiscardWords;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

function Discard({ words, onStay, onLeave }: DiscardProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="alertdialog" aria-labelledby={id} tabIndex={-1} className={styles.discard}>
      <p id={id}>{words.question}</p>
      <Button onClick={onStay}>{words.stay}</Button>
      <Button look="danger" onClick={onLeave}>
        {words.leave}
      </Button>
    </div>
  );
}
