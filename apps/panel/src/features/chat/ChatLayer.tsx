import { ChatNotices } from "./notices/ChatNotices.tsx";
import { StatusDialogs } from "./presence/StatusDialogs.tsx";
import { ShareLayer } from "./share/ShareLayer.tsx";
import { SmsLayer } from "./sms/SmsLayer.tsx";

/** What chat has over every page. */
export function ChatLayer() {
  return (
    <>
      <ChatNotices />
      <StatusDialogs />
      <SmsLayer />
      <ShareLayer />
    </>
  );
}
