export { phonesModule } from "./sip-credentials.module.ts";
export { createSipCredentials, type SipCredentials } from "./sip-credentials.service.ts";
export { newSipSecret, sipHa1, type SipHa1 } from "./sip-credential.model.ts";
export { presentPhone } from "./sip-credentials.routes.ts";
export type { HeldSecret, NewPhoneCredential, SipCredentialStore } from "./sip-credential.store.ts";
