export { createRealtimeGateway, EVENTS_FRAME_BYTES } from "./realtime.gateway.ts";
