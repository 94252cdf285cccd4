import type { PanelErrorCode } from "@callpanel/contract";
import {
  Button,
  IconArrowForwardUp,
  IconButton,
  IconDots,
  IconFolder,
  IconMailOpened,
  IconTrash,
  IconX,
  PopMenu,
} from "@callpanel/ui";
import { PlainBar, SelectionBar, Word } from "../../shared/list/SelectionBar.tsx";
import { useWords } from "../../shared/words/useWords.ts";
import { useLayer } from "./layers.ts";
import { useVoicemailChange } from "./useVoicemailChange.ts";
import type { Voicemails } from "./useVoicemails.ts";
import { bulkChanges } from "./voicemail.api.ts";
import { voicemailMessages } from "./voicemail.messages.ts";
import { writableIds } from "./voicemail.model.ts";

/** The actions on all selected messages; shown only if they may be changed. */
export function BulkBar({ voicemails }: { readonly voicemails: Voicemails }) {
  const t = useWords(voicemailMessages);
  const { view, state, dispatch, folder } = voicemails;
  const { data: shown, total, unread } = state.phase === "ready" ? state.page : NOTHING;
  const here = writableIds(shown);
  const ids = [...view.selected];
  const rest = `${t("voicemail.total", { total })} · ${t("voicemail.unreadCount", { count: unread })}`;
  if (here.length === 0 && ids.length === 0) return shown.length === 0 ? null : <PlainBar rest={rest} />;
  return (
    <SelectionBar
      ids={here}
      selected={view.selected}
      onTick={(ticked, on) => dispatch({ type: "ticked", ids: ticked, on })}
      label={t("voicemail.selectPage")}
      count={t("voicemail.selected", { count: ids.length })}
      rest={rest}
    >
      <Changes ids={ids} isArchive={folder === "archived"} />
      <IconButton icon={IconX} label={t("voicemail.unselect")} onClick={() => dispatch({ type: "unticked" })} />
    </SelectionBar>
  );
}

const NOTHING = { data: [], total: 0, unread: 0 };

function Changes({ ids, isArchive }: { readonly ids: readonly number[]; readonly isArchive: boolean }) {
  const t = useWords(voicemailMessages);
  const openLayer = useLayer();
  return (
    <>
      {isArchive ? null : (
        <>
          <MarkRead ids={ids} />
          <Button icon={IconFolder} look="quiet" onClick={() => openLayer({ kind: "move", ids })}>
            <Word>{t("voicemail.move")}</Word>
          </Button>
          <Button icon={IconArrowForwardUp} look="quiet" onClick={() => openLayer({ kind: "transfer", ids })}>
            <Word>{t("voicemail.transfer")}</Word>
          </Button>
        </>
      )}
      <Button icon={IconTrash} look="quiet" onClick={() => openLayer({ kind: "delete", ids })}>
        <Word>{t("voicemail.delete")}</Word>
      </Button>
      {isArchive ? null : <MoreForAll ids={ids} />}
    </>
  );
}

type QuickChange = "read" | "unread" | "favorite" | "unfavorite" | "unmove";

/** The errors if the server sends no text. */
const FALLBACKS = {
  read: "vmail.bulkRead",
  unread: "vmail.bulkUnread",
  favorite: "vmail.bulkFavorite",
  unfavorite: "vmail.bulkUnfavorite",
  unmove: "vmail.bulkUnmove",
} as const satisfies Record<QuickChange, PanelErrorCode>;

/** VMU-14: applies a change to all selected messages, and shows the count. */
function useQuickChange(ids: readonly number[]) {
  const t = useWords(voicemailMessages);
  const { run, busy } = useVoicemailChange();
  const carryOut = (change: QuickChange) =>
    run({
      fallback: FALLBACKS[change],
      change: (api) => bulkChanges[change](api, ids),
      done: ({ count }) => t(`voicemail.done.${change}`, { count }),
    });
  return { carryOut, busy };
}

interface QuickProps {
  readonly ids: readonly number[];
}

function MarkRead({ ids }: QuickProps) {
  const t = useWords(voicemailMessages);
  const { carryOut, busy } = useQuickChange(ids);
  return (
    <Button icon={IconMailOpened} look="quiet" busy={busy} onClick={() => carryOut("read")}>
      <Word>{t("voicemail.markRead")}</Word>
    </Button>
  );
}

function MoreForAll({ ids }: QuickProps) {
  const t = useWords(voicemailMessages);
  const { carryOut } = useQuickChange(ids);
  const choices = [
    ["unread", "voicemail.markUnread"],
    ["favorite", "voicemail.favorite"],
    ["unfavorite", "voicemail.unfavorite"],
    ["unmove", "voicemail.unmove"],
  ] as const;
  return (
    <PopMenu width={220} position="bottom-end">
      <PopMenu.Target>
        <IconButton icon={IconDots} label={t("voicemail.more")} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {choices.map(([change, word]) => (
          <PopMenu.Item key={change} onClick={() => carryOut(change)}>
            {t(word)}
          </PopMenu.Item>
        ))}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
