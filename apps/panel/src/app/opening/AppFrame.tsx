import { DiscardWordsContext, NoticeStack, TipLayer } from "@callpanel/ui";
import { useEffect, useMemo } from "react";
import type { ReactNode } from "react";
import { formMessages } from "../../shared/form/form.messages.ts";
import { noticesMessages } from "../../shared/notices/notices.messages.ts";
import { useSnapshot } from "../../shared/store.ts";
import { WordsContext, useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { joinDocument } from "./document.ts";
import { ComposedPanelContext } from "../panelContext.ts";

export interface AppFrameProps {
  readonly panel: Panel;
  /** A sign-in or sign-out, here or in another tab. */
  readonly onSession: () => void;
  readonly children: ReactNode;
}

/** What every page of the panel has, with and without routes: the words, the notices, and the document in step with both. */
export function AppFrame({ panel, onSession, children }: AppFrameProps) {
  const words = useSnapshot(panel.words);
  useEffect(() => joinDocument(panel, onSession), [panel, onSession]);
  return (
    <WordsContext value={words}>
      <ComposedPanelContext value={panel}>
        <Dialogs>{children}</Dialogs>
      </ComposedPanelContext>
      <NoticesOf panel={panel} />
      <TipLayer />
    </WordsContext>
  );
}

/** SHELL-27: what a form asks before Escape closes it. */
function Dialogs({ children }: { readonly children: ReactNode }) {
  const t = useWords(formMessages);
  const words = useMemo(
    () => ({ question: t("form.leave.text"), stay: t("form.leave.stay"), leave: t("form.leave.go") }),
    [t],
  );
  return <DiscardWordsContext value={words}>{children}</DiscardWordsContext>;
}

function NoticesOf({ panel: { notices } }: { readonly panel: Panel }) {
  const t = useWords(noticesMessages);
  return (
    <NoticeStack
      notices={useSnapshot(notices)}
      closeLabel={t("notices.close")}
      onClose={notices.close}
      onHold={notices.hold}
      onRelease={notices.release}
    />
  );
}
