import type { PanelErrorCode, Voicemail } from "@callpanel/contract";
import {
  Button,
  Checkbox,
  IconArrowForwardUp,
  IconButton,
  IconDots,
  IconFolder,
  IconMailOpened,
  IconTrash,
  IconX,
  PopMenu,
} from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { useLayer } from "./layers.ts";
import { useVoicemailChange } from "./useVoicemailChange.ts";
import type { Voicemails } from "./useVoicemails.ts";
import { bulkChanges } from "./voicemail.api.ts";
import { voicemailMessages } from "./voicemail.messages.ts";
import { writableIds } from "./voicemail.model.ts";
import styles from "./BulkBar.module.css";

/** Ticks all of a page, and does to all that are ticked what can be done to several; there only where something may be changed. */
export function BulkBar({ voicemails }: { readonly voicemails: Voicemails }) {
  const { view, state } = voicemails;
  const shown = state.phase === "ready" ? state.page.data : [];
  if (writableIds(shown).length > 0 || view.selected.size > 0) return <Bar voicemails={voicemails} shown={shown} />;
  return shown.length === 0 ? null : (
    <div className={styles.bar}>
      <Total state={state} />
    </div>
  );
}

/** How many there are, and how many of them nobody has heard. */
function Total({ state }: Pick<Voicemails, "state">) {
  const t = useWords(voicemailMessages);
  if (state.phase !== "ready") return null;
  const { total, unread } = state.page;
  return (
    <output className={styles.total}>
      {t("voicemail.total", { total })} · {t("voicemail.unreadCount", { count: unread })}
    </output>
  );
}

interface BarProps {
  readonly voicemails: Voicemails;
  readonly shown: readonly Voicemail[];
}

function Bar({ voicemails: { view, dispatch, folder, state }, shown }: BarProps) {
  const t = useWords(voicemailMessages);
  const openLayer = useLayer();
  const ids = [...view.selected];
  const here = writableIds(shown);
  const ticked = here.filter((id) => view.selected.has(id)).length;
  const all = here.length > 0 && ticked === here.length;
  const isArchive = folder === "archived";
  return (
    <div className={styles.bar} data-on={ids.length > 0 ? "" : undefined}>
      <Checkbox
        className={styles.all}
        aria-label={t("voicemail.selectPage")}
        label={<span className={styles.label}>{ids.length === 0 ? t("voicemail.selectPage") : null}</span>}
        checked={all}
        partly={ticked > 0 && !all}
        onChange={(on) => dispatch({ type: "ticked", ids: here, on })}
      />
      {ids.length === 0 ? (
        <Total state={state} />
      ) : (
        <>
          <output className={styles.count}>{t("voicemail.selected", { count: ids.length })}</output>
          {isArchive ? null : (
            <>
              <MarkRead ids={ids} />
              <Button icon={IconFolder} look="quiet" onClick={() => openLayer({ kind: "move", ids })}>
                <span className={styles.word}>{t("voicemail.move")}</span>
              </Button>
              <Button icon={IconArrowForwardUp} look="quiet" onClick={() => openLayer({ kind: "transfer", ids })}>
                <span className={styles.word}>{t("voicemail.transfer")}</span>
              </Button>
            </>
          )}
          <Button icon={IconTrash} look="quiet" onClick={() => openLayer({ kind: "delete", ids })}>
            <span className={styles.word}>{t("voicemail.delete")}</span>
          </Button>
          {isArchive ? null : <MoreForAll ids={ids} />}
          <IconButton icon={IconX} label={t("voicemail.unselect")} onClick={() => dispatch({ type: "unticked" })} />
        </>
      )}
    </div>
  );
}

type QuickChange = "read" | "unread" | "favorite" | "unfavorite" | "unmove";

/** The catalogue's words for each, where the server sends none. */
const FALLBACKS = {
  read: "vmail.bulkRead",
  unread: "vmail.bulkUnread",
  favorite: "vmail.bulkFavorite",
  unfavorite: "vmail.bulkUnfavorite",
  unmove: "vmail.bulkUnmove",
} as const satisfies Record<QuickChange, PanelErrorCode>;

/** VMU-14: carries one out for all that are ticked, and tells how many it was. */
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
      <span className={styles.word}>{t("voicemail.markRead")}</span>
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
