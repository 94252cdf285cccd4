import { canWrite } from "@callpanel/contract";
import type { SmsConversation } from "@callpanel/contract";
import { Button, IconDoor, Skeleton, StatePanel } from "@callpanel/ui";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { SMS } from "../../../shared/live/sms.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { smsPath } from "../chat.model.ts";
import { useFileDrop } from "../files/useFileDrop.ts";
import { useSmsUploads } from "../files/useUploads.ts";
import panes from "../room/RoomPane.module.css";
import { smsConversationQuery, smsMessagesQuery } from "./sms.api.ts";
import { smsMessages } from "./sms.messages.ts";
import { smsBar } from "./sms.model.ts";
import { SmsComposer } from "./SmsComposer.tsx";
import { SmsHead } from "./SmsHead.tsx";
import { SmsLog } from "./SmsLog.tsx";
import styles from "./SmsPane.module.css";
import { useSmsName } from "./useSmsName.ts";

/** An open conversation by text message, or one that does not exist for this person. */
export function SmsPane({ id }: { readonly id: string }) {
  const t = useWords(smsMessages);
  const navigate = useNavigate();
  const { api } = usePanel();
  const sms = useService(SMS);
  const { data, isError } = useQuery(smsConversationQuery(api, id));
  useEffect(() => {
    sms.show(id);
    return () => sms.show(null);
  }, [sms, id]);
  if (data !== undefined) return <Conversation conversation={data} />;
  if (isError)
    return (
      <div className={panes.state}>
        <StatePanel
          icon={IconDoor}
          title={t("sms.gone")}
          text={t("sms.goneText")}
          action={<Button onClick={() => void navigate({ to: smsPath() })}>{t("sms.goneBack")}</Button>}
        />
      </div>
    );
  return (
    <div className={panes.loading} aria-busy="true">
      <Skeleton height={36} />
      <Skeleton height={52} />
      <Skeleton height={52} />
    </div>
  );
}

function Conversation({ conversation }: { readonly conversation: SmsConversation }) {
  const t = useWords(smsMessages);
  const { api, viewer, notices } = usePanel();
  const nameOf = useSmsName();
  const numbers = useSnapshot(useService(SMS).numbers);
  const [sent, setSent] = useState(0);
  const history = useInfiniteQuery(smsMessagesQuery(api, conversation.id));
  const { data } = history;
  const messages = useMemo(() => data?.pages.toReversed().flat(), [data]);
  const mayWrite = canWrite(viewer.rights, "chats");
  const bar = smsBar(conversation, { mayWrite, carrier: numbers?.carrier ?? "gateway" });
  const name = nameOf(conversation);
  const uploads = useSmsUploads();
  // SMSUI-22: what the gateway does not carry is said at once.
  const addFiles = conversation.sends_files ? uploads.add : () => notices.error(t("sms.noFiles"));
  const drop = useFileDrop(bar === null ? addFiles : null);
  return (
    <section className={styles.pane} aria-label={name} {...drop.handlers}>
      {drop.isOver && conversation.sends_files ? <div className={panes.drop}>{t("sms.drop")}</div> : null}
      <SmsHead conversation={conversation} mayWrite={mayWrite} />
      {numbers?.carrier === "demo" ? <p className={styles.demo}>{t("sms.demo")}</p> : null}
      {messages === undefined ? (
        <div className={`${panes.loading} ${styles.main}`} aria-busy={!history.isError}>
          {history.isError ? (
            <StatePanel
              icon={IconDoor}
              title={t("sms.olderFailed")}
              action={<Button onClick={() => void history.refetch()}>{t("sms.again")}</Button>}
            />
          ) : (
            <Skeleton height={52} />
          )}
        </div>
      ) : (
        <SmsLog conversation={conversation} messages={messages} history={history} sent={sent} mayWrite={bar === null} />
      )}
      <SmsComposer
        conversation={conversation}
        bar={bar}
        uploads={uploads}
        onFiles={addFiles}
        onSent={() => setSent((count) => count + 1)}
      />
    </section>
  );
}
