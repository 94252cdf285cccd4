import {
  addCompanyLine,
  addCompanyLot,
  addCompanyNumber,
  changeCompanyLine,
  changeCompanyLot,
  changeCompanyNumber,
  getCompanyLine,
  getCompanyLot,
  getCompanyNumber,
  listCompanyLines,
  listCompanyLots,
  listCompanyNumbers,
  removeCompanyLine,
  removeCompanyLot,
  removeCompanyNumber,
} from "@callpanel/contract";
import type { AddedThing, CompanyThing, ThingArea, ThingKind } from "@callpanel/contract";
import {
  IconArrowsExchange,
  IconClock,
  IconHash,
  IconMapPin,
  IconParking,
  IconPhone,
  IconPhoneOutgoing,
} from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import type { Api } from "../../../shared/api/api.ts";
import type { AreaPage, Asked } from "../list/useAreaList.ts";

type Texts = Readonly<Record<string, string>>;
export type AskedThings = Omit<Asked<object>, "filter">;

/** One kind of thing: how it is loaded and changed. */
export interface ThingPageKind {
  readonly kind: ThingKind;
  readonly area: ThingArea;
  readonly path: string;
  readonly icon: Icon;
  /** What a new one begins with; other fields are empty. */
  readonly first: Texts;
  readonly list: (api: Api, asked: AskedThings, signal?: AbortSignal) => Promise<AreaPage<CompanyThing>>;
  readonly get: (api: Api, id: string, signal: AbortSignal) => Promise<CompanyThing>;
  readonly add: (api: Api, body: { readonly id: string; readonly fields: Texts }) => Promise<AddedThing>;
  readonly change: (
    api: Api,
    id: string,
    body: { readonly version: string; readonly fields: Texts },
  ) => Promise<CompanyThing>;
  readonly remove: (api: Api, id: string) => Promise<unknown>;
}

type Shown = Pick<ThingPageKind, "icon" | "first">;

const number = (kind: "direct" | "toggles" | "hours", shown: Shown): ThingPageKind => ({
  ...shown,
  kind,
  area: "numbers",
  path: `/administration/numbers/${kind}`,
  list: (api, query, signal) => api.call(listCompanyNumbers, { params: { kind }, query, signal }),
  get: (api, id, signal) => api.call(getCompanyNumber, { params: { kind, id }, signal }),
  add: (api, body) => api.call(addCompanyNumber, { params: { kind }, body }),
  change: (api, id, body) => api.call(changeCompanyNumber, { params: { kind, id }, body }),
  remove: (api, id) => api.call(removeCompanyNumber, { params: { kind, id } }),
});

/** A new line takes all calls. */
const ALL_CALLS = { inland: "true", abroad: "true", premium: "true", emergency: "true" };

const line = (kind: "trunks" | "profiles" | "locations", icon: Icon): ThingPageKind => ({
  icon,
  first: kind === "trunks" ? ALL_CALLS : {},
  kind,
  area: "lines",
  path: `/administration/lines/${kind}`,
  list: (api, query, signal) => api.call(listCompanyLines, { params: { kind }, query, signal }),
  get: (api, id, signal) => api.call(getCompanyLine, { params: { kind, id }, signal }),
  add: (api, body) => api.call(addCompanyLine, { params: { kind }, body }),
  change: (api, id, body) => api.call(changeCompanyLine, { params: { kind, id }, body }),
  remove: (api, id) => api.call(removeCompanyLine, { params: { kind, id } }),
});

const kind = "parking";
const PARKING: ThingPageKind = {
  kind,
  area: "lots",
  path: "/administration/lots",
  icon: IconParking,
  first: { timeout_seconds: "45" },
  list: (api, query, signal) => api.call(listCompanyLots, { params: { kind }, query, signal }),
  get: (api, id, signal) => api.call(getCompanyLot, { params: { kind, id }, signal }),
  add: (api, body) => api.call(addCompanyLot, { params: { kind }, body }),
  change: (api, id, body) => api.call(changeCompanyLot, { params: { kind, id }, body }),
  remove: (api, id) => api.call(removeCompanyLot, { params: { kind, id } }),
};

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const HOURS = number("hours", {
  icon: IconClock,
  first: { zone: ownZone, week: "mon,tue,wed,thu,fri 09:00-17:00" },
});

/** By area, in the order of the choices above the list. */
export const THING_KINDS: Readonly<Record<ThingArea, readonly [ThingPageKind, ...ThingPageKind[]]>> = {
  numbers: [
    number("direct", { icon: IconHash, first: { sms: "false", pop_trigger: "ringing" } }),
    number("toggles", { icon: IconArrowsExchange, first: {} }),
    HOURS,
  ],
  lots: [PARKING],
  lines: [line("trunks", IconPhoneOutgoing), line("profiles", IconPhone), line("locations", IconMapPin)],
};
