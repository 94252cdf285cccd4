/** Puts together what phones may subscribe to. */
import type { DirectoryUser, Voicemail, Watching } from "@callpanel/phone-port";
import type { Uri } from "@callpanel/sip";
import { createMailboxCounts } from "./mailbox-counts.ts";
import { createMessageWaiting, type MessageWaiting, type MessageWaitingDeps } from "./message-waiting.ts";
import { createSummaryPackage } from "./message-summary.ts";
import { createSubscriptions, type Subscriptions, type SubscriptionsDeps } from "./subscriptions.ts";
import { createWatchPackages } from "./watch-packages.ts";

export interface PhoneSubscriptionsDeps
  extends Omit<SubscriptionsDeps, "packages">, Omit<MessageWaitingDeps, "counts" | "subscriptions"> {
  readonly isOwnAddress: (uri: Uri, user: DirectoryUser) => boolean;
  readonly isOwnHost: (host: string) => boolean;
  /** Read for counts that were not reported. */
  readonly boxes: Voicemail | undefined;
  readonly watching?: Watching | undefined;
}

export interface PhoneSubscriptions {
  readonly subscriptions: Subscriptions;
  readonly messageWaiting: MessageWaiting;
  readonly stopWatching: () => void;
}

export function createPhoneSubscriptions(deps: PhoneSubscriptionsDeps): PhoneSubscriptions {
  const { watching } = deps;
  const counts = createMailboxCounts(deps);
  const watched = watching === undefined ? [] : createWatchPackages({ ...deps, watching });
  const subscriptions = createSubscriptions({
    ...deps,
    packages: [createSummaryPackage({ ...deps, counts }), ...watched],
  });
  const stopWatching = watching?.subscribe((userId) => {
    for (const { event } of watched) subscriptions.changed(event, userId);
  });
  return {
    subscriptions,
    messageWaiting: createMessageWaiting({ ...deps, counts, subscriptions }),
    stopWatching: stopWatching ?? (() => undefined),
  };
}
