import type { RegistrationRow } from "@callpanel/contract";
import { IconPhone } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { AreaList } from "../list/AreaList.tsx";
import { useAreaList } from "../list/useAreaList.ts";
import { FactRow } from "../parts/FactRows.tsx";
import { Section } from "../parts/Section.tsx";
import { loadRegistrations } from "./activity.api.ts";
import type { RegistrationsPage } from "./activity.api.ts";
import { activityMessages } from "./activity.messages.ts";
import { useTimeText } from "./useTimeText.ts";

const ROW_HEIGHT_PX = 48;
const NO_FILTER = {};

/** ACTIVITY-1: registered people with device, address, start and expiry. The field of the toolbar searches them. */
export function Registrations() {
  const t = useWords(activityMessages);
  const list = useAreaList<RegistrationRow, RegistrationsPage, object>({
    area: "activity",
    first: NO_FILTER,
    load: loadRegistrations,
  });
  const { state, search } = list;
  const total = state.phase === "ready" ? state.page.total : 0;
  const words = {
    count: t("activity.registrationCount", { total }),
    rows: t("activity.registrationRows"),
    loading: t("activity.registrationLoading"),
    pages: t("activity.registrationPages"),
    add: "",
    noneTitle: t("activity.noneTitle"),
    noneSearch: t("activity.noneSearch", { search }),
    noneFilter: "",
    clearFilter: "",
    emptyTitle: t("activity.emptyTitle"),
    emptyText: t("activity.emptyText"),
  };
  return (
    <Section title={t("activity.registrations")}>
      <div>
        <AreaList<RegistrationRow, RegistrationsPage>
          list={list}
          icon={IconPhone}
          words={words}
          rowHeight={ROW_HEIGHT_PX}
          onAdd={null}
        >
          {({ data }) =>
            data.map((row) => <PhoneRow key={`${row.name} ${row.address} ${row.since} ${row.device}`} row={row} />)
          }
        </AreaList>
      </div>
    </Section>
  );
}

function PhoneRow({ row }: { readonly row: RegistrationRow }) {
  const t = useWords(activityMessages);
  const time = useTimeText();
  const { name, extension, device, address, since, expires_at: expires, user_id: person } = row;
  return (
    <FactRow
      framed
      name={person === null ? `${name} · ${t("activity.line")}` : `${name} ${extension}`}
      about={[
        device === "" ? t("activity.unknownDevice") : device,
        address,
        t("activity.since", { time: time(since) }),
        t("activity.expires", { time: time(expires) }),
      ]}
    />
  );
}
