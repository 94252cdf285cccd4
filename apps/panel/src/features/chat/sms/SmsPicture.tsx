import type { SmsConversation } from "@callpanel/contract";
import { Avatar, IconMessage } from "@callpanel/ui";
import rows from "../list/ConversationRow.module.css";

export interface SmsPictureProps {
  readonly conversation: SmsConversation;
  readonly size: number;
}

/** The initials of a contact; of an unknown number a sign. */
export function SmsPicture({ conversation: { contact_name: name }, size }: SmsPictureProps) {
  if (name !== null) return <Avatar name={name} src={null} size={size} />;
  return (
    <span className={rows.sign} style={{ width: size, height: size, borderRadius: "50%" }}>
      <IconMessage size={Math.round(size * 0.55)} stroke={1.75} aria-hidden />
    </span>
  );
}
