export { applyCompany, type ApplyReport } from "./company.service.ts";
export { createDemoCompany, DEMO_REALM, DEMO_SIGN_INS } from "./demo-company.ts";
export { parsePermission, permissionText } from "./company.model.ts";
export type {
  CompanyDraft,
  GroupDraft,
  ServiceDraft,
  ServiceEntry,
  StoredGroup,
  StoredUser,
  UserDraft,
} from "./company.model.ts";
export type { CompanyReader, CompanyStore, CompanyWriter } from "./company.store.ts";
export { runCommand, type CommandLine } from "./commands/run-command.ts";
export { parseCompanyFile } from "./company.file.ts";
export { exportCompany } from "./company.export.ts";
