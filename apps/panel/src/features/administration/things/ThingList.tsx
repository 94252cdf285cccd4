import { mayManage } from "@callpanel/contract";
import type { CompanyThing } from "@callpanel/contract";
import { useNavigate } from "@tanstack/react-router";
import row from "../../../shared/list/Row.module.css";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { AreaList } from "../list/AreaList.tsx";
import { AreaRow } from "../list/AreaRow.tsx";
import { useAreaList } from "../list/useAreaList.ts";
import type { AreaPage } from "../list/useAreaList.ts";
import type { ThingPageKind } from "./thing.kinds.ts";
import { thingsMessages } from "./things.messages.ts";
import { useAbout } from "./useAbout.ts";
import styles from "./Thing.module.css";

const ROW_HEIGHT_PX = 60;
const NO_FILTER = {};

/** THINGS-1: the things of one kind that the person may see. */
export function ThingList({ kind: of }: { readonly kind: ThingPageKind }) {
  const { area, kind, icon, path, list: load } = of;
  const t = useWords(thingsMessages);
  const { viewer } = usePanel();
  const navigate = useNavigate();
  const list = useAreaList<CompanyThing, AreaPage<CompanyThing>, object>({
    area: `${area}-${kind}`,
    first: NO_FILTER,
    load: (api, { start, limit, search: wanted }, signal) => load(api, { start, limit, search: wanted }, signal),
  });
  const { state, search } = list;
  const words = {
    count: t(`things.${kind}.count`, { total: state.phase === "ready" ? state.page.total : 0 }),
    rows: t(`things.${kind}.title`),
    loading: t("things.loading"),
    pages: t("things.pages"),
    add: t(`things.${kind}.add`),
    noneTitle: t("things.noneTitle"),
    noneSearch: t("things.noneSearch", { search }),
    noneFilter: t("things.noneTitle"),
    clearFilter: t("things.clearFilter"),
    emptyTitle: t(`things.${kind}.emptyTitle`),
    emptyText: t(`things.${kind}.emptyText`),
  };
  return (
    <AreaList<CompanyThing, AreaPage<CompanyThing>>
      list={list}
      icon={icon}
      words={words}
      rowHeight={ROW_HEIGHT_PX}
      onAdd={mayManage(viewer.rights, area) ? () => void navigate({ to: `${path}/new` }) : null}
    >
      {({ data }) => data.map((thing) => <ThingRow key={thing.id} of={of} thing={thing} />)}
    </AreaList>
  );
}

function ThingRow({ of: { kind, path }, thing }: { readonly of: ThingPageKind; readonly thing: CompanyThing }) {
  const t = useWords(thingsMessages);
  const about = useAbout();
  const numberText = useNumberText(usePanel().viewer);
  const { id, fields, state } = thing;
  const name = fields["name"];
  return (
    <AreaRow
      to={`${path}/${encodeURIComponent(id)}`}
      name={name ?? id}
      about={about(kind, thing)}
      tick={null}
      facts={
        <>
          {state === "registered" || state === "unregistered" ? (
            <span className={styles.state} data-state={state}>
              {t(`things.state.${state}`)}
            </span>
          ) : null}
          {fields["sms"] === "true" ? <span className={row.chip}>{t("things.sms.chip")}</span> : null}
          {name === undefined ? null : <span className={row.digits}>{numberText(id)}</span>}
        </>
      }
    />
  );
}
