export { createRealtimeGateway, EVENTS_FRAME_BYTES, type RealtimeDeps } from "./realtime.gateway.ts";
