export { createProvisioningModule } from "./provisioning.routes.ts";
export type { SignInLinkStore, StoredSignInLink } from "./sign-in-link.store.ts";
