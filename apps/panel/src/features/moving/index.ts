/** Moving calls by drag and drop or from a list, on every page (docs/spec/moving.md): the parts for calls and targets. */
export { createMoving } from "./moving.store.ts";
export { MoveHandle } from "./MoveHandle.tsx";
export { MoveMark } from "./MoveMark.tsx";
export { MoveMenuItems } from "./MoveMenuItems.tsx";
export { MovingLayer } from "./MovingLayer.tsx";
export { useCallDrag } from "./useCallDrag.ts";
