export { parkingModule } from "./parking.module.ts";
export { createParkedBoard, type ParkedBoard } from "./parked.board.ts";
export type { ParkedEvent, ParkedPlace } from "./parked.model.ts";
export { parkedCalls, parkedSightOf, type ParkedSight } from "./parked.sight.ts";
