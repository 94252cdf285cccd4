import type { RealtimeEvent } from "@callpanel/contract";
import { isDeepStrictEqual } from "node:util";
import type { CallHandling } from "./call-handling.model.ts";
import type { CallHandlings } from "./call-handling.service.ts";

export interface SettingNoticesDeps {
  readonly handlings: Pick<CallHandlings, "subscribe">;
  /** Undefined for a removed user. */
  readonly personOf: (userId: number) => { readonly realm: string; readonly exten: string } | undefined;
  /** Sends events to a person's own panels at this server: every server sees a change by itself. */
  readonly ownEvents: { notifyHere(userId: number, event: RealtimeEvent): void };
}

type SettingName = Extract<RealtimeEvent, { action: "SETTING" }>["setting"];
const NAMES: Readonly<Record<keyof CallHandling, SettingName>> = {
  doNotDisturb: "do_not_disturb",
  callWaiting: "call_waiting",
  intercom: "intercom",
  forward: "forward",
  followMe: "follow_me",
  emergency: "emergency_caller_id",
  blacklist: "blacklists",
};

/** HANDLE-3: notifies the person's own panels of a changed setting, from any source. @returns stops it */
export function notifyOwnSettings({ handlings, personOf, ownEvents }: SettingNoticesDeps): () => void {
  return handlings.subscribe((userId, after, before) => {
    const person = personOf(userId);
    if (person === undefined) return;
    for (const name of Object.keys(NAMES).filter(isSetting))
      if (!isDeepStrictEqual(before[name], after[name]))
        ownEvents.notifyHere(userId, { action: "SETTING", ...person, setting: NAMES[name] });
  });
}

const isSetting = (name: string): name is keyof CallHandling => Object.hasOwn(NAMES, name);
