import type { Contact } from "@callpanel/contract";
import { Button, Dialog, IconButton, IconCopy, IconMessage, IconPencil, IconPhone, IconTrash } from "@callpanel/ui";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { usePanel, useService } from "../../../shared/panel.ts";
import { CONTACT_DESK } from "../../../shared/contactDesk.ts";
import { isTextable } from "../../../shared/live/sms.ts";
import { useTexting } from "../../../shared/live/useTexting.ts";
import { CallerNotes } from "../../../shared/phone/notes/CallerNotes.tsx";
import { NOTE_DRAFTS } from "../../../shared/phone/notes/noteDrafts.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { contactsMessages } from "../contacts.messages.ts";
import { addressLines, contactName, extensionOf, tagsOf } from "../contacts.model.ts";
import { listOf, mayWrite } from "../contacts.lists.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { TagChip } from "../TagChip.tsx";
import { useTagColors } from "../useTagColors.ts";
import styles from "./ContactDetail.module.css";

const WIDTH_PX = 480;
const PICTURE_PX = 72;

export interface ContactDetailProps {
  readonly contact: Contact;
  readonly onClose: () => void;
}

/** All details of a contact. */
export function ContactDetail({ contact, onClose }: ContactDetailProps) {
  const t = useWords(contactsMessages);
  const { viewer } = usePanel();
  const contactDesk = useService(CONTACT_DESK);
  const name = contactName(contact);
  const { company, job_title: job, emails } = contact;
  const tags = tagsOf(contact);
  const colors = useTagColors(listOf(contact));
  const address = addressLines(contact);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("contacts.detailTitle")}
      closeLabel={t("contacts.close")}
      width={WIDTH_PX}
    >
      <div className={styles.head}>
        <PersonAvatar name={name} extension={extensionOf(contact)} src={contact.image_url} size={PICTURE_PX} />
        <div className={styles.who}>
          <h3 className={styles.name}>
            <bdi>{name}</bdi>
          </h3>
          <p className={styles.dim}>{[job, company].filter(Boolean).join(", ")}</p>
          <p className={styles.dim}>{t(`contacts.detail.${listOf(contact)}`)}</p>
          {contact.use_as_callerid ? <p className={styles.dim}>{t("contacts.detail.callerId")}</p> : null}
        </div>
      </div>
      <Numbers contact={contact} onClose={onClose} />
      {emails.length === 0 ? null : (
        <Part title={t("contacts.detail.emails")}>
          {emails.map(({ email, label }, at) => (
            <p key={at} className={styles.line}>
              <a href={`mailto:${encodeURIComponent(email)}`} aria-label={t("contacts.write", { email })}>
                {email}
              </a>
              <bdi className={styles.dim}>{label}</bdi>
            </p>
          ))}
        </Part>
      )}
      {address.length === 0 ? null : (
        <Part title={t("contacts.detail.address")}>
          <address className={styles.address}>
            {address.map((line) => (
              <bdi key={line}>{line}</bdi>
            ))}
          </address>
          {contact.address_type === "" ? null : (
            <p className={styles.dim}>{t(`contacts.addressType.${contact.address_type}`)}</p>
          )}
        </Part>
      )}
      {tags.length === 0 ? null : (
        <Part title={t("contacts.detail.tags")}>
          <div className={styles.tags}>
            {tags.map((tag) => (
              <TagChip key={tag} name={tag} color={colors.get(tag)} />
            ))}
          </div>
        </Part>
      )}
      <Notes contact={contact} />
      {mayWrite(viewer.flags, listOf(contact)) ? (
        <div className={styles.buttons}>
          <Button look="quiet" icon={IconTrash} onClick={() => contactDesk.dispatch({ kind: "delete", contact })}>
            {t("contacts.delete")}
          </Button>
          <Button icon={IconPencil} onClick={() => contactDesk.dispatch({ kind: "edit", contact })}>
            {t("contacts.edit")}
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}

/** NOTE-8 */
function Notes({ contact }: { readonly contact: Contact }) {
  const { api, viewer, clock } = usePanel();
  const drafts = useService(NOTE_DRAFTS);
  const numbers = contact.phone_numbers.map(({ phone_number }) => phone_number);
  return (
    <div className={styles.part}>
      <CallerNotes sources={{ api, viewer, clock, drafts }} numbers={numbers} name={contactName(contact)} />
    </div>
  );
}

function Numbers({ contact, onClose }: ContactDetailProps) {
  const t = useWords(contactsMessages);
  const { copyText, notices } = usePanel();
  const write = useNumberText(usePanel().viewer);
  const dial = useDial();
  const text = useTexting();
  const copy = (number: string) => {
    copyText(number).then(
      () => notices.success(t("contacts.copied", { number })),
      () => notices.error(t("contacts.copyFailed")),
    );
  };
  return (
    <Part title={t("contacts.detail.numbers")}>
      {contact.phone_numbers.map(({ phone_number, extension, label }, at) => {
        const number = write(phone_number);
        return (
          <div key={at} className={styles.line}>
            <span className={styles.digits}>
              {number} {extension === "" ? null : t("contacts.extension", { extension })}
            </span>
            <bdi className={styles.dim}>{label}</bdi>
            <span className={styles.tools}>
              <IconButton icon={IconCopy} label={t("contacts.copy", { number })} onClick={() => copy(phone_number)} />
              {text !== null && isTextable(phone_number) ? (
                <IconButton
                  icon={IconMessage}
                  label={t("contacts.textOne", { number })}
                  onClick={() => {
                    onClose();
                    text(phone_number);
                  }}
                />
              ) : null}
              {dial ? (
                <IconButton
                  icon={IconPhone}
                  label={t("contacts.callOne", { number })}
                  onClick={() => {
                    onClose();
                    dial(phone_number);
                  }}
                />
              ) : null}
            </span>
          </div>
        );
      })}
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h4 className={styles.title}>{title}</h4>
      {children}
    </section>
  );
}
