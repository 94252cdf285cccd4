/** What only calls need: loaded in an idle moment after the registration, or with the first call (PHONE-160). */
import { createSipCalls } from "./adapters/sip/sip-calls.ts";
import { createPhoneCalls } from "./calls/phone-calls.ts";

export const callCode = { createSipCalls, createPhoneCalls };
