export { createPushModule } from "./push.routes.ts";
export { createPushService, type DeliverPush, type PushDelivery, type PushService } from "./push.service.ts";
export { startCallPushes } from "./call-pushes.ts";
export { isPublicAddress, isPushAddress } from "./push-address.ts";
export type { PushSubscriptionStore, StoredPushSubscription } from "./push.store.ts";
