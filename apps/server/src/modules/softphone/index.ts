export { softphoneModule } from "./softphone.module.ts";
export { EVENTS_PATH, SIP_PATH } from "./softphone.routes.ts";
