/** Front door of the embedded phone system: registrar, B2BUA, dial plan and call control. It knows no database and no HTTP. */
export { createPhoneSystem, type PhoneSystem, type PhoneSystemDeps } from "./phone-system.ts";
export type {
  EmergencyIdentity,
  FollowMeNumber,
  FollowMePlan,
  FollowMeStrategy,
  OutgoingIdentity,
  OutsideClass,
  OutsideRight,
  PhoneKind,
  PopPage,
  SwitchOutcome,
} from "./handling.port.ts";
export { ANONYMOUS_NUMBER } from "./ports.ts";
export type {
  Answer,
  CallLedger,
  CallRecord,
  CallRecording,
  Clock,
  DigestAlgorithm,
  CredentialUse,
  SipCredential,
  Directory,
  DirectoryChange,
  DirectoryEntry,
  DirectoryUser,
  GuessAdmission,
  DivertedFrom,
  GuessGuard,
  Disposition,
  LegQuality,
  ParkingLot,
  PhoneAct,
  PinAttempt,
  Publication,
  PublishOutcome,
  Log,
  Party,
  RecordingFolder,
  SipSocket,
  SipSocketHandlers,
} from "./ports.ts";
export type {
  CallView,
  LegView,
  ParkedCall,
  PhoneEvent,
  PhoneSnapshot,
  RecordingView,
  RoomMemberView,
  RoomView,
  Registration,
  UnregisterReason,
} from "./events.ts";
export { farKindOf } from "./calls/far-end.ts";
export type { CommandOutcome, CommandRefusal, ListeningMode, OrderGoal, PhoneCommands } from "./commands.ts";
export type { Announcement, AnnouncementParts } from "./announcement.port.ts";
export type {
  DraftPurpose,
  GreetingKind,
  Voicemail,
  VoicemailBox,
  VoicemailCaller,
  VoicemailCounts,
  VoicemailDraft,
  VoicemailFolder,
  VoicemailLimits,
  VoicemailMessage,
  VoicemailParts,
} from "./voicemail.port.ts";
export { SPOKEN, spokenFile, type SpokenKey } from "./spoken/spoken.ts";
export { SPOKEN_LANGUAGES, type SpokenLanguage, type SpokenText } from "./spoken/spoken-text.ts";
export type { MailboxCount } from "./requests/message-summary.ts";
export { DEFAULT_PHONE_SETTINGS, type PhoneSettings } from "./settings.ts";
export { mayForwardToCode } from "./dialplan/may-reach.ts";
export { looksOutside } from "./dialplan/number.ts";
export { DEFAULT_FEATURE_CODES, type FeatureCode } from "./dialplan/feature-codes.ts";
