import type { Webphone } from "@callpanel/webphone";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import type { Readable } from "../../../shared/store.ts";

/**
 * PUBLISH-8: the phone publishes the person's settings as the phone system reports them, never an optimistic value of a page.
 * @returns a stop function
 */
export function joinPublishing({
  phone,
  own,
}: {
  readonly phone: Pick<Webphone, "publish">;
  readonly own: Readable<LiveBuddy | null>;
}): () => void {
  let said = "";
  const tell = (): void => {
    const live = own.get();
    if (live === null) return;
    const { dnd, forward, followme } = live;
    const next = `${dnd} ${forward?.enabled} ${forward?.number} ${followme}`;
    if (next === said) return;
    said = next;
    phone.publish({
      doNotDisturb: dnd,
      forward: forward && { isOn: forward.enabled, number: forward.number ?? "" },
      followMe: followme,
    });
  };
  tell();
  return own.subscribe(tell);
}
