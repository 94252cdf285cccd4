export { applyCompany } from "./company.service.ts";
export { COMMAND_LINE, type Author } from "./company.author.ts";
export { createDemoCompany, DEMO_REALM } from "./demo-company.ts";
export { checkUnused, meansSomething } from "./company.model.ts";
export { leadingIn } from "./company.removal.ts";
export { takenNumber } from "./company.subjects.ts";
export type {
  CompanyDraft,
  RealmItemDraft,
  ServiceDraft,
  StoredGroup,
  StoredUser,
  UserDraft,
} from "./company.model.ts";
export { sampleFactsSchema, type ActivityStore } from "./activity/activity.store.ts";
export { startSampler } from "./activity/sampler.ts";
export type { BackupKind, Backups, ReplacedFacts } from "./backups.port.ts";
export {
  BUCKET_WORD,
  createBackupSchedules,
  type BackupPlaces,
  type ServerSettingStore,
} from "./backups/backup-schedule.ts";
export { createBackupRuns } from "./backups/backup-runs.ts";
export { notifyFailedNight } from "./backups/failed-night.ts";
export { claimRuns, startNightlyBackup } from "./backups/nightly-backup.ts";
export type {
  CompanyReader,
  CompanyStore,
  CompanyWriter,
  LostCounts,
  PeopleChoice,
  StoredAccess,
} from "./company.store.ts";
export { readCompanyFile } from "./commands/read-company-file.ts";
export { runCommand } from "./commands/run-command.ts";
export { parseCompanyFile } from "./company-file/company.file.ts";
export { exportCompany } from "./company-file/company.export.ts";
export { columnOf } from "./people-file/people-columns.ts";
export { freeUsername } from "./people-file/usernames.ts";
export { administrationModule } from "./administration.module.ts";
export {
  createInvitations,
  type Invitation,
  type InvitationDeps,
  type InvitationPlace,
} from "./invitation/invitations.ts";
export type { InvitationStore } from "./invitation/invitation.store.ts";
export type { CompanyPeopleStore, ListedPerson, PeopleQuery } from "./people/people.store.ts";
