import { getContact, takeSms } from "@callpanel/contract";
import type { SmsConversation } from "@callpanel/contract";
import {
  Button,
  IconArrowLeft,
  IconButton,
  IconDotsVertical,
  IconPhone,
  IconUser,
  IconUserPlus,
  IconUsersPlus,
  PopMenu,
} from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../shared/api/useChange.ts";
import { CONTACT_DESK } from "../../../shared/contactDesk.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { smsPath } from "../chat.model.ts";
import heads from "../room/RoomHead.module.css";
import { smsConversationQuery } from "./sms.api.ts";
import { smsMessages } from "./sms.messages.ts";
import styles from "./SmsHead.module.css";
import { SmsPicture } from "./SmsPicture.tsx";
import { useSmsName } from "./useSmsName.ts";

export interface SmsHeadProps {
  readonly conversation: SmsConversation;
  readonly mayWrite: boolean;
}

/** The other side of the conversation, the company's number, and the person who takes care of it. */
export function SmsHead({ conversation, mayWrite }: SmsHeadProps) {
  const t = useWords(smsMessages);
  const navigate = useNavigate();
  const dial = useDial();
  const write = useNumberText(usePanel().viewer);
  const nameOf = useSmsName();
  const { number, contact_name: contact, did, did_name: didName } = conversation;
  const name = nameOf(conversation);
  return (
    <header className={`${heads.head} ${styles.head}`}>
      <IconButton
        className={heads.back}
        icon={IconArrowLeft}
        label={t("sms.back")}
        onClick={() => void navigate({ to: smsPath() })}
      />
      <SmsPicture conversation={conversation} size={34} />
      <div className={heads.lines}>
        <h2 className={heads.name}>
          <bdi>{name}</bdi>
        </h2>
        <p className={heads.about}>
          {contact === null ? null : <bdi>{write(number)} · </bdi>}
          {t("sms.from", { name: didName === "" ? write(did) : `${didName} ${write(did)}` })}
        </p>
      </div>
      <Holder conversation={conversation} mayWrite={mayWrite} />
      <span className={heads.tools}>
        {dial === null ? null : (
          <IconButton icon={IconPhone} label={t("sms.call", { name })} onClick={() => dial(number)} />
        )}
        <ContactMenu conversation={conversation} name={name} />
      </span>
    </header>
  );
}

/** SMSUI-5 */
function Holder({ conversation, mayWrite }: SmsHeadProps) {
  const t = useWords(smsMessages);
  const { api, viewer } = usePanel();
  const client = useQueryClient();
  const { queryKey } = smsConversationQuery(api, conversation.id);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey }));
  const holder = conversation.claimed_by;
  const isOwn = holder?.uid === String(viewer.user.id);
  const take = (taken: boolean) =>
    run({
      fallback: "chats.sms.take",
      change: async (wire) =>
        client.setQueryData(queryKey, await wire.call(takeSms, { body: { conversation_id: conversation.id, taken } })),
      done: null,
    });
  if (holder !== null && !isOwn)
    return <span className={styles.holder}>{t("sms.takenBy", { name: holder.name })}</span>;
  if (!mayWrite) return null;
  return (
    <Button className={styles.take} look={isOwn ? "quiet" : "outline"} busy={busy} onClick={() => take(!isOwn)}>
      {t(isOwn ? "sms.giveBack" : "sms.take")}
    </Button>
  );
}

const sign = (Shape: Icon) => <Shape size={17} stroke={1.75} aria-hidden />;

/** SMSUI-10: the contact with this number, or a new one. */
function ContactMenu({ conversation, name }: { readonly conversation: SmsConversation; readonly name: string }) {
  const t = useWords(smsMessages);
  const { viewer } = usePanel();
  const desk = useService(CONTACT_DESK);
  const { run } = useChange(() => undefined);
  const { contactId, inContacts, number } = conversation;
  const { contactsWrite, contactsManagePersonal } = viewer.flags;
  const add = (isPersonal: boolean) => desk.dispatch({ kind: "create", isPersonal, phoneNumber: number, name: "" });
  if (!inContacts && !contactsWrite && !contactsManagePersonal) return null;
  const open = (id: number) =>
    run({
      fallback: "chats.sms.contact",
      change: async (api) => desk.dispatch({ kind: "show", contact: await api.call(getContact, { params: { id } }) }),
      done: null,
    });
  return (
    <PopMenu width={220} position="bottom-end">
      <PopMenu.Target>
        <IconButton icon={IconDotsVertical} label={t("sms.menu", { name })} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {contactId === null ? null : (
          <PopMenu.Item leftSection={sign(IconUser)} onClick={() => open(contactId)}>
            {t("sms.openContact")}
          </PopMenu.Item>
        )}
        {!inContacts && contactsWrite ? (
          <PopMenu.Item leftSection={sign(IconUsersPlus)} onClick={() => add(false)}>
            {t("sms.addShared")}
          </PopMenu.Item>
        ) : null}
        {!inContacts && contactsManagePersonal ? (
          <PopMenu.Item leftSection={sign(IconUserPlus)} onClick={() => add(true)}>
            {t("sms.addPersonal")}
          </PopMenu.Item>
        ) : null}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
