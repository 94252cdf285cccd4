import {
  changePresenceType,
  CHAT_LIMITS,
  createPresenceType,
  PRESENCE_STATUSES,
  removePresenceType,
} from "@callpanel/contract";
import type { PresenceType } from "@callpanel/contract";
import {
  Button,
  ConfirmDialog,
  Dialog,
  IconButton,
  IconPencil,
  IconTrash,
  SelectField,
  Skeleton,
  TextField,
} from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { presenceMessages } from "../../../shared/chat/presence.messages.ts";
import { StatusSign } from "../../../shared/chat/PresenceDot.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import styles from "../dialogs/Dialogs.module.css";
import { presenceTypesQuery } from "./presence.api.ts";
import { statusMessages } from "./status.messages.ts";

type Draft = Pick<PresenceType, "name" | "type">;

/** The company's own kinds of status: add, rename, remove. */
export function StatusKindsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(statusMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const query = useQuery(presenceTypesQuery(api));
  const [edited, setEdited] = useState<number | null>(null);
  const [removed, setRemoved] = useState<PresenceType | null>(null);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: CHAT_KEY }));
  const add = (draft: Draft, after: () => void) =>
    run({
      fallback: "chats.status",
      change: (server) => server.call(createPresenceType, { body: draft }),
      done: null,
      after,
    });
  const save = (id: number, draft: Draft) =>
    run({
      fallback: "chats.status",
      change: (server) => server.call(changePresenceType, { body: { customId: id, ...draft } }),
      done: null,
      after: () => setEdited(null),
    });
  const remove = (id: number) =>
    run({
      fallback: "chats.status",
      change: (server) => server.call(removePresenceType, { body: { customId: id } }),
      done: null,
      after: () => setRemoved(null),
    });
  const types = query.data?.data ?? [];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("chat.status.kindsTitle")}
      closeLabel={t("chat.status.close")}
      width={480}
    >
      <div className={styles.form}>
        <p className={styles.text}>{t("chat.status.kindsText")}</p>
        {query.isPending ? <Skeleton height={96} /> : null}
        {query.isError ? (
          <LoadFailed error={query.error} fallback="chats.status" onRetry={() => void query.refetch()} />
        ) : null}
        {query.isSuccess && types.length === 0 ? <p className={styles.text}>{t("chat.status.none")}</p> : null}
        <ul className={styles.list} aria-label={t("chat.status.kindsList")}>
          {types.map((type) => (
            <li key={type.id} className={styles.row} aria-label={type.name}>
              {edited === type.id ? (
                <KindForm
                  start={type}
                  busy={busy}
                  submit={t("chat.status.save")}
                  onCancel={() => setEdited(null)}
                  onSubmit={(draft) => save(type.id, draft)}
                />
              ) : (
                <>
                  <StatusSign tone={type.type} />
                  <bdi className={`${styles.who} ${styles.name}`}>{type.name}</bdi>
                  <IconButton
                    icon={IconPencil}
                    label={t("chat.status.edit", { name: type.name })}
                    onClick={() => setEdited(type.id)}
                  />
                  <IconButton
                    icon={IconTrash}
                    label={t("chat.status.remove", { name: type.name })}
                    onClick={() => setRemoved(type)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
        <KindForm
          key={types.length}
          start={{ name: "", type: "busy" }}
          busy={busy}
          submit={t("chat.status.add")}
          onSubmit={(draft) => add(draft, () => undefined)}
        />
      </div>
      {removed === null ? null : (
        <ConfirmDialog
          opened
          danger
          busy={busy}
          title={t("chat.status.removeTitle", { name: removed.name })}
          text={t("chat.status.removeText")}
          confirmLabel={t("chat.status.removeConfirm")}
          cancelLabel={t("chat.status.cancel")}
          closeLabel={t("chat.status.close")}
          onClose={() => setRemoved(null)}
          onConfirm={() => remove(removed.id)}
        />
      )}
    </Dialog>
  );
}

interface KindFormProps {
  readonly start: Draft;
  readonly busy: boolean;
  readonly submit: string;
  readonly onCancel?: () => void;
  readonly onSubmit: (draft: Draft) => void;
}

/** A name, and how it is drawn. */
function KindForm({ start, busy, submit, onCancel, onSubmit }: KindFormProps) {
  const t = useWords(statusMessages);
  const say = useWords(presenceMessages);
  const [name, setName] = useState(start.name);
  const [type, setType] = useState(start.type);
  const choices = PRESENCE_STATUSES.map((value) => ({ value, label: say(`chat.presence.${value}`) }));
  return (
    <form
      className={styles.kind}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") onSubmit({ name: name.trim(), type });
      }}
    >
      <TextField
        className={styles.grow}
        label={t("chat.status.name")}
        maxLength={CHAT_LIMITS.statusTextChars}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField label={t("chat.status.shown")} choices={choices} value={type} onChange={setType} />
      {onCancel === undefined ? null : <Button onClick={onCancel}>{t("chat.status.cancel")}</Button>}
      <Button type="submit" look="primary" busy={busy} disabled={name.trim() === ""}>
        {submit}
      </Button>
    </form>
  );
}
