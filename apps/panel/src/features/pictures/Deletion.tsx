import type { Picture } from "@callpanel/contract";
import { Button, IconTrash } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { focusOnArrival } from "../../shared/focusOnArrival.ts";
import { picturesMessages } from "./pictures.messages.ts";
import styles from "./PictureDialog.module.css";

export interface DeletionProps {
  readonly picture: Picture;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before a picture is deleted permanently; Cancel has the focus. */
export function Deletion({ picture, busy, onConfirm, onCancel }: DeletionProps) {
  const t = useWords(picturesMessages);
  return (
    <>
      <div className={styles.deletion}>
        <img className={styles.big} src={picture.url} alt="" width={96} height={96} />
        <p>{t(picture.isActive ? "pictures.deleteShownText" : "pictures.deleteText")}</p>
      </div>
      <div className={styles.buttons}>
        <Button ref={focusOnArrival} onClick={onCancel}>
          {t("pictures.cancel")}
        </Button>
        <Button look="danger" icon={IconTrash} busy={busy} onClick={onConfirm}>
          {t("pictures.deleteConfirm")}
        </Button>
      </div>
    </>
  );
}
