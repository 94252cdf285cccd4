import { IconAlertTriangle, IconCircleCheck, IconX } from "../icons.ts";
import styles from "./NoticeStack.module.css";

export interface NoticeView {
  readonly id: string;
  readonly kind: "success" | "error";
  readonly text: string;
  /** A link or an action next to the text. */
  readonly action?: NoticeAction | undefined;
}

export type NoticeAction =
  | { readonly label: string; readonly run: () => void }
  /** Opens in a new window. */
  | { readonly label: string; readonly href: string };

export interface NoticeStackProps {
  /** Newest first. */
  readonly notices: readonly NoticeView[];
  readonly closeLabel: string;
  readonly onClose: (id: string) => void;
  /** The pointer is over the stack or it has the focus: the owner stops its timers. */
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

/** Notices above everything: role status for a success, alert for an error. The owner decides how long they stay. */
export function NoticeStack({ notices, closeLabel, onClose, onHold, onRelease }: NoticeStackProps) {
  return (
    <div
      className={styles.stack}
      onPointerEnter={onHold}
      onPointerLeave={onRelease}
      onFocus={onHold}
      onBlur={onRelease}
    >
      {notices.map((notice) => {
        const Shape = notice.kind === "error" ? IconAlertTriangle : IconCircleCheck;
        return (
          <div key={notice.id} className={styles.notice} data-kind={notice.kind}>
            <Shape size={19} stroke={1.9} aria-hidden />
            <div className={styles.text} role={notice.kind === "error" ? "alert" : "status"}>
              {notice.text}
            </div>
            {notice.action ? <ActionMark action={notice.action} /> : null}
            <button type="button" className={styles.close} aria-label={closeLabel} onClick={() => onClose(notice.id)}>
              <IconX size={16} stroke={2} aria-hidden />
            </button>
          </div>
        );
      })}
    </div>
  );
}

function ActionMark({ action }: { readonly action: NoticeAction }) {
  if ("run" in action)
    return (
      <button type="button" className={styles.action} onClick={action.run}>
        {action.label}
      </button>
    );
  return (
    <a className={styles.action} href={action.href} target="_blank" rel="noopener noreferrer">
      {action.label}
    </a>
  );
}
