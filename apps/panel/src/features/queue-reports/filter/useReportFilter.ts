import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { REPORTS_KEY } from "../queue-reports.api.ts";
import { addressOf, faultsOf, firstFilter, readAddress } from "./filter.model.ts";
import type { FilterFaults, ReportFilter } from "./filter.model.ts";

export interface ReportChoice {
  /** What is shown: the filter of the address. */
  readonly shown: ReportFilter;
  readonly shownFaults: FilterFaults;
  /** The address names a type of report that does not exist. */
  readonly unknownType: boolean;
  /** What is being chosen. */
  readonly draft: ReportFilter;
  /** Once the person has tried to show it. */
  readonly faults: FilterFaults;
  readonly change: (draft: ReportFilter) => void;
  /** Shows the report of the draft, and loads it again if it is shown already; false: the draft has faults. */
  readonly show: () => boolean;
}

const PATH = "/queues/reports";
const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** RPT-2: the filter is kept in the address, so a link opens the same report. */
export function useReportFilter(): ReportChoice {
  const { clock } = usePanel();
  const navigate = useNavigate();
  const client = useQueryClient();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [first] = useState(() => firstFilter(zoneHere(), clock.now()));
  const address = JSON.stringify(search);
  const { filter: shown, unknownType } = readAddress(search, first);
  const [edited, setEdited] = useState<{ readonly address: string; readonly draft: ReportFilter } | null>(null);
  const [tried, setTried] = useState(false);
  // Another address, as after a step back, has its own filter.
  const draft = edited?.address === address ? edited.draft : shown;
  const shownFaults = faultsOf(shown);
  const faults = faultsOf(draft);
  return {
    shown,
    shownFaults,
    unknownType,
    draft,
    faults: tried || edited === null ? faults : {},
    change: (next) => setEdited({ address, draft: next }),
    show: () => {
      setTried(true);
      if (Object.keys(faults).length > 0) return false;
      setTried(false);
      setEdited(null);
      void client.invalidateQueries({ queryKey: REPORTS_KEY });
      void navigate({ to: PATH, search: addressOf(draft) });
      return true;
    },
  };
}
