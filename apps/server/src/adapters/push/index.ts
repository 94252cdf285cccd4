export { createPushDelivery } from "./push-delivery.ts";
export { openPushKeys, type PushKeys } from "./push-keys.ts";
