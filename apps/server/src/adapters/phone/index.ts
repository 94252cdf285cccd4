export { createCallLedger } from "./call-ledger.ts";
export { createPhoneDirectory, type PhoneDirectory } from "./phone-directory.ts";
export { trackPhoneState } from "./phone-state.ts";
