import type { CallRecord } from "@callpanel/contract";
import { IconButton, IconCopy, IconDotsVertical, IconPhone, IconUserPlus, IconUsersPlus, PopMenu } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import { usePanel, useService } from "../../shared/panel.ts";
import { CONTACT_DESK } from "../../shared/contactDesk.ts";
import { MessageItem } from "../../shared/chat/MessageItem.tsx";
import { TextItem } from "../../shared/chat/TextItem.tsx";
import { useDial } from "../../shared/phone/useDial.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { callHistoryMessages } from "./call-history.messages.ts";
import { calleeOf, callerOf } from "../../shared/phone/pastCall.ts";
import type { CallEnd } from "../../shared/phone/pastCall.ts";

const sign = (Shape: Icon) => <Shape size={17} stroke={1.75} aria-hidden />;

export interface CallMenuProps {
  readonly call: CallRecord;
  readonly title: string;
}

/** The actions for each number of a call that is not the person's own. */
export function CallMenu({ call, title }: CallMenuProps) {
  const t = useWords(callHistoryMessages);
  const { viewer } = usePanel();
  const own = viewer.user.id;
  const ends = [
    ...(call.caller_id === own ? [] : [callerOf(call)]),
    ...(call.callee_id === own ? [] : [calleeOf(call)]),
  ].filter(({ number }) => number !== "");
  if (ends.length === 0) return null;
  return (
    <PopMenu width={260} position="bottom-end">
      <PopMenu.Target>
        <IconButton icon={IconDotsVertical} label={t("callHistory.more", { title })} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {ends.map((end, at) => (
          <EndItems key={at} end={end} />
        ))}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}

function EndItems({ end: { number, name, isInside } }: { readonly end: CallEnd }) {
  const t = useWords(callHistoryMessages);
  const { viewer, copyText, notices } = usePanel();
  const contactDesk = useService(CONTACT_DESK);
  const dial = useDial();
  const { contactsWrite, contactsManagePersonal } = viewer.flags;
  const add = (isPersonal: boolean) =>
    contactDesk.dispatch({ kind: "create", isPersonal, phoneNumber: number, name: name === number ? "" : name });
  const copy = () =>
    void copyText(number).then(
      () => notices.success(t("callHistory.copied", { number })),
      () => notices.error(t("callHistory.notCopied")),
    );
  return (
    <>
      {dial === null ? null : (
        <PopMenu.Item leftSection={sign(IconPhone)} onClick={() => dial(number)}>
          {t("callHistory.call", { number })}
        </PopMenu.Item>
      )}
      {isInside ? <MessageItem extension={number} /> : null}
      {isInside ? null : <TextItem number={number} label={t("callHistory.text", { number })} />}
      <PopMenu.Item leftSection={sign(IconCopy)} onClick={copy}>
        {t("callHistory.copy", { number })}
      </PopMenu.Item>
      {contactsWrite && !isInside ? (
        <PopMenu.Item leftSection={sign(IconUsersPlus)} onClick={() => add(false)}>
          {t("callHistory.addShared")}
        </PopMenu.Item>
      ) : null}
      {contactsManagePersonal && !isInside ? (
        <PopMenu.Item leftSection={sign(IconUserPlus)} onClick={() => add(true)}>
          {t("callHistory.addPersonal")}
        </PopMenu.Item>
      ) : null}
    </>
  );
}
