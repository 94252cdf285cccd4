export { provisioningModule } from "./provisioning.module.ts";
export type { SignInLinkStore, StoredSignInLink } from "./sign-in-link.store.ts";
