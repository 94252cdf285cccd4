import { Button, PopMenu } from "@callpanel/ui";
import { useState } from "react";
import { SelectionBar } from "../../../shared/list/SelectionBar.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import type { AreaListState } from "../list/useAreaList.ts";
import { accessChanges } from "./access.api.ts";
import { accessMessages } from "./access.messages.ts";
import type { PeoplePage } from "./people.api.ts";
import { fullName } from "./person.model.ts";
import { RemovalDialog, SuspensionDialog } from "./PeopleDialogs.tsx";
import { usePeopleChange } from "./usePeopleChange.ts";

const MENU_PX = 240;

/** PEOPLE-7: what is done to the selected people. */
export function PeopleBar({ list }: { readonly list: AreaListState<PeoplePage, object> }) {
  const t = useWords(accessMessages);
  const { busy, run } = usePeopleChange();
  const [layer, setLayer] = useState<"none" | "suspend" | "remove">("none");
  const { state, selected, onTick, untick } = list;
  const page = state.phase === "ready" ? state.page : null;
  const ids = [...selected];
  // A single person on an earlier page is counted, not named.
  const single = page?.data.find(({ id }) => id === ids[0]);
  const name = single === undefined ? t("people.onePerson") : fullName(single);
  const close = () => setLayer("none");
  const done = () => {
    close();
    untick();
  };
  const dialog = { ids, name, onClose: close, onDone: done };
  return (
    <>
      <SelectionBar
        ids={page?.data.map(({ id }) => id) ?? []}
        selected={selected}
        onTick={onTick}
        label={t("people.selectPage")}
        count={t("people.selected", { count: selected.size })}
      >
        <PopMenu width={MENU_PX}>
          <PopMenu.Target>
            <Button busy={busy}>{t("people.toGroup")}</Button>
          </PopMenu.Target>
          <PopMenu.Dropdown>
            {[true, false].flatMap((joins) => [
              <PopMenu.Label key={String(joins)} aria-hidden>
                {t(joins ? "people.joinGroups" : "people.leaveGroups")}
              </PopMenu.Label>,
              ...(page?.groups ?? []).map((group) => (
                <PopMenu.Item
                  key={`${group} ${String(joins)}`}
                  aria-label={t(joins ? "people.joinGroup" : "people.leaveGroup", { group })}
                  onClick={() =>
                    run((api) => accessChanges.join(api, ids, { group, joins }), t("people.grouped"), untick)
                  }
                >
                  <bdi>{group}</bdi>
                </PopMenu.Item>
              )),
            ])}
          </PopMenu.Dropdown>
        </PopMenu>
        <Button onClick={() => setLayer("suspend")}>{t("people.suspend")}</Button>
        <Button
          busy={busy}
          onClick={() =>
            run(
              (api) => accessChanges.suspend(api, ids, false),
              t("people.resumed", { count: ids.length, name }),
              untick,
            )
          }
        >
          {t("people.resume")}
        </Button>
        <Button look="danger" onClick={() => setLayer("remove")}>
          {t("people.remove")}
        </Button>
      </SelectionBar>
      {layer === "suspend" ? <SuspensionDialog {...dialog} /> : null}
      {layer === "remove" ? <RemovalDialog {...dialog} /> : null}
    </>
  );
}
