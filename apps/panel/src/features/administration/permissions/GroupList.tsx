import type { CompanyGroupRow } from "@callpanel/contract";
import { mayManage } from "@callpanel/contract";
import { IconLock } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { AreaList } from "../list/AreaList.tsx";
import { AreaRow } from "../list/AreaRow.tsx";
import { useAreaList } from "../list/useAreaList.ts";
import type { AreaPage } from "../list/useAreaList.ts";
import { loadGroups } from "./permissions.api.ts";
import { permissionsMessages } from "./permissions.messages.ts";

const ROW_HEIGHT_PX = 60;
const NO_FILTER = {};
export const PERMISSIONS_PATH = "/administration/permissions";
export const groupPath = (name: string): string => `${PERMISSIONS_PATH}/groups/${name}`;

/** GRANT-1: the groups of the company. */
export function GroupList() {
  const t = useWords(permissionsMessages);
  const { viewer } = usePanel();
  const navigate = useNavigate();
  const list = useAreaList<CompanyGroupRow, AreaPage<CompanyGroupRow>, object>({
    area: "permissions",
    first: NO_FILTER,
    load: loadGroups,
  });
  const { state, search } = list;
  const words = {
    count: t("permissions.count", { total: state.phase === "ready" ? state.page.total : 0 }),
    rows: t("permissions.rows"),
    loading: t("permissions.loading"),
    pages: t("permissions.pages"),
    add: t("permissions.add"),
    noneTitle: t("permissions.noneTitle"),
    noneSearch: t("permissions.noneSearch", { search }),
    noneFilter: t("permissions.noneTitle"),
    clearFilter: t("permissions.clearFilter"),
    emptyTitle: t("permissions.emptyTitle"),
    emptyText: t("permissions.emptyText"),
  };
  return (
    <AreaList<CompanyGroupRow, AreaPage<CompanyGroupRow>>
      list={list}
      icon={IconLock}
      words={words}
      rowHeight={ROW_HEIGHT_PX}
      onAdd={mayManage(viewer.rights, "permissions") ? () => void navigate({ to: `${PERMISSIONS_PATH}/new` }) : null}
    >
      {({ data }) =>
        data.map(({ name, people, rights }) => (
          <AreaRow
            key={name}
            to={groupPath(name)}
            name={name}
            about={t("permissions.row", { people, rights })}
            tick={null}
          />
        ))
      }
    </AreaList>
  );
}
