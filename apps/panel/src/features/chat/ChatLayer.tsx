import { ChatNotices } from "./notices/ChatNotices.tsx";
import { StatusDialogs } from "./presence/StatusDialogs.tsx";
import { SmsLayer } from "./sms/SmsLayer.tsx";

/** What chat has over every page. */
export function ChatLayer() {
  return (
    <>
      <ChatNotices />
      <StatusDialogs />
      <SmsLayer />
    </>
  );
}
