import { mayManage } from "@callpanel/contract";
import type { CompanyServiceRow } from "@callpanel/contract";
import { useNavigate } from "@tanstack/react-router";
import row from "../../../shared/list/Row.module.css";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { AreaList } from "../list/AreaList.tsx";
import { AreaRow } from "../list/AreaRow.tsx";
import { useAreaList } from "../list/useAreaList.ts";
import type { AreaPage } from "../list/useAreaList.ts";
import type { ServiceKind } from "./service.kinds.ts";
import { servicesMessages } from "./services.messages.ts";

const ROW_HEIGHT_PX = 60;
const NO_FILTER = {};

/** SERVICES-1: the queues or rooms that the person may see. */
export function ServiceList({ kind }: { readonly kind: ServiceKind }) {
  const { area, icon, path, list: load } = kind;
  const t = useWords(servicesMessages);
  const { viewer } = usePanel();
  const navigate = useNavigate();
  const list = useAreaList<CompanyServiceRow, AreaPage<CompanyServiceRow>, object>({
    area,
    first: NO_FILTER,
    load: (api, { start, limit, search: wanted }, signal) => load(api, { start, limit, search: wanted }, signal),
  });
  const { state, search } = list;
  const words = {
    count: t(`services.${area}.count`, { total: state.phase === "ready" ? state.page.total : 0 }),
    rows: t(`services.${area}.rows`),
    loading: t("services.loading"),
    pages: t("services.pages"),
    add: t(`services.${area}.add`),
    noneTitle: t("services.noneTitle"),
    noneSearch: t("services.noneSearch", { search }),
    noneFilter: t("services.noneTitle"),
    clearFilter: t("services.clearFilter"),
    emptyTitle: t(`services.${area}.emptyTitle`),
    emptyText: t(`services.${area}.emptyText`),
  };
  return (
    <AreaList<CompanyServiceRow, AreaPage<CompanyServiceRow>>
      list={list}
      icon={icon}
      words={words}
      rowHeight={ROW_HEIGHT_PX}
      onAdd={mayManage(viewer.rights, area) ? () => void navigate({ to: `${path}/new` }) : null}
    >
      {({ data }) =>
        data.map(({ number, name, people }) => (
          <AreaRow
            key={number}
            to={`${path}/${number}`}
            name={name}
            about={t(`services.${area}.people`, { count: people })}
            tick={null}
            facts={<span className={row.digits}>{number}</span>}
          />
        ))
      }
    </AreaList>
  );
}
