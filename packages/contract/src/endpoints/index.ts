/** Every endpoint by name, and the types of each area. The server must serve each endpoint; a test compares the two. */
import * as account from "./session/account.ts";
import { administrationEndpoints } from "./administration/index.ts";
import * as announcements from "./announcements.ts";
import * as watchedSettings from "./people/watched-settings.ts";
import * as blacklists from "./call-handling/blacklists.ts";
import * as buddies from "./people/buddies.ts";
import * as handling from "./call-handling/call-handling.ts";
import * as callHistory from "./calls/call-history.ts";
import * as chatExport from "./chat/export.ts";
import * as chatMessages from "./chat/messages.ts";
import * as chatNotices from "./chat/notices.ts";
import * as chatPresence from "./chat/presence.ts";
import * as chatRooms from "./chat/rooms.ts";
import * as chatStarting from "./chat/starting.ts";
import * as chatSharing from "./chat/sharing.ts";
import * as chatSms from "./chat/sms.ts";
import * as conferences from "./calls/conferences.ts";
import * as videoConferences from "./calls/video-conferences.ts";
import * as videoRoomChanges from "./calls/video-room-changes.ts";
import * as videoMeetings from "./calls/video-meetings.ts";
import * as clickToDial from "./calls/click-to-dial.ts";
import * as emergency from "./calls/emergency.ts";
import * as notifications from "./session/notifications.ts";
import * as contactImport from "./people/contact-import.ts";
import * as callerNotes from "./people/caller-notes.ts";
import * as contactNames from "./people/contact-names.ts";
import * as contacts from "./people/contacts.ts";
import * as otp from "./session/otp-configuration.ts";
import * as preferences from "./session/preferences.ts";
import * as phones from "./calls/phones.ts";
import * as parking from "./calls/parking.ts";
import * as missedCallers from "./calls/missed-callers.ts";
import * as queueWalls from "./calls/queue-walls.ts";
import * as queues from "./calls/queues.ts";
import * as queueReports from "./calls/queue-reports.ts";
import * as savedQueueReports from "./calls/saved-queue-reports.ts";
import * as people from "./people/people.ts";
import * as pictures from "./people/pictures.ts";
import * as provisioning from "./session/provisioning.ts";
import * as push from "./session/push.ts";
import * as archives from "./calls/recording-archives.ts";
import * as recordings from "./calls/recordings.ts";
import * as screenPop from "./calls/screen-pop.ts";
import * as session from "./session/session.ts";
import * as toggles from "./call-handling/toggle-destinations.ts";
import * as sessions from "./session/sessions.ts";
import * as sms from "./session/sms.ts";
import * as startUp from "./session/start-up.ts";
import * as boxes from "./voicemail/voicemail-boxes.ts";
import * as voicemailChanges from "./voicemail/voicemail-changes.ts";
import * as voicemails from "./voicemail/voicemails.ts";

export * from "./administration/index.ts";
export * from "./announcements.ts";
export * from "./call-handling/blacklists.ts";
export * from "./call-handling/call-handling.ts";
export * from "./call-handling/toggle-destinations.ts";
export * from "./calls/call-history.ts";
export * from "./calls/click-to-dial.ts";
export * from "./calls/conferences.ts";
export * from "./calls/video-conferences.ts";
export * from "./calls/video-room-changes.ts";
export * from "./calls/video-meetings.ts";
export * from "./calls/emergency-identity.ts";
export * from "./calls/emergency.ts";
export * from "./calls/parking.ts";
export * from "./calls/phones.ts";
export * from "./calls/missed-callers.ts";
export * from "./calls/queue-reports.ts";
export * from "./calls/saved-queue-reports.ts";
export * from "./calls/queue-walls.ts";
export * from "./calls/queues.ts";
export * from "./calls/recording-archives.ts";
export * from "./calls/recordings.ts";
export * from "./calls/screen-pop.ts";
export * from "./chat/export.ts";
export * from "./chat/messages.ts";
export * from "./chat/notices.ts";
export * from "./chat/presence.ts";
export * from "./chat/rooms.ts";
export * from "./chat/starting.ts";
export * from "./chat/sharing.ts";
export * from "./chat/sms.ts";
export * from "./paging.ts";
export * from "./people/buddies.ts";
export * from "./people/contact-import.ts";
export * from "./people/caller-notes.ts";
export * from "./people/contact-names.ts";
export * from "./people/contacts.ts";
export * from "./people/people.ts";
export * from "./people/pictures.ts";
export * from "./people/watched-settings.ts";
export * from "./session/account.ts";
export * from "./session/preferences.ts";
export * from "./session/notifications.ts";
export * from "./session/otp.ts";
export * from "./session/otp-configuration.ts";
export * from "./session/provisioning.ts";
export * from "./session/push.ts";
export * from "./session/session.ts";
export * from "./session/sessions.ts";
export * from "./session/sms.ts";
export * from "./session/start-up.ts";
export * from "./voicemail/voicemail-boxes.ts";
export * from "./voicemail/voicemail-changes.ts";
export * from "./voicemail/voicemails.ts";

export const endpoints = {
  ...administrationEndpoints,
  issueToken: session.issueToken,
  revokeToken: session.revokeToken,
  validateSession: session.validateSession,
  getOauthApplication: session.getOauthApplication,
  getSipConfig: startUp.getSipConfig,
  getEventsConfig: startUp.getEventsConfig,
  getPermissions: startUp.getPermissions,
  getCurrentUser: startUp.getCurrentUser,
  getLicenses: startUp.getLicenses,
  getVideoConfig: startUp.getVideoConfig,
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
  lookupContacts: contactNames.lookupContacts,
  listCallerNotes: callerNotes.listCallerNotes,
  createCallerNote: callerNotes.createCallerNote,
  updateCallerNote: callerNotes.updateCallerNote,
  deleteCallerNote: callerNotes.deleteCallerNote,
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
  declinePushedCall: push.declinePushedCall,
  listOwnSessions: sessions.listOwnSessions,
  endOwnSession: sessions.endOwnSession,
  endOtherSessions: sessions.endOtherSessions,
  listPhones: phones.listPhones,
  addPhone: phones.addPhone,
  removePhone: phones.removePhone,
  webviewAuth: provisioning.webviewAuth,
  getSignInLink: provisioning.getSignInLink,
  regenerateSignInLink: provisioning.regenerateSignInLink,
  getMoreInfoLink: provisioning.getMoreInfoLink,
  sendSignInLink: provisioning.sendSignInLink,
  listAnnouncements: announcements.listAnnouncements,
  streamAnnouncement: announcements.streamAnnouncement,
  listSpeechVoices: announcements.listSpeechVoices,
  previewSpeech: announcements.previewSpeech,
  createAnnouncement: announcements.createAnnouncement,
  changeAnnouncement: announcements.changeAnnouncement,
  uploadAnnouncement: announcements.uploadAnnouncement,
  deleteAnnouncement: announcements.deleteAnnouncement,
  getCallRecording: recordings.getCallRecording,
  shareCallRecording: chatSharing.shareCallRecording,
  startRecordingArchive: archives.startRecordingArchive,
  getOwnRecordingArchive: archives.getOwnRecordingArchive,
  removeRecordingArchive: archives.removeRecordingArchive,
  downloadRecordingArchive: archives.downloadRecordingArchive,
  watchCallUsers: callHistory.watchCallUsers,
  listCalls: callHistory.listCalls,
  listDivertedCalls: callHistory.listDivertedCalls,
  exportCalls: callHistory.exportCalls,
  getCall: callHistory.getCall,
  listConferences: conferences.listConferences,
  watchConference: conferences.watchConference,
  getPersonalConference: conferences.getPersonalConference,
  changePersonalConference: conferences.changePersonalConference,
  listVideoConferences: videoConferences.listVideoConferences,
  getVideoConference: videoConferences.getVideoConference,
  createVideoConference: videoRoomChanges.createVideoConference,
  changeVideoConference: videoRoomChanges.changeVideoConference,
  removeVideoConference: videoRoomChanges.removeVideoConference,
  renewVideoLinks: videoRoomChanges.renewVideoLinks,
  inviteToVideoConference: videoRoomChanges.inviteToVideoConference,
  enterVideoConference: videoMeetings.enterVideoConference,
  showVideoMeeting: videoMeetings.showVideoMeeting,
  enterVideoMeeting: videoMeetings.enterVideoMeeting,
  listQueues: queues.listQueues,
  listQueueNames: queues.listQueueNames,
  listWatchedQueues: queues.listWatchedQueues,
  watchQueue: queues.watchQueue,
  listPauseCodes: queues.listPauseCodes,
  listQueueWalls: queueWalls.listQueueWalls,
  createQueueWall: queueWalls.createQueueWall,
  removeQueueWall: queueWalls.removeQueueWall,
  showQueueWall: queueWalls.showQueueWall,
  listMissedCallers: missedCallers.listMissedCallers,
  takeMissedCaller: missedCallers.takeMissedCaller,
  getQueueSummary: queueReports.getQueueSummary,
  listQueueCalls: queueReports.listQueueCalls,
  getQueueCallLog: queueReports.getQueueCallLog,
  getAgentLog: queueReports.getAgentLog,
  getAgentSummary: queueReports.getAgentSummary,
  getReportChoices: queueReports.getReportChoices,
  exportQueueSummary: queueReports.exportQueueSummary,
  exportQueueCalls: queueReports.exportQueueCalls,
  exportAgentSummary: queueReports.exportAgentSummary,
  listSavedQueueReports: savedQueueReports.listSavedQueueReports,
  createSavedQueueReport: savedQueueReports.createSavedQueueReport,
  changeSavedQueueReport: savedQueueReports.changeSavedQueueReport,
  removeSavedQueueReport: savedQueueReports.removeSavedQueueReport,
  listReportRecipients: savedQueueReports.listReportRecipients,
  listChatChannels: chatRooms.listChatChannels,
  listChatGroups: chatRooms.listChatGroups,
  listDirectMessages: chatRooms.listDirectMessages,
  closeDirectMessage: chatRooms.closeDirectMessage,
  authChat: chatStarting.authChat,
  newConversation: chatStarting.newConversation,
  getChatRoom: chatRooms.getChatRoom,
  openChatRoom: chatRooms.openChatRoom,
  closeChatRoom: chatRooms.closeChatRoom,
  joinChatRoom: chatRooms.joinChatRoom,
  leaveChatRoom: chatRooms.leaveChatRoom,
  archiveChatRoom: chatRooms.archiveChatRoom,
  restoreChatRoom: chatRooms.restoreChatRoom,
  kickFromChatRoom: chatRooms.kickFromChatRoom,
  inviteToChatRoom: chatRooms.inviteToChatRoom,
  addChatRoomOwner: chatRooms.addChatRoomOwner,
  removeChatRoomOwner: chatRooms.removeChatRoomOwner,
  renameChatRoom: chatRooms.renameChatRoom,
  changeChatRoom: chatRooms.changeChatRoom,
  notifyFromChatRoom: chatRooms.notifyFromChatRoom,
  deleteChatRoom: chatRooms.deleteChatRoom,
  listChatMembers: chatRooms.listChatMembers,
  listAllChatUsers: chatStarting.listAllChatUsers,
  keepInChatRoom: chatRooms.keepInChatRoom,
  getChatKeeping: chatRooms.getChatKeeping,
  getCompanyKeeping: chatRooms.getCompanyKeeping,
  changeCompanyKeeping: chatRooms.changeCompanyKeeping,
  exportChatRoom: chatExport.exportChatRoom,
  getOwnChatExport: chatExport.getOwnChatExport,
  eraseMessages: chatExport.eraseMessages,
  listChatMessages: chatMessages.listChatMessages,
  listChatPins: chatMessages.listChatPins,
  listSavedMessages: chatMessages.listSavedMessages,
  listChatThreads: chatMessages.listChatThreads,
  searchChat: chatMessages.searchChat,
  listChatDrafts: chatMessages.listChatDrafts,
  saveChatDraft: chatMessages.saveChatDraft,
  uploadChatFile: chatMessages.uploadChatFile,
  getChatFile: chatMessages.getChatFile,
  removeChatFile: chatMessages.removeChatFile,
  getChatNotices: chatNotices.getChatNotices,
  changeChatNotices: chatNotices.changeChatNotices,
  listChatPresences: chatPresence.listChatPresences,
  getChatPresence: chatPresence.getChatPresence,
  listPresenceTypes: chatPresence.listPresenceTypes,
  changeChatPresence: chatPresence.changeChatPresence,
  getOwnChatPresence: chatPresence.getOwnChatPresence,
  changeChatPreferences: chatPresence.changeChatPreferences,
  createPresenceType: chatPresence.createPresenceType,
  changePresenceType: chatPresence.changePresenceType,
  removePresenceType: chatPresence.removePresenceType,
  getPreferences: preferences.getPreferences,
  changePreferences: preferences.changePreferences,
  listClickToDial: clickToDial.listClickToDial,
  changeClickToDial: clickToDial.changeClickToDial,
  listScreenPops: screenPop.listScreenPops,
  changeScreenPop: screenPop.changeScreenPop,
  changeUser: account.changeUser,
  getOtpConfiguration: otp.getOtpConfiguration,
  changeOtpConfiguration: otp.changeOtpConfiguration,
  listSmsConversations: chatSms.listSmsConversations,
  getSmsConversation: chatSms.getSmsConversation,
  listSmsHistory: chatSms.listSmsHistory,
  sendSms: chatSms.sendSms,
  readSms: chatSms.readSms,
  takeSms: chatSms.takeSms,
  uploadSmsFile: chatSms.uploadSmsFile,
  getSmsFile: chatSms.getSmsFile,
  removeSmsFile: chatSms.removeSmsFile,
  listSmsNumbers: chatSms.listSmsNumbers,
  listSmsDrafts: chatSms.listSmsDrafts,
  saveSmsDraft: chatSms.saveSmsDraft,
  listSmsTemplates: chatSms.listSmsTemplates,
  saveSmsTemplate: chatSms.saveSmsTemplate,
  removeSmsTemplate: chatSms.removeSmsTemplate,
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
  listSubAccounts: watchedSettings.listSubAccounts,
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
  listVoicemails: voicemails.listVoicemails,
  listVoicemailFolders: voicemails.listVoicemailFolders,
  listVoicemailCategories: voicemails.listVoicemailCategories,
  getVoicemail: voicemailChanges.getVoicemail,
  downloadVoicemail: voicemailChanges.downloadVoicemail,
  shareVoicemail: chatSharing.shareVoicemail,
  markVoicemailFavorite: voicemailChanges.markVoicemailFavorite,
  unmarkVoicemailFavorite: voicemailChanges.unmarkVoicemailFavorite,
  markVoicemailRead: voicemailChanges.markVoicemailRead,
  markVoicemailNew: voicemailChanges.markVoicemailNew,
  removeVoicemailFromFolder: voicemailChanges.removeVoicemailFromFolder,
  moveVoicemailToFolder: voicemailChanges.moveVoicemailToFolder,
  archiveVoicemail: voicemailChanges.archiveVoicemail,
  restoreVoicemail: voicemailChanges.restoreVoicemail,
  deleteVoicemail: voicemailChanges.deleteVoicemail,
  transferVoicemail: voicemailChanges.transferVoicemail,
  bulkFavoriteVoicemails: voicemailChanges.bulkFavoriteVoicemails,
  bulkUnfavoriteVoicemails: voicemailChanges.bulkUnfavoriteVoicemails,
  bulkMoveVoicemails: voicemailChanges.bulkMoveVoicemails,
  bulkUnmoveVoicemails: voicemailChanges.bulkUnmoveVoicemails,
  bulkReadVoicemails: voicemailChanges.bulkReadVoicemails,
  bulkUnreadVoicemails: voicemailChanges.bulkUnreadVoicemails,
  bulkTransferVoicemails: voicemailChanges.bulkTransferVoicemails,
  bulkDeleteVoicemails: voicemailChanges.bulkDeleteVoicemails,
  watchVoicemailBoxes: boxes.watchVoicemailBoxes,
  getVoicemailBox: boxes.getVoicemailBox,
  changeVoicemailBox: boxes.changeVoicemailBox,
  getPinRestrictions: boxes.getPinRestrictions,
  getGreeting: boxes.getGreeting,
  uploadGreeting: boxes.uploadGreeting,
  resetGreeting: boxes.resetGreeting,
  getGreetingSpeech: boxes.getGreetingSpeech,
  speakGreeting: boxes.speakGreeting,
  removeGreetingSpeech: boxes.removeGreetingSpeech,
} as const;

export type EndpointName = keyof typeof endpoints;
