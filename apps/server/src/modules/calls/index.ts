export type { CallDetailRecord, CallParty, CallRecordStore } from "./calls.store.ts";
