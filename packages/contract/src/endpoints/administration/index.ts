/** The endpoints of administration and of the first run; a part of `endpoints`. */
import * as activity from "./activity.ts";
import * as applications from "./applications.ts";
import * as audit from "./audit.ts";
import * as companyPeople from "./people.ts";
import * as firstRun from "./first-run.ts";
import * as companyServices from "./services.ts";
import * as companyRights from "./permissions.ts";
import * as backups from "./backups.ts";
import * as profile from "./person-profile.ts";
import * as companyFile from "./company-file.ts";
import * as company from "./company.ts";
import * as companyThings from "./things.ts";
import * as peopleFile from "./people-file.ts";
import * as personAccess from "./person-access.ts";

export * from "./activity.ts";
export * from "./applications.ts";
export * from "./audit.ts";
export * from "./people.ts";
export * from "./first-run.ts";
export * from "./services.ts";
export * from "./permissions.ts";
export * from "./people-file.ts";
export * from "./person-access.ts";
export * from "./things.ts";
export * from "./company.ts";
export * from "./company-file.ts";
export * from "./backups.ts";
export type { GivenProof } from "./owner-proof.ts";
export * from "./person-profile.ts";

export const administrationEndpoints = {
  exportCompanyFile: companyFile.exportCompanyFile,
  previewCompanyFile: companyFile.previewCompanyFile,
  applyCompanyFile: companyFile.applyCompanyFile,
  listApplications: applications.listApplications,
  addApplication: applications.addApplication,
  changeApplicationSecret: applications.changeApplicationSecret,
  removeApplication: applications.removeApplication,
  getOverview: activity.getOverview,
  getActivity: activity.getActivity,
  listRegistrations: activity.listRegistrations,
  listLiveCalls: activity.listLiveCalls,
  listLocks: activity.listLocks,
  liftLock: activity.liftLock,
  listCallStories: activity.listCallStories,
  getCallStory: activity.getCallStory,
  downloadCallStory: activity.downloadCallStory,
  downloadCallCapture: activity.downloadCallCapture,
  uploadPersonPicture: profile.uploadPersonPicture,
  removePersonPicture: profile.removePersonPicture,
  getPersonEmergency: profile.getPersonEmergency,
  setPersonEmergency: profile.setPersonEmergency,
  listBackups: backups.listBackups,
  takeBackup: backups.takeBackup,
  checkBackup: backups.checkBackup,
  orderBackupDownload: backups.orderBackupDownload,
  downloadBackup: backups.downloadBackup,
  prepareRestore: backups.prepareRestore,
  dropRestore: backups.dropRestore,
  restoreBackup: backups.restoreBackup,
  changeBackupSchedule: backups.changeBackupSchedule,
  removeReplaced: backups.removeReplaced,
  getCompanySettings: company.getCompanySettings,
  changeCompanySettings: company.changeCompanySettings,
  uploadCompanyLogo: company.uploadCompanyLogo,
  removeCompanyLogo: company.removeCompanyLogo,
  findDestinations: companyThings.findDestinations,
  listCompanyNumbers: companyThings.listCompanyNumbers,
  getCompanyNumber: companyThings.getCompanyNumber,
  addCompanyNumber: companyThings.addCompanyNumber,
  changeCompanyNumber: companyThings.changeCompanyNumber,
  removeCompanyNumber: companyThings.removeCompanyNumber,
  listCompanyLots: companyThings.listCompanyLots,
  getCompanyLot: companyThings.getCompanyLot,
  addCompanyLot: companyThings.addCompanyLot,
  changeCompanyLot: companyThings.changeCompanyLot,
  removeCompanyLot: companyThings.removeCompanyLot,
  listCompanyLines: companyThings.listCompanyLines,
  getCompanyLine: companyThings.getCompanyLine,
  addCompanyLine: companyThings.addCompanyLine,
  changeCompanyLine: companyThings.changeCompanyLine,
  removeCompanyLine: companyThings.removeCompanyLine,
  testCompanyLine: companyThings.testCompanyLine,
  listChatRoomActs: audit.listChatRoomActs,
  listAuditLines: audit.listAuditLines,
  exportAuditLines: audit.exportAuditLines,
  listCompanyPeople: companyPeople.listCompanyPeople,
  getCompanyPerson: companyPeople.getCompanyPerson,
  addCompanyPerson: companyPeople.addCompanyPerson,
  changeCompanyPerson: companyPeople.changeCompanyPerson,
  previewPeopleFile: peopleFile.previewPeopleFile,
  applyPeople: peopleFile.applyPeople,
  exportPeople: peopleFile.exportPeople,
  openFirstRun: firstRun.openFirstRun,
  getFirstRun: firstRun.getFirstRun,
  setUpCompany: firstRun.setUpCompany,
  setUpAdministrator: firstRun.setUpAdministrator,
  readPeopleList: firstRun.readPeopleList,
  setUpPeople: firstRun.setUpPeople,
  setUpServices: firstRun.setUpServices,
  setUpLine: firstRun.setUpLine,
  skipStep: firstRun.skipStep,
  finishFirstRun: firstRun.finishFirstRun,
  getMissingThings: firstRun.getMissingThings,
  listCompanyQueues: companyServices.listCompanyQueues,
  getCompanyQueue: companyServices.getCompanyQueue,
  addCompanyQueue: companyServices.addCompanyQueue,
  changeCompanyQueue: companyServices.changeCompanyQueue,
  removeCompanyQueue: companyServices.removeCompanyQueue,
  listCompanyRooms: companyServices.listCompanyRooms,
  getCompanyRoom: companyServices.getCompanyRoom,
  addCompanyRoom: companyServices.addCompanyRoom,
  changeCompanyRoom: companyServices.changeCompanyRoom,
  removeCompanyRoom: companyServices.removeCompanyRoom,
  listCompanyGroups: companyRights.listCompanyGroups,
  getCompanyGroup: companyRights.getCompanyGroup,
  addCompanyGroup: companyRights.addCompanyGroup,
  changeCompanyGroup: companyRights.changeCompanyGroup,
  removeCompanyGroup: companyRights.removeCompanyGroup,
  listGroupPeople: companyRights.listGroupPeople,
  findCompanyPeople: companyRights.findCompanyPeople,
  findRightTargets: companyRights.findRightTargets,
  getPersonRights: companyRights.getPersonRights,
  changePersonRights: companyRights.changePersonRights,
  getPersonView: companyRights.getPersonView,
  getPersonAccess: personAccess.getPersonAccess,
  invitePerson: personAccess.invitePerson,
  setPersonPassword: personAccess.setPersonPassword,
  endPersonSessions: personAccess.endPersonSessions,
  endPersonSession: personAccess.endPersonSession,
  resetPersonSecondFactor: personAccess.resetPersonSecondFactor,
  resetPersonMailboxPin: personAccess.resetPersonMailboxPin,
  addPersonPhone: personAccess.addPersonPhone,
  removePersonPhone: personAccess.removePersonPhone,
  suspendPeople: personAccess.suspendPeople,
  joinPeople: personAccess.joinPeople,
  previewRemoval: personAccess.previewRemoval,
  removePeople: personAccess.removePeople,
} as const;
