/** How calls reach a person (spec 2 §7, settings). */
import {
  removeForward,
  setCallWaiting,
  setDoNotDisturb,
  setFollowMe,
  setForward,
  setIntercom,
  watchCallWaiting,
  watchDoNotDisturb,
  watchFollowMe,
  watchForward,
  watchIntercom,
} from "@callpanel/contract";
import type { FollowMe, Forward, Intercom } from "@callpanel/contract";
import type { Api } from "../../../shared/api/api.ts";
import type { RowsOf } from "../rows.ts";
import type { SettingRow } from "../subject.model.ts";

export type SwitchRow = SettingRow & { readonly enabled: boolean };

export const doNotDisturb: RowsOf<SwitchRow> = {
  name: "do_not_disturb",
  needs: "dndRead",
  load: (api, request) => api.call(watchDoNotDisturb, request),
};
export const callWaiting: RowsOf<SwitchRow> = {
  name: "call_waiting",
  needs: "cwtRead",
  load: (api, request) => api.call(watchCallWaiting, request),
};
export const intercom: RowsOf<SettingRow & Intercom> = {
  name: "intercom",
  needs: "icomRead",
  load: (api, request) => api.call(watchIntercom, request),
};
export const forward: RowsOf<SettingRow & Forward> = {
  name: "forward",
  needs: "fwdRead",
  load: (api, request) => api.call(watchForward, request),
};
export const followMe: RowsOf<SettingRow & FollowMe> = {
  name: "follow_me",
  needs: "fmeRead",
  load: (api, request) => api.call(watchFollowMe, request),
};

const flag = (enabled: boolean) => (enabled ? 1 : 0);

export const sendDoNotDisturb = (api: Api, id: number, enabled: boolean) =>
  api.call(setDoNotDisturb, { params: { id }, body: { enabled: flag(enabled) } });
export const sendCallWaiting = (api: Api, id: number, enabled: boolean) =>
  api.call(setCallWaiting, { params: { id }, body: { enabled: flag(enabled) } });
export const sendIntercom = (api: Api, id: number, body: Intercom) => api.call(setIntercom, { params: { id }, body });
/** The server keeps the number when forwarding is switched off. */
export const sendForward = (api: Api, id: number, { enabled, number }: Forward) =>
  enabled
    ? api.call(setForward, { params: { id }, body: { to: number } })
    : api.call(removeForward, { params: { id } });
export const sendFollowMe = (api: Api, id: number, body: Partial<FollowMe>) =>
  api.call(setFollowMe, { params: { id }, body });
