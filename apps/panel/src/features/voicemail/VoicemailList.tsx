import { IconRecordMail, SelectField, StatePanel } from "@callpanel/ui";
import { ListPage } from "../../shared/list/ListPage.tsx";
import { NothingFits } from "../../shared/list/NothingFits.tsx";
import { ANY_TIME } from "../../shared/list/period.model.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Voicemails } from "./useVoicemails.ts";
import { voicemailMessages } from "./voicemail.messages.ts";
import { PAGE_SIZES, isNarrowed } from "./voicemail.model.ts";
import { VoicemailRow } from "./VoicemailRow.tsx";
import styles from "./VoicemailList.module.css";

const ROW_HEIGHT_PX = 64;

export interface VoicemailListProps {
  readonly voicemails: Voicemails;
  readonly openId: string | null;
  /** Opens a message and plays it. */
  readonly onPlay: (id: number) => void;
}

/** A page of messages, or the reason why it is empty. */
export function VoicemailList({ voicemails, openId, onPlay }: VoicemailListProps) {
  const t = useWords(voicemailMessages);
  const { view, dispatch, folder } = voicemails;
  return (
    <ListPage
      list={voicemails}
      names={{ rows: t("voicemail.list"), loading: t("voicemail.loading"), pages: t("voicemail.pages") }}
      fallback="vmail.load"
      rowHeight={ROW_HEIGHT_PX}
      empty={<NoVoicemails voicemails={voicemails} />}
      foot={<PageSize voicemails={voicemails} />}
    >
      {({ data }) =>
        data.map((message) => (
          <VoicemailRow
            key={message.id}
            message={message}
            folder={folder}
            namesBox={view.preferences.boxes.length > 0}
            open={String(message.id) === openId}
            onPlay={() => onPlay(message.id)}
            ticked={view.selected.has(message.id)}
            onTick={(on) => dispatch({ type: "ticked", ids: [message.id], on })}
          />
        ))
      }
    </ListPage>
  );
}

/** The page size, shown if there are more messages than in the smallest page. */
function PageSize({ voicemails: { view, dispatch, state } }: Pick<VoicemailListProps, "voicemails">) {
  const t = useWords(voicemailMessages);
  if (state.phase !== "ready" || state.page.total <= PAGE_SIZES[0]) return null;
  return (
    <SelectField
      silentLabel
      className={styles.size ?? ""}
      label={t("voicemail.pageSize")}
      choices={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
      value={String(view.preferences.pageSize)}
      onChange={(text) => {
        const size = PAGE_SIZES.find((one) => String(one) === text);
        if (size !== undefined) dispatch({ type: "preferencesChanged", change: { pageSize: size } });
      }}
    />
  );
}

function NoVoicemails({ voicemails: { view, dispatch, search, folder } }: Pick<VoicemailListProps, "voicemails">) {
  const t = useWords(voicemailMessages);
  const filter = {
    text: t("voicemail.noneFilter"),
    clear: t("voicemail.clearFilters"),
    onClear: () => dispatch({ type: "preferencesChanged", change: { category: "all", date: ANY_TIME } }),
  };
  return (
    <NothingFits
      title={t("voicemail.noneTitle")}
      search={search === "" ? null : t("voicemail.noneSearch", { search })}
      filter={isNarrowed(view.preferences) ? filter : null}
    >
      <StatePanel
        icon={IconRecordMail}
        title={t("voicemail.emptyTitle")}
        text={t(folder === "all" || folder === "inbox" ? "voicemail.emptyText" : "voicemail.emptyFolder")}
      />
    </NothingFits>
  );
}
