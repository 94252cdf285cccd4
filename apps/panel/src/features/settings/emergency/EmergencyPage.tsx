import {
  PAGE_SIZE,
  listEmergencyLocations,
  listEmergencyProfiles,
  setEmergencyCallerId,
  setOwnEmergencyCallerId,
  watchEmergencyCallerId,
} from "@callpanel/contract";
import type { EmergencyChoice } from "@callpanel/contract";
import { LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useRowChange, useRows } from "../rows.ts";
import type { RowsOf } from "../rows.ts";
import { useSubject } from "../subject.ts";
import { EmergencyForm, type EmergencyRow } from "./EmergencyForm.tsx";

const emergency: RowsOf<EmergencyRow> = {
  name: "emergency_caller_id",
  needs: "emergencyRead",
  load: (api, request) => api.call(watchEmergencyCallerId, request),
};

const ALL = { start: 0, limit: PAGE_SIZE.emergency };

/** SET-17: where help is sent to, and the number for the call back (spec 1 §3, emergency caller id). */
export function EmergencyPage() {
  const { api, viewer } = usePanel();
  const rows = useRows(emergency);
  const subject = useSubject();
  const profiles = useQuery({
    queryKey: ["settings", "emergency_profiles"],
    queryFn: ({ signal }) => api.call(listEmergencyProfiles, { query: ALL, signal }),
  });
  const locations = useQuery({
    queryKey: ["settings", "emergency_locations"],
    queryFn: ({ signal }) => api.call(listEmergencyLocations, { query: ALL, signal }),
  });
  const change = useRowChange<EmergencyRow, EmergencyChoice>({
    rows: emergency,
    send: (_api, id, body) =>
      id === viewer.user.id
        ? api.call(setOwnEmergencyCallerId, { body })
        : api.call(setEmergencyCallerId, { params: { id }, body }),
  });
  const failed = [rows, profiles, locations].find(({ data, isError }) => isError && data === undefined);
  if (failed)
    return (
      <LoadFailed
        error={failed.error}
        fallback="settings.emergency.load"
        onRetry={() => void Promise.all([rows.refetch(), profiles.refetch(), locations.refetch()])}
      />
    );
  const row = subject.rowOf(rows.data);
  if (rows.data !== undefined && row === undefined) return null;
  if (row === undefined || profiles.data === undefined || locations.data === undefined)
    return <LoadingBlock height={300} />;
  return (
    <>
      <EmergencyForm
        key={row.user_id}
        row={row}
        profiles={profiles.data.data}
        locations={locations.data.data}
        save={(value) => change.mutateAsync({ userId: row.user_id, change: value })}
      />
    </>
  );
}
