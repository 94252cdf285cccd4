export { createSoftphoneModule, EVENTS_PATH, SIP_PATH } from "./softphone.routes.ts";
