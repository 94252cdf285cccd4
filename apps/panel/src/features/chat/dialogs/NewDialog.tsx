import { CHAT_LIMITS, newConversation, roomNameOf } from "@callpanel/contract";
import type { ChatUser, RoomType } from "@callpanel/contract";
import { Button, Dialog, Segments, TextField } from "@callpanel/ui";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { CHAT } from "../../../shared/live/chat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useGoAfter } from "../../../shared/useGoAfter.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { conversationPath } from "../chat.model.ts";
import type { ListTab } from "../chat.model.ts";
import { NewSms } from "../sms/NewSms.tsx";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";
import { PeopleField } from "./PeopleField.tsx";

const KINDS: readonly ListTab[] = ["d", "p", "c", "s"];
const WIDTH_PX = 480;

export interface NewDialogProps {
  readonly type: ListTab;
  /** The recipient of a text message; empty: not chosen yet. */
  readonly number?: string;
  readonly onClose: () => void;
}

/** CHATUI-19: a direct message, a group, a channel, or a text message. */
export function NewDialog({ type, number = "", onClose }: NewDialogProps) {
  const t = useWords(chatDialogsMessages);
  const [kind, setKind] = useState(type);
  return (
    <Dialog
      opened
      persistent="form"
      onClose={onClose}
      title={t("chat.d.new")}
      closeLabel={t("chat.d.close")}
      width={WIDTH_PX}
    >
      <div className={styles.form}>
        {/* Another form is shown: nothing was typed that could be lost. */}
        <div onChange={(event) => event.stopPropagation()}>
          <Segments
            label={t("chat.d.kind")}
            segments={KINDS.map((value) => ({ value, label: t(`chat.d.kind.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
        </div>
        {kind === "s" ? <NewSms number={number} onClose={onClose} /> : <NewRoom kind={kind} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

/** With its people and a first message. */
function NewRoom({ kind, onClose }: { readonly kind: RoomType; readonly onClose: () => void }) {
  const t = useWords(chatDialogsMessages);
  const words = useLocaleWords();
  const goAfter = useGoAfter();
  const { api } = usePanel();
  const { uid } = useService(CHAT).client;
  const [name, setName] = useState("");
  const [message, setMessage] = useState("");
  const [people, setPeople] = useState<readonly ChatUser[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const kept = roomNameOf(name);
  const isDirect = kind === "d";
  const isReady = isDirect ? people.length > 0 && people.length < CHAT_LIMITS.directPeople : kept !== "";
  const create = async () => {
    if (!isReady || busy) return;
    setBusy(true);
    setError(null);
    const go = goAfter();
    try {
      const destinations = people.map(({ chatUserId }) => chatUserId).join(",");
      const named = isDirect
        ? {}
        : { channel_name: name, channel_type: kind === "c" ? ("c" as const) : ("p" as const) };
      const { room } = await api.call(newConversation, { body: { destinations, message: message.trim(), ...named } });
      onClose();
      go(conversationPath(room));
    } catch (failure) {
      setError(words.say(sayError(failure, "chats.new")));
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <p className={styles.text}>
        {t(kind === "d" ? "chat.d.kindText.d" : kind === "p" ? "chat.d.kindText.p" : "chat.d.kindText.c")}
      </p>
      {isDirect ? null : (
        <TextField
          label={t("chat.d.name")}
          data-autofocus
          required
          maxLength={CHAT_LIMITS.roomNameChars}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          hint={kept !== "" && kept !== name ? t("chat.d.nameBecomes", { name: kept }) : t("chat.d.nameHint")}
          error={name !== "" && kept === "" ? t("chat.d.nameNeeded") : undefined}
        />
      )}
      <PeopleField chosen={people} without={new Set([uid])} onChosen={setPeople} />
      <TextField
        label={t("chat.d.firstMessage")}
        hint={t("chat.d.firstHint")}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {error === null ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t("chat.d.cancel")}</Button>
        <Button type="submit" look="primary" busy={busy} disabled={!isReady}>
          {t(isDirect ? "chat.d.start" : "chat.d.create")}
        </Button>
      </div>
    </form>
  );
}
