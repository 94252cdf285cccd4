import type { Contact } from "@callpanel/contract";
import { Checkbox, IconButton, IconPencil, IconPhone, IconTrash, PopMenu } from "@callpanel/ui";
import { memo, useId } from "react";
import { PersonAvatar } from "../../shared/chat/PersonAvatar.tsx";
import list from "../../shared/list/Row.module.css";
import { usePanel, useService } from "../../shared/panel.ts";
import { CONTACT_DESK } from "../../shared/contactDesk.ts";
import { useDial } from "../../shared/phone/useDial.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { contactsMessages } from "./contacts.messages.ts";
import { contactName, extensionOf, tagsOf } from "./contacts.model.ts";
import { TagChip } from "./TagChip.tsx";
import type { TagColors } from "./useTagColors.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import styles from "./ContactRow.module.css";

export interface ContactRowProps {
  readonly contact: Contact;
  readonly colors: TagColors;
  readonly writable: boolean;
  readonly ticked: boolean;
  readonly onTick: (on: boolean) => void;
}

const PICTURE_PX = 40;
const NUMBERS_SHOWN = 2;
const TAGS_SHOWN = 3;

/** A contact: picture, name, company, numbers, tags, and what can be done. */
export const ContactRow = memo(function ContactRow({ contact, colors, writable, ticked, onTick }: ContactRowProps) {
  const t = useWords(contactsMessages);
  const id = useId();
  const contactDesk = useService(CONTACT_DESK);
  const name = contactName(contact);
  return (
    <li
      className={`${list.row} ${styles.row}`}
      aria-labelledby={id}
      data-writable={writable ? "" : undefined}
      data-ticked={ticked ? "" : undefined}
    >
      {writable ? (
        <Checkbox
          className={list.tick}
          label=""
          aria-label={t("contacts.select", { name })}
          checked={ticked}
          onChange={onTick}
        />
      ) : null}
      <PersonAvatar
        name={name}
        extension={extensionOf(contact)}
        src={contact.image_url && `${contact.image_url}&size=64`}
        size={PICTURE_PX}
      />
      <div className={list.who}>
        <button
          type="button"
          className={`${list.name} ${styles.name}`}
          aria-label={t("contacts.show", { name })}
          onClick={() => contactDesk.dispatch({ kind: "show", contact })}
        >
          <bdi id={id} className={`${list.cut} ${styles.title}`} data-tip={name}>
            {name}
          </bdi>
        </button>
        <span className={`${list.cut} ${list.dim}`}>
          <bdi>{[contact.job_title, contact.company].filter(Boolean).join(", ")}</bdi>
        </span>
      </div>
      <Numbers contact={contact} />
      <Tags contact={contact} colors={colors} />
      <div className={list.actions}>
        <CallButton contact={contact} />
        {writable ? (
          <>
            <IconButton
              icon={IconPencil}
              label={t("contacts.edit")}
              onClick={() => contactDesk.dispatch({ kind: "edit", contact })}
            />
            <IconButton
              icon={IconTrash}
              label={t("contacts.delete")}
              onClick={() => contactDesk.dispatch({ kind: "delete", contact })}
            />
          </>
        ) : null}
      </div>
    </li>
  );
});

function Numbers({ contact }: { readonly contact: Contact }) {
  const t = useWords(contactsMessages);
  const write = useNumberText(usePanel().viewer);
  const shown = contact.phone_numbers.slice(0, NUMBERS_SHOWN);
  const more = contact.phone_numbers.length - shown.length;
  return (
    <div className={styles.numbers}>
      {shown.map(({ phone_number, extension, label }, at) => (
        <span key={at} className={styles.number}>
          <span className={`${list.digits} ${styles.digits}`}>{write(phone_number)}</span>
          {extension === "" ? null : <span className={list.dim}>{t("contacts.extension", { extension })}</span>}
          {label === "" ? null : <bdi className={list.dim}>{label}</bdi>}
        </span>
      ))}
      {more > 0 ? <span className={list.dim}>{t("contacts.moreNumbers", { count: more })}</span> : null}
    </div>
  );
}

function Tags({ contact, colors }: Pick<ContactRowProps, "contact" | "colors">) {
  const tags = tagsOf(contact);
  return (
    <div className={styles.tags}>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <TagChip key={tag} name={tag} color={colors.get(tag)} />
      ))}
      {tags.length > TAGS_SHOWN ? (
        <span className={list.dim} data-tip={tags.slice(TAGS_SHOWN).join(" ")}>
          +{tags.length - TAGS_SHOWN}
        </span>
      ) : null}
    </div>
  );
}

/** Calls the contact; of several numbers one is chosen. */
function CallButton({ contact }: { readonly contact: Contact }) {
  const t = useWords(contactsMessages);
  const dial = useDial();
  const write = useNumberText(usePanel().viewer);
  const [first, ...others] = contact.phone_numbers;
  if (dial === null || first === undefined) return null;
  if (others.length === 0)
    return <IconButton icon={IconPhone} label={t("contacts.call")} onClick={() => dial(first.phone_number)} />;
  return (
    <PopMenu width={260}>
      <PopMenu.Target>
        <IconButton icon={IconPhone} label={t("contacts.call")} />
      </PopMenu.Target>
      <PopMenu.Dropdown aria-label={t("contacts.numbersOf", { name: contactName(contact) })}>
        {contact.phone_numbers.map(({ phone_number, label }, at) => (
          <PopMenu.Item
            key={at}
            onClick={() => dial(phone_number)}
            rightSection={<bdi className={list.dim}>{label}</bdi>}
          >
            {write(phone_number)}
          </PopMenu.Item>
        ))}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
