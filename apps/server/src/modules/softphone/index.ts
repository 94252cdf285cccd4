export { createSoftphoneModule, EVENTS_PATH, SIP_PATH, type SoftphoneDeps } from "./softphone.routes.ts";
