export { createPushDelivery } from "./push-delivery.ts";
export { openPushKeys } from "./push-keys.ts";
