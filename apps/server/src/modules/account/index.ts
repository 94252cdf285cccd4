export { createAccountModule } from "./account.routes.ts";
export type { AccountStore } from "./account.store.ts";
