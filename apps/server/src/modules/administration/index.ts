export { applyCompany } from "./company.service.ts";
export { createDemoCompany, DEMO_REALM, DEMO_SIGN_INS } from "./demo-company.ts";
export { meansSomething } from "./company.model.ts";
export type { StoredGroup, StoredUser } from "./company.model.ts";
export type { CompanyReader, CompanyStore, CompanyWriter } from "./company.store.ts";
export { runCommand } from "./commands/run-command.ts";
export { parseCompanyFile } from "./company.file.ts";
export { exportCompany } from "./company.export.ts";
