import { CONTACT_IMAGE_MEDIA_TYPES } from "@callpanel/contract";
import { Avatar, FileButton, IconButton, IconTrash, IconUpload } from "@callpanel/ui";
import { sayError } from "../../../shared/api/api.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { openPicture } from "../../pictures/index.ts";
import { contactFormMessages } from "./contactForm.messages.ts";
import { CONTACT_IMAGE } from "./imageFile.ts";
import type { ContactFormBinding } from "./useContactForm.ts";
import styles from "./ContactPicture.module.css";

const SIZE_PX = 72;

/** The contact's picture: chosen from a file and cropped, or removed. */
export function ContactPicture({ form }: { readonly form: ContactFormBinding }) {
  const t = useWords(contactFormMessages);
  const { state, contact, dispatch } = form;
  const { image, draft } = state;
  const src = image.kind === "chosen" ? image.url : image.kind === "kept" ? contact?.image_url : null;
  const fault = form.faultOf("image");
  const open = async (file: File) => {
    try {
      dispatch({ type: "pictureOpened", picture: await openPicture(file, CONTACT_IMAGE) });
    } catch (error) {
      const said = sayError(error, "contacts.field.image");
      const code = said.text === null ? said.code : "contacts.field.image";
      dispatch({ type: "refused", error: said, faults: new Map([["image", code]]) });
    }
  };
  return (
    <div className={styles.picture}>
      <Avatar name={`${draft.texts.first_name} ${draft.texts.last_name}`} src={src} size={SIZE_PX} />
      <div className={styles.tools}>
        <span className={styles.buttons}>
          <FileButton icon={IconUpload} accept={CONTACT_IMAGE_MEDIA_TYPES.join(",")} onFile={(file) => void open(file)}>
            {t(src ? "contactForm.changePicture" : "contactForm.addPicture")}
          </FileButton>
          {src ? (
            <IconButton
              icon={IconTrash}
              label={t("contactForm.removePicture")}
              onClick={() => dispatch({ type: "imageSet", image: { kind: contact?.has_image ? "removed" : "kept" } })}
            />
          ) : null}
        </span>
        <span className={fault ? styles.fault : styles.hint}>{fault ?? t("contactForm.pictureHint")}</span>
      </div>
    </div>
  );
}
