import { dialledFor, holdsRule, mayDo } from "@callpanel/contract";
import type { Buddy } from "@callpanel/contract";
import { useMemo } from "react";
import { useMessage } from "../../../shared/chat/useMessage.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import type { Arranging } from "../list/arranging.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import type { Watching } from "../watched/useWatched.ts";

/** The actions of a colleague's card, the same for every card; null: not for this viewer. */
export interface CardActions {
  readonly call: ((buddy: Buddy) => void) | null;
  /** Opens the conversation with a colleague; null: they have no chat. */
  readonly message: (buddy: Buddy) => (() => void) | null;
  readonly intercom: ((buddy: Buddy) => void) | null;
  /** Listens in to a colleague's call (spec 2 §9: the code of `spy` and the number); null: not possible for this colleague. */
  readonly listen: (buddy: Buddy) => (() => void) | null;
  /** Picks up the call that rings at a colleague's phone; null: not possible for this colleague. */
  readonly pickUp: (buddy: Buddy) => (() => void) | null;
  readonly copyNumber: (buddy: Buddy) => void;
  readonly isSelf: (buddy: Buddy) => boolean;
  readonly seesCalls: (buddy: Buddy) => boolean;
  readonly watching: Watching;
  /** Whether a star marks watched people: not in the watched list itself. */
  readonly starred: boolean;
  /** Null if the person cannot change the order. */
  readonly arranging: Arranging | null;
}

export function useCardActions({
  watching,
  starred,
  arranging,
}: Pick<CardActions, "watching" | "starred" | "arranging">): CardActions {
  const t = useWords(buddiesMessages);
  const words = useLocaleWords();
  const call = useDial();
  const message = useMessage();
  const { viewer, softphone, dock, notices, copyText } = usePanel();
  return useMemo(() => {
    const { flags, rights, user, featureCodes } = viewer;
    const dial = (number: string) => {
      const slot = softphone.get();
      if (slot.kind !== "ready") return;
      dock.open();
      slot.softphone.dial(number);
    };
    const has = (feature: string) => featureCodes.some(({ name }) => name === feature);
    const dialFor = (feature: string, exten: string) => {
      const number = dialledFor(feature, exten, featureCodes);
      if (number !== undefined) dial(number);
    };
    return {
      call: call && (({ exten }) => call(exten)),
      message: ({ userId, username }) => (userId === user.id ? null : message({ username })),
      intercom: flags.softphone && has("intercom") ? ({ exten }) => dialFor("intercom", exten) : null,
      listen: ({ exten, userId }) => {
        if (!flags.softphone || !has("spy") || !mayDo(rights, { kind: "listen", userId })) return null;
        return () => {
          const slot = softphone.get();
          if (slot.kind !== "ready" || slot.softphone.button.get().status !== "registered")
            notices.error(words.error("sipua.error.listen"));
          else dialFor("spy", exten);
        };
      },
      pickUp: ({ exten, userId }) =>
        flags.softphone && has("pickup") && mayDo(rights, { kind: "pickUp", userId })
          ? () => dialFor("pickup", exten)
          : null,
      copyNumber: ({ exten }) => {
        copyText(exten).then(
          () => notices.success(t("buddies.copied", { exten })),
          () => notices.error(t("buddies.copyFailed")),
        );
      },
      isSelf: ({ userId }) => userId === user.id,
      seesCalls: ({ userId }) => holdsRule(rights, "panel_buddies", "show_call_state", String(userId)),
      watching,
      starred,
      arranging,
    };
  }, [viewer, call, message, softphone, dock, notices, copyText, t, words, watching, starred, arranging]);
}
