import { getVideoConference } from "@callpanel/contract";
import type { VideoRoom } from "@callpanel/contract";
import { IconButton, IconUsersPlus } from "@callpanel/ui";
import { lazy, Suspense, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { windowMessages } from "./window.messages.ts";

const InviteDialog = lazy(async () => ({ default: (await import("../form/InviteDialog.tsx")).InviteDialog }));

/** VIDEO-25: invites into the current meeting. */
export function InviteButton({ roomId }: { readonly roomId: number }) {
  const t = useWords(windowMessages);
  const words = useLocaleWords();
  const { api, notices } = usePanel();
  const [room, setRoom] = useState<VideoRoom | null>(null);
  const open = () =>
    void api.call(getVideoConference, { params: { id: roomId } }).then(setRoom, (error: unknown) => {
      notices.error(words.say(sayError(error, "video.load")));
    });
  return (
    <>
      <IconButton size="small" icon={IconUsersPlus} label={t("window.invite")} onClick={open} />
      {room === null ? null : (
        <Suspense fallback={null}>
          <InviteDialog room={room} onClose={() => setRoom(null)} />
        </Suspense>
      )}
    </>
  );
}
