import type { AnyRoom, AuditLine } from "@callpanel/contract";
import { Button, Dialog, IconHistory, LoadingBlock, StatePanel } from "@callpanel/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { usePersonName } from "../../../shared/chat/usePersonName.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import dialogs from "../dialogs/Dialogs.module.css";
import { useActText } from "./useActText.ts";
import { actsQuery } from "./records.api.ts";
import { recordsMessages } from "./records.messages.ts";
import styles from "./Records.module.css";

export interface ActsDialogProps {
  readonly room: AnyRoom;
  readonly name: string;
  readonly onClose: () => void;
}

/** CHATUI-53: the history of a room: person, action and time; for its owners. */
export function ActsDialog({ room, name, onClose }: ActsDialogProps) {
  const t = useWords(recordsMessages);
  const { api } = usePanel();
  const query = useInfiniteQuery(actsQuery(api, room.id));
  const lines = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Dialog opened onClose={onClose} title={t("chat.acts.title", { name })} closeLabel={t("chat.r.close")} width={520}>
      {query.isPending ? <LoadingBlock height={200} /> : null}
      {query.isError ? (
        <LoadFailed error={query.error} fallback="chats.acts" onRetry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && lines.length === 0 ? (
        <StatePanel icon={IconHistory} title={t("chat.acts.none")} text={t("chat.acts.noneText")} />
      ) : null}
      <ul className={dialogs.list} aria-label={t("chat.acts.list")} aria-busy={query.isFetchingNextPage}>
        {lines.map((line) => (
          <Act key={line.id} line={line} />
        ))}
        {query.hasNextPage ? (
          <li>
            <Button look="quiet" wide busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t("chat.acts.more")}
            </Button>
          </li>
        ) : null}
      </ul>
    </Dialog>
  );
}

function Act({ line }: { readonly line: AuditLine }) {
  const formats = useFormats();
  const text = useActText();
  const nameOf = usePersonName();
  return (
    <li className={styles.act}>
      <PersonAvatar silent uid={line.by?.uid ?? ""} name={nameOf(line.by?.name)} size={32} />
      <span className={styles.what}>
        {text(line)}
        <time className={styles.when} dateTime={new Date(line.at).toISOString()}>
          {formats.dateTime(line.at)}
        </time>
      </span>
    </li>
  );
}
