import { IconMessage, PopMenu } from "@callpanel/ui";
import { useContext } from "react";
import { isTextable } from "../live/sms.ts";
import { useTexting } from "../live/useTexting.ts";
import { PanelContext } from "../panel.ts";

export interface TextItemProps {
  readonly number: string;
  readonly label: string;
}

/** SMSUI-11: a text message to the number of a menu; nothing for people without a number to send from. */
export function TextItem(props: TextItemProps) {
  const hasChat = useContext(PanelContext)?.viewer.flags.chatsRead === true;
  return hasChat && isTextable(props.number) ? <Item {...props} /> : null;
}

function Item({ number, label }: TextItemProps) {
  const text = useTexting();
  if (text === null) return null;
  return (
    <PopMenu.Item leftSection={<IconMessage size={18} stroke={1.7} aria-hidden />} onClick={() => text(number)}>
      {label}
    </PopMenu.Item>
  );
}
