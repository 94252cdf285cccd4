export { createParkingModule, type ParkingLotsReader } from "./parking.routes.ts";
