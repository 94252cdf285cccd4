export { createFirstRunLinks } from "./first-run-links.ts";
export { firstRunModule } from "./first-run.module.ts";
export { firstRunProgressSchema, type FirstRunProgress } from "./first-run.model.ts";
export type { FirstRunStore } from "./first-run.store.ts";
