import { ConfirmDialog, IconButton, IconTrash } from "@callpanel/ui";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { queuesMessages } from "../queues.messages.ts";

/** Takes a caller who waits to be called back out of the line (QCB-14); `name` as it is shown. */
export function RemoveCallback({
  queue,
  callid,
  name,
}: {
  readonly queue: string;
  readonly callid: string;
  readonly name: string;
}) {
  const t = useWords(queuesMessages);
  const words = useLocaleWords();
  const { events, notices } = usePanel();
  const [asks, setAsks] = useState(false);
  const remove = () => {
    setAsks(false);
    events
      .command({ command: "QueueWithdrawCaller", queue, callid })
      .catch((error: unknown) => notices.error(words.say(sayError(error, "queues.callbackRemove"))));
  };
  return (
    <>
      <IconButton size="small" label={t("queues.callback.remove")} icon={IconTrash} onClick={() => setAsks(true)} />
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t("queues.callback.removeTitle", { name })}
        text={t("queues.callback.removeText")}
        closeLabel={t("queues.close")}
        cancelLabel={t("queues.callback.keep")}
        confirmLabel={t("queues.callback.remove")}
        danger
        onConfirm={remove}
      />
    </>
  );
}
