import { KEEP_FOR_EVER, keepInChatRoom, keptDays } from "@callpanel/contract";
import type { AnyRoom, ChatKeeping } from "@callpanel/contract";
import { Button, Dialog, IconAlertTriangle, LoadingBlock } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import type { RoomRights } from "../chat.rights.ts";
import dialogs from "../dialogs/Dialogs.module.css";
import { Choices } from "./Choices.tsx";
import { KeepFormEnd } from "./KeepFormEnd.tsx";
import { removedBefore, roomChoices } from "./keeping.model.ts";
import { keepingQuery } from "./records.api.ts";
import { recordsMessages } from "./records.messages.ts";
import styles from "./Records.module.css";
import { useDaysText } from "./useDaysText.ts";

export interface KeepDialogProps {
  readonly room: AnyRoom;
  readonly name: string;
  readonly rights: RoomRights;
  readonly onClose: () => void;
}

/** CHATUI-50: how long messages of a room are kept; owners choose it, everybody in the room sees it. */
export function KeepDialog({ room, name, rights, onClose }: KeepDialogProps) {
  const t = useWords(recordsMessages);
  const { api } = usePanel();
  const query = useQuery(keepingQuery(api, room.id));
  const mayChange = rights.owns && !room.archived && query.data?.allowed !== "none";
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(rights.owns && !room.archived ? "chat.keep.title" : "chat.keep.titleRead")}
      closeLabel={t("chat.r.close")}
    >
      {query.isPending ? <LoadingBlock height={160} /> : null}
      {query.isError ? (
        <LoadFailed error={query.error} fallback="chats.keepLoad" onRetry={() => void query.refetch()} />
      ) : null}
      {query.data === undefined ? null : mayChange ? (
        <KeepForm room={room} name={name} keeping={query.data} onClose={onClose} />
      ) : (
        <KeptNow room={room} keeping={query.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface OfKeeping {
  readonly room: AnyRoom;
  readonly keeping: ChatKeeping;
  readonly onClose: () => void;
}

function KeptNow({ room, keeping: { days, allowed }, onClose }: OfKeeping) {
  const t = useWords(recordsMessages);
  const daysText = useDaysText();
  const isCompanys = allowed === "none";
  return (
    <div className={dialogs.form}>
      <p className={dialogs.text}>
        {days === null ? t("chat.keep.nowForever") : t("chat.keep.now", { days: daysText(days) })}{" "}
        {isCompanys ? t("chat.keep.byCompany") : room.archived ? "" : t("chat.keep.byOwners")}
      </p>
      <div className={dialogs.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t("chat.r.close")}
        </Button>
      </div>
    </div>
  );
}

const COMPANYS = "company";
const valueOf = (own: number | null): string => (own === null ? COMPANYS : String(own));

function KeepForm({ room, name, keeping, onClose }: OfKeeping & { readonly name: string }) {
  const t = useWords(recordsMessages);
  const { clock } = usePanel();
  const formats = useFormats();
  const daysText = useDaysText();
  const client = useQueryClient();
  const choices = roomChoices(keeping);
  const [own, setOwn] = useState(choices.includes(keeping.own) ? keeping.own : null);
  const [isAsked, setAsked] = useState(false);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: [...CHAT_KEY, "keeping", room.id] }));
  const next = keptDays({ ...keeping, own });
  const before = removedBefore(keeping, own, clock.now());
  const labelOf = (choice: number | null): string => {
    if (choice === null) return t("chat.keep.company", { days: daysText(keeping.company) });
    return choice === KEEP_FOR_EVER ? t("chat.keep.forever") : daysText(choice);
  };
  const save = () =>
    run({
      fallback: "chats.keep",
      change: (api) => api.call(keepInChatRoom, { body: { room_id: room.id, days: own } }),
      done: () => (next === null ? t("chat.keep.doneForever") : t("chat.keep.done", { days: daysText(next) })),
      after: onClose,
    });
  return (
    <form
      className={dialogs.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (own === keeping.own) onClose();
        else if (before === null) save();
        else setAsked(true);
      }}
    >
      <Choices
        label={t("chat.keep.choices")}
        silentLabel
        choices={choices.map((choice) => ({ value: valueOf(choice), label: labelOf(choice) }))}
        value={valueOf(own)}
        onChange={(value) => setOwn(value === COMPANYS ? null : Number(value))}
      />
      {keeping.allowed === "shorter" && keeping.company !== null ? (
        <p className={dialogs.text}>{t("chat.keep.limit", { days: daysText(keeping.company) })}</p>
      ) : null}
      {before === null ? (
        <p className={dialogs.text}>
          {next === null ? t("chat.keep.never") : t("chat.keep.later", { days: daysText(next) })}
        </p>
      ) : (
        <output className={styles.warning}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>{t("chat.keep.removes", { date: formats.date(before) })}</span>
        </output>
      )}
      <KeepFormEnd
        busy={busy}
        onCancel={onClose}
        question={isAsked && before !== null ? t("chat.keep.confirmText", { name, date: formats.date(before) }) : null}
        onBack={() => setAsked(false)}
        onConfirm={save}
      />
    </form>
  );
}
