import { changeCompanyKeeping, ROOM_LIMITS } from "@callpanel/contract";
import type { CompanyKeeping } from "@callpanel/contract";
import { Dialog, IconAlertTriangle, LoadingBlock } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import dialogs from "../dialogs/Dialogs.module.css";
import { Choices } from "./Choices.tsx";
import { KeepFormEnd } from "./KeepFormEnd.tsx";
import { companyChoices, removedBefore, removesSome } from "./keeping.model.ts";
import { companyKeepingQuery } from "./records.api.ts";
import { recordsMessages } from "./records.messages.ts";
import styles from "./Records.module.css";
import { useDaysText } from "./useDaysText.ts";

/** CHATUI-51: how long the company keeps messages, and what owners may choose for their rooms. */
export function CompanyKeepDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(recordsMessages);
  const { api } = usePanel();
  const query = useQuery(companyKeepingQuery(api));
  return (
    <Dialog opened onClose={onClose} title={t("chat.keep.companyTitle")} closeLabel={t("chat.r.close")}>
      {query.isPending ? <LoadingBlock height={260} /> : null}
      {query.isError ? (
        <LoadFailed error={query.error} fallback="chats.keepLoad" onRetry={() => void query.refetch()} />
      ) : null}
      {query.data === undefined ? null : <CompanyForm now={query.data} onClose={onClose} />}
    </Dialog>
  );
}

const FOREVER = "forever";

function CompanyForm({ now, onClose }: { readonly now: CompanyKeeping; readonly onClose: () => void }) {
  const t = useWords(recordsMessages);
  const daysText = useDaysText();
  const client = useQueryClient();
  const [next, setNext] = useState(now);
  const [isAsked, setAsked] = useState(false);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: [...CHAT_KEY, "companyKeeping"] }));
  const save = () =>
    run({
      fallback: "chats.keep",
      change: (api) => api.call(changeCompanyKeeping, { body: next }),
      done: ({ days }) => (days === null ? t("chat.keep.doneForever") : t("chat.keep.done", { days: daysText(days) })),
      after: onClose,
    });
  return (
    <form
      className={dialogs.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (next.days === now.days && next.rooms === now.rooms) onClose();
        else if (removesSome(next, now)) setAsked(true);
        else save();
      }}
    >
      <p className={dialogs.text}>{t("chat.keep.companyText")}</p>
      <Choices
        label={t("chat.keep.choices")}
        choices={companyChoices(now.days).map((days) =>
          days === null
            ? { value: FOREVER, label: t("chat.keep.forever") }
            : { value: String(days), label: daysText(days) },
        )}
        value={next.days === null ? FOREVER : String(next.days)}
        onChange={(value) => setNext({ ...next, days: value === FOREVER ? null : Number(value) })}
      />
      <Choices
        label={t("chat.keep.rooms")}
        choices={ROOM_LIMITS.map((value) => ({ value, label: t(`chat.keep.rooms.${value}`) }))}
        value={next.rooms}
        onChange={(rooms) => setNext({ ...next, rooms })}
      />
      <CompanyWarning now={now} next={next} />
      <KeepFormEnd
        busy={busy}
        onCancel={onClose}
        question={isAsked ? t("chat.keep.companyConfirmText") : null}
        onBack={() => setAsked(false)}
        onConfirm={save}
      />
    </form>
  );
}

/** What the choice removes, before it is made. */
function CompanyWarning({ now, next }: { readonly now: CompanyKeeping; readonly next: CompanyKeeping }) {
  const t = useWords(recordsMessages);
  const { clock } = usePanel();
  const formats = useFormats();
  if (!removesSome(next, now)) return null;
  const of = { company: now.days, allowed: "any", own: null } as const;
  const before = next.days === null ? null : removedBefore(of, next.days, clock.now());
  return (
    <output className={styles.warning}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <span>
        {before === null ? null : t("chat.keep.companyRemoves", { date: formats.date(before) })}{" "}
        {next.rooms === now.rooms ? null : t("chat.keep.companyRooms")}
      </span>
    </output>
  );
}
