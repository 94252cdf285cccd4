import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { videoMessages } from "./video.messages.ts";
import { MEETING_NOTICE } from "./window/meetingNotice.ts";

/** Copies a link and says so (spec 2 §8). */
export function useCopyLink(): (url: string) => void {
  const t = useWords(videoMessages);
  const { copyText, notices } = usePanel();
  return (url) =>
    void copyText(url).then(
      () => notices.success(t("videoconf.msg.copy.success"), MEETING_NOTICE),
      () => notices.error(t("videoconf.msg.copy.error"), MEETING_NOTICE),
    );
}
