export { createPersonalStates, type PersonalStates } from "./personal-states.service.ts";
export { NO_PERSONAL_STATE, type PersonalChange, type PersonalState } from "./personal-states.model.ts";
export type { PersonalStateStore } from "./personal-states.store.ts";
