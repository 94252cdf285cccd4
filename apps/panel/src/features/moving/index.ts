/** Moving calls by hand, over every page (docs/spec/moving.md): what pages put on their calls and on their targets. */
export { createMoving } from "./moving.store.ts";
export { MoveHandle } from "./MoveHandle.tsx";
export { MoveMark } from "./MoveMark.tsx";
export { MoveMenuItems } from "./MoveMenuItems.tsx";
export { MovingLayer } from "./MovingLayer.tsx";
export { useCallDrag } from "./useCallDrag.ts";
