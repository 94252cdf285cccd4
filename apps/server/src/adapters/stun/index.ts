export { openStunServer, type StunServer } from "./stun-server.ts";
