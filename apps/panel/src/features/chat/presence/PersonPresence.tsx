import { useChatUsers } from "../chat.api.ts";
import { PresenceDot } from "./PresenceDot.tsx";

export interface PersonPresenceProps {
  readonly username: string;
}

/** The dot at a colleague's picture; nothing for people who cannot be written to. */
export function PersonPresence({ username }: PersonPresenceProps) {
  const { list } = useChatUsers();
  const user = list.find((one) => one.username === username);
  return user === undefined ? null : <PresenceDot uid={user.chatUserId} corner="top" />;
}
