export { createRoomBoard, type RoomBoard } from "./rooms.board.ts";
export type { RoomEvent } from "./rooms.model.ts";
export { roomMembers, roomSightOf, type RoomSight } from "./rooms.sight.ts";
export { createThreeWayBoard, type ThreeWayBoard, type ThreeWayMember } from "./three-way.board.ts";
