import { IconBan, IconPhone, IconUserPlus, IconUsersPlus, PopMenu } from "@callpanel/ui";
import { MessageItem } from "../../../shared/chat/MessageItem.tsx";
import { TextItem } from "../../../shared/chat/TextItem.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

export interface LogItemsProps {
  readonly number: string;
  /** Empty if unknown. */
  readonly name: string;
}

/** SOFT-43: the actions for the number of a past call. */
export function LogItems({ number, name }: LogItemsProps) {
  const t = useWords(softphoneMessages);
  const { actions, viewer, contactDesk } = useSoftphone();
  const { contactsWrite, contactsManagePersonal } = viewer.flags;
  const add = (isPersonal: boolean) =>
    contactDesk.dispatch({ kind: "create", isPersonal, phoneNumber: number, name: name === number ? "" : name });
  return (
    <>
      <PopMenu.Item leftSection={<IconPhone {...ICON} />} onClick={() => actions.dial(number)}>
        {t("softphone.call")}
      </PopMenu.Item>
      <MessageItem extension={number} />
      <TextItem number={number} label={t("softphone.log.text")} />
      {contactsWrite ? (
        <PopMenu.Item leftSection={<IconUsersPlus {...ICON} />} onClick={() => add(false)}>
          {t("softphone.log.addShared")}
        </PopMenu.Item>
      ) : null}
      {contactsManagePersonal ? (
        <PopMenu.Item leftSection={<IconUserPlus {...ICON} />} onClick={() => add(true)}>
          {t("softphone.log.addPersonal")}
        </PopMenu.Item>
      ) : null}
      <PopMenu.Item leftSection={<IconBan {...ICON} />} onClick={() => actions.block(number, name)}>
        {t("softphone.log.block")}
      </PopMenu.Item>
    </>
  );
}
