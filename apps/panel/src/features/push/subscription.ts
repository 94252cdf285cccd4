import { getPushKey, subscribePush, unsubscribePush } from "@callpanel/contract";
import type { Locale } from "@callpanel/contract";
import type { Api } from "../../shared/api/api.ts";

/** The browser's Push API. */
export interface PushSource {
  /** Whether the person allows notifications. */
  isPermitted(): boolean;
  current(): Promise<PushSubscriptionJSON | null>;
  /** `key`: the server's, base64url. A subscription made with another key is replaced. */
  subscribe(key: string): Promise<PushSubscriptionJSON>;
}

export interface SubscriptionDeps {
  readonly api: Pick<Api, "call">;
  readonly source: PushSource;
  readonly locale: Locale;
}

/**
 * PWA-5: sends the push subscription of this browser to the server, once per sign-in. Does nothing in browsers without push,
 * for people who want no notifications, and if the push service does not respond: the panel works without it.
 */
export async function keepSubscribed({ api, source, locale }: SubscriptionDeps): Promise<void> {
  if (!source.isPermitted()) {
    const { endpoint } = (await source.current()) ?? {};
    if (endpoint !== undefined) await api.call(unsubscribePush, { body: { endpoint } });
    return;
  }
  const { key } = await api.call(getPushKey, {});
  const { endpoint, keys } = await source.subscribe(key);
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return;
  await api.call(subscribePush, { body: { endpoint, keys: { p256dh, auth }, locale } });
}
