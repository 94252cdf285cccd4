import type { ChatCall, ChatMessage } from "@callpanel/contract";
import { Button, IconPhone, IconPhoneX, IconPlayerPlay, IconRecordMail } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { usePersonName } from "../../../../shared/chat/usePersonName.ts";
import { clockText } from "../../../../shared/formats/duration.ts";
import { CHAT } from "../../../../shared/live/chat.ts";
import { usePanel, useService } from "../../../../shared/panel.ts";
import { useDial } from "../../../../shared/phone/useDial.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { useChatUsers } from "../../../../shared/chat/chatPeople.ts";
import { callLineText } from "./callLine.model.ts";
import { callLineMessages } from "./callLine.messages.ts";
import styles from "./CallLine.module.css";

export interface CallLineProps {
  readonly message: ChatMessage;
  readonly call: ChatCall;
}

/** CHATUI-34: a missed call or a voicemail in a conversation, with its actions. */
export function CallLine({ message, call }: CallLineProps) {
  const t = useWords(callLineMessages);
  const navigate = useNavigate();
  const dial = useDial();
  const { viewer } = usePanel();
  const people = useChatUsers();
  const nameOf = usePersonName();
  const { uid } = useService(CHAT).client;
  const isCalled = call.to === uid;
  const peerUid = isCalled ? message.from.uid : call.to;
  const peer = people.byUid.get(peerUid);
  const text = callLineText(t, { call, uid, peerName: nameOf(people.nameOf(peerUid)) });
  const Sign = call.kind === "missed" ? IconPhoneX : IconRecordMail;
  const { voicemail } = call;
  return (
    <div className={styles.line} data-kind={call.kind}>
      <Sign size={18} stroke={1.75} aria-hidden />
      <span>
        {text}
        {call.seconds === undefined ? null : <span className={styles.time}> {clockText(call.seconds * 1_000)}</span>}
      </span>
      {isCalled && voicemail !== undefined && viewer.flags.vmailsRead ? (
        <Button
          look="quiet"
          icon={IconPlayerPlay}
          onClick={() => void navigate({ to: `/voicemails/inbox/${voicemail}` })}
        >
          {t("chat.call.listen")}
        </Button>
      ) : null}
      {dial === null || peer === undefined || peer.extension === "" ? null : (
        <Button look="quiet" icon={IconPhone} onClick={() => dial(peer.extension)}>
          {t("chat.call.back")}
        </Button>
      )}
    </div>
  );
}
