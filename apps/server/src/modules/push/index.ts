export { pushModule } from "./push.module.ts";
export { createPushService, type DeliverPush, type PushService } from "./push.service.ts";
export { createCallWaking, type CallWaking } from "./call-waking.ts";
export { startCallPushes } from "./call-pushes.ts";
export { isAt, isPublicAddress, isPushAddress } from "./push-address.ts";
export type { PushSubscriptionStore } from "./push.store.ts";
