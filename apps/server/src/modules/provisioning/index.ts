export { createProvisioningModule } from "./provisioning.routes.ts";
export type { SignInLinkStore } from "./sign-in-link.store.ts";
