/** Every endpoint by name. The server must serve each one; a test compares the two. */
import * as account from "./account.ts";
import * as blacklists from "./blacklists.ts";
import * as buddies from "./buddies.ts";
import * as handling from "./call-handling.ts";
import * as clickToDial from "./click-to-dial.ts";
import * as emergency from "./emergency.ts";
import * as notifications from "./notifications.ts";
import * as contactImport from "./contact-import.ts";
import * as contacts from "./contacts.ts";
import * as otp from "./otp.ts";
import * as parking from "./parking.ts";
import * as people from "./people.ts";
import * as pictures from "./pictures.ts";
import * as provisioning from "./provisioning.ts";
import * as push from "./push.ts";
import * as recordings from "./recordings.ts";
import * as screenPop from "./screen-pop.ts";
import * as session from "./session.ts";
import * as toggles from "./toggle-destinations.ts";
import * as sms from "./sms.ts";
import * as startUp from "./start-up.ts";

export const endpoints = {
  issueToken: session.issueToken,
  revokeToken: session.revokeToken,
  validateSession: session.validateSession,
  getOauthApplication: session.getOauthApplication,
  getSipConfig: startUp.getSipConfig,
  getEventsConfig: startUp.getEventsConfig,
  getPermissions: startUp.getPermissions,
  getCurrentUser: startUp.getCurrentUser,
  getLicenses: startUp.getLicenses,
  getBranding: session.getBranding,
  getFaviconSizes: session.getFaviconSizes,
  getFeatureCodes: startUp.getFeatureCodes,
  listBuddies: buddies.listBuddies,
  listMyBuddies: buddies.listMyBuddies,
  watchBuddy: buddies.watchBuddy,
  moveBuddy: buddies.moveBuddy,
  unwatchBuddy: buddies.unwatchBuddy,
  getParkings: parking.getParkings,
  searchPhoneNumbers: people.searchPhoneNumbers,
  listContacts: contacts.listContacts,
  getContact: contacts.getContact,
  getContactImage: contacts.getContactImage,
  createContact: contacts.createContact,
  updateContact: contacts.updateContact,
  deleteContact: contacts.deleteContact,
  bulkDeleteContacts: contacts.bulkDeleteContacts,
  lookupContacts: contacts.lookupContacts,
  readContactFile: contactImport.readContactFile,
  getOwnImport: contactImport.getOwnImport,
  getContactImport: contactImport.getContactImport,
  checkContactImport: contactImport.checkContactImport,
  listImportRows: contactImport.listImportRows,
  startContactImport: contactImport.startContactImport,
  cancelContactImport: contactImport.cancelContactImport,
  getRefusedRows: contactImport.getRefusedRows,
  exportContacts: contactImport.exportContacts,
  listContactTags: contacts.listContactTags,
  createContactTag: contacts.createContactTag,
  updateContactTag: contacts.updateContactTag,
  deleteContactTag: contacts.deleteContactTag,
  listPersonalTags: contacts.listPersonalTags,
  createPersonalTag: contacts.createPersonalTag,
  updatePersonalTag: contacts.updatePersonalTag,
  deletePersonalTag: contacts.deletePersonalTag,
  getPictures: pictures.getPictures,
  uploadPicture: pictures.uploadPicture,
  switchPictureType: pictures.switchPictureType,
  deletePicture: pictures.deletePicture,
  getPictureImage: pictures.getPictureImage,
  getPushKey: push.getPushKey,
  subscribePush: push.subscribePush,
  unsubscribePush: push.unsubscribePush,
  webviewAuth: provisioning.webviewAuth,
  getSignInLink: provisioning.getSignInLink,
  regenerateSignInLink: provisioning.regenerateSignInLink,
  getMoreInfoLink: provisioning.getMoreInfoLink,
  sendSignInLink: provisioning.sendSignInLink,
  getCallRecording: recordings.getCallRecording,
  getPreferences: account.getPreferences,
  changePreferences: account.changePreferences,
  listClickToDial: clickToDial.listClickToDial,
  changeClickToDial: clickToDial.changeClickToDial,
  listScreenPops: screenPop.listScreenPops,
  changeScreenPop: screenPop.changeScreenPop,
  changeUser: account.changeUser,
  getOtpConfiguration: otp.getOtpConfiguration,
  changeOtpConfiguration: otp.changeOtpConfiguration,
  listSmsDids: sms.listSmsDids,
  listSmsToEmail: sms.listSmsToEmail,
  changeSmsToEmail: sms.changeSmsToEmail,
  getNotifications: notifications.getNotifications,
  changeNotifications: notifications.changeNotifications,
  watchDoNotDisturb: handling.watchDoNotDisturb,
  setDoNotDisturb: handling.setDoNotDisturb,
  watchCallWaiting: handling.watchCallWaiting,
  setCallWaiting: handling.setCallWaiting,
  watchIntercom: handling.watchIntercom,
  setIntercom: handling.setIntercom,
  watchForward: handling.watchForward,
  setForward: handling.setForward,
  removeForward: handling.removeForward,
  watchFollowMe: handling.watchFollowMe,
  setFollowMe: handling.setFollowMe,
  listRingStrategies: handling.listRingStrategies,
  listTimeConditions: handling.listTimeConditions,
  listAvailableExtensions: handling.listAvailableExtensions,
  watchDirectNumbers: handling.watchDirectNumbers,
  listBlacklist: blacklists.listBlacklist,
  addToBlacklist: blacklists.addToBlacklist,
  removeFromBlacklist: blacklists.removeFromBlacklist,
  saveBlacklist: blacklists.saveBlacklist,
  listToggleDestinations: toggles.listToggleDestinations,
  setToggleDestination: toggles.setToggleDestination,
  listEmergencyProfiles: emergency.listEmergencyProfiles,
  listEmergencyLocations: emergency.listEmergencyLocations,
  watchEmergencyCallerId: emergency.watchEmergencyCallerId,
  setOwnEmergencyCallerId: emergency.setOwnEmergencyCallerId,
  setEmergencyCallerId: emergency.setEmergencyCallerId,
} as const;

export type EndpointName = keyof typeof endpoints;
