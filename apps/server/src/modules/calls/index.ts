export type { CallDetailRecord, CallParty, CallRecordStore, DivertedFrom } from "./calls.store.ts";
export { listedPeople, TRANSFERRED } from "./listed-people.ts";
export { talkedNumbers } from "./talked-numbers.ts";
export { closeCutCalls } from "./cut-calls.ts";
export type { OpenCall, OpenCallChanges, OpenCallStore } from "./open-calls.store.ts";
