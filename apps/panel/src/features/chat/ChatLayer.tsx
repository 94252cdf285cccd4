import { ChatNotices } from "./notices/ChatNotices.tsx";
import { StatusDialogs } from "./presence/StatusDialogs.tsx";

/** What chat has over every page. */
export function ChatLayer() {
  return (
    <>
      <ChatNotices />
      <StatusDialogs />
    </>
  );
}
