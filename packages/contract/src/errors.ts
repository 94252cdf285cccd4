/**
 * The error catalogue (spec 2 §8): every code the product can show or answer with, and its text in en-US.
 * `{name}` marks a value that the thrower supplies as data. Other locales translate by code; a test in the panel compares them.
 */
import * as z from "zod/mini";

export const ERROR_TEXTS = {
  // Login and session
  "login.error.login": "Failed login. Invalid email or password.",
  "login.error.session": "Invalid user session. This user is not allowed to access callpanel",
  "login.error.oauth2": "Failed to authenticate with oauth2 token",
  "login.error.locked": "Too many failed sign-ins. Try again in {seconds} seconds.",
  "login.error.required": "Required.",
  "login.error.password": "Invalid password.",
  "login.error.username": "Invalid username.",
  "otp.required": "Enter the code of your second factor",
  "otp.invalid": "This code is not valid. It may have been used before, or be too old.",
  "otp.expired": "The sign-in took too long. Sign in again.",
  "otp.codeNeeded": "A code is needed to change this",
  "otp.phone": "Enter a telephone number with its country code, such as +1 416 555 0100",
  "otp.email": "Enter an e-mail address for the codes",
  "otp.smsUnavailable": "Codes cannot be sent by text message here",
  "otp.alreadyOn": "Switch the second factor off before you choose another way",
  "otp.notSent": "The code could not be sent",
  "otp.update": "Failed to change the second factor",
  "otp.load": "Failed to load the second factor",
  "account.currentPassword": "The current password is wrong",
  "account.currentPasswordNeeded": "Enter your current password to change this",
  "account.passwordConfirm": "The new passwords do not match",
  "account.passwordLength": "A password has {min} to {max} characters",
  "account.passwordSame": "The new password is the current one",
  "account.passwordContent": "The password may not be your username or your name",
  "account.save": "Failed to save your account",
  "sms.unknownDid": "This number is not one of yours that takes text messages",
  "sms.save": "Failed to save where text messages are passed on",
  "token.refreshFailed": "Failed to refresh token",
  "token.noAccess": "No access token",
  "token.noRefresh": "No refresh token",
  "token.invalidGrant": "The authorization grant is invalid, expired or was used before",
  "token.invalidClient": "Unknown client",
  "token.unsupportedGrant": "Unsupported grant type",
  "init.api": "Failed to initiate application from API: {message}",
  "init.app": "Failed to init application",
  "init.user": "Failed to get current user",
  "init.parkings": "Failed to get parkings",
  "init.licenses": "Failed to get licenses from API",
  "init.featureCodes": "WARNING: failed to get feature codes, will use defaults",
  // Push notifications
  "push.endpoint": "Notifications cannot be sent to this push service",
  // Sign-in links
  "anywhere.link": "Failed to get the sign-in link",
  "anywhere.email": "Failed to send the set-up e-mail",
  "anywhere.noEmail": "Your account has no e-mail address to send the link to",
  // Requests
  "request.unauthorized": "Sign in to use this",
  "request.forbidden": "You do not have permission to do this",
  "request.notFound": "Not found",
  "request.invalid": "Invalid request: {detail}",
  "request.tooLarge": "The request is too large",
  "request.tooMany": "Too many requests. Try again in {seconds} seconds.",
  "request.origin": "This page may not use the server",
  "request.unsupportedMedia": "Unsupported content type",
  "request.method": "Method not allowed",
  "mail.address": "This is not an e-mail address that can be written to",
  "server.internal": "Something went wrong on the server",
  "server.unavailable": "The server is starting or stopping. Try again in a moment.",
  "server.unreachable": "The server cannot be reached",
  // Buddies
  "buddies.load": "Failed to load buddies",
  "buddies.update": "Failed to update buddy card with API.",
  "buddies.add": "Failed to add buddy with API",
  "buddies.remove": "Failed to remove buddy with API",
  "buddies.unknown": "There is nobody of that name",
  "buddies.watched": "{name} is already on your list",
  "buddies.notWatched": "{exten} is not on your list",
  "buddies.tooMany": "Your list holds {limit} people; remove one first",
  // Contacts
  "contacts.load": "Failed to get contacts",
  "contacts.loadOne": "Failed to get the contact",
  "contacts.create": "Failed to create contact",
  "contacts.update": "Failed to update contact",
  "contacts.delete": "Failed to delete contact",
  "contacts.bulkDelete": "Failed to delete contacts with API",
  "contacts.import": "Failed to import contacts",
  "contacts.export": "Failed to export contacts",
  "contacts.tag.load": "Failed to get contact tags",
  "contacts.tag.create": "Failed to create contact tag",
  "contacts.tag.update": "Failed to update contact tag",
  "contacts.tag.delete": "Failed to delete contact tag",
  "contacts.personalTag.create": "Failed to create contact personal tag",
  "contacts.personalTag.update": "Failed to update contact personal tag",
  "contacts.personalTag.delete": "Failed to delete contact personal tag",
  "contacts.notFound": "This contact is no longer there",
  "contacts.invalid": "Some fields of the contact are not valid",
  "contacts.busy": "Too many pictures are being uploaded. Try again in a moment.",
  "contacts.field.required": "Required.",
  "contacts.field.name": "Enter at least 2 characters",
  "contacts.field.phone": "Enter at least 9 characters",
  "contacts.field.country": "Enter a number of Canada, the United States or Australia",
  "contacts.field.extension": "Only digits, 10 at most",
  "contacts.field.label": "Enter at least 2 characters, or leave it empty",
  "contacts.field.email": "Enter a valid e-mail address",
  "contacts.field.long": "This is too long",
  "contacts.field.lines": "No more than 10 lines are possible",
  "contacts.field.addressType": "Choose home, work, school or other",
  "contacts.field.twice": "This is there twice",
  "contacts.field.tag": "There is no such tag",
  "contacts.field.image": "This file is not a PNG, JPEG or BMP picture that can be used",
  "contacts.field.imageLarge": "A picture may have 5 MB at most",
  "contacts.import.tooLarge": "A contact file may have {megabytes} MB at most",
  "contacts.import.tooManyRows": "A contact file may have {limit} rows at most",
  "contacts.import.tooManyColumns": "A contact file may have {limit} columns at most",
  "contacts.import.cellTooLong": "Row {row} has a cell of more than {limit} characters",
  "contacts.import.empty": "The file has no rows",
  "contacts.import.unreadable": "This is not a CSV file that can be read",
  "contacts.import.quote": "A quotation mark in row {row} or later is never closed",
  "contacts.import.mapping": "The columns do not fit the file: each field may stand for one column",
  "contacts.import.noNames": "Choose the columns of the names and of a phone number first",
  "contacts.import.phase": "This is not possible with the import as it is now",
  "contacts.import.gone": "This import is no longer there. Upload the file again.",
  "contacts.import.running": "An import of yours is running already",
  "contacts.import.busy": "Other people are importing contacts. Try again in a few minutes.",
  "contacts.import.cancelled": "Not written: the import was cancelled",
  "contacts.import.notWritten": "Not written: the server could not store it",
  "contacts.tag.notFound": "This tag is no longer there",
  "contacts.tag.name": "A tag has 1 to {limit} characters and no spaces",
  "contacts.tag.color": "A colour is written as #rrggbb",
  "contacts.tag.exists": "There is a tag {name} already",
  "contacts.tag.tooMany": "There are {limit} tags already; remove one first",
  // Pictures
  "userPictureProfiles.errors.unvalidateImage": "This file is not a PNG, JPEG or GIF picture that can be used",
  "userPictureProfiles.errors.unsupportedFileReader": "This browser cannot read the file",
  "userPictureProfiles.errors.tooLarge": "A picture may have {megabytes} MB at most",
  "userPictureProfiles.errors.tooMany": "You have {limit} pictures already; remove one first",
  "userPictureProfiles.errors.busy": "Another picture is being uploaded. Try again in a moment.",
  "userPictureProfiles.errors.notFound": "This picture is no longer there",
  "userPictureProfiles.errors.load": "Failed to load your pictures",
  "userPictureProfiles.errors.save": "Failed to save the picture",
  "userPictureProfiles.errors.delete": "Failed to delete the picture",
  // Softphone
  "sipua.error.maxCallsOut": "You have reached the maximum of {limit} simultaneous calls",
  "sipua.error.maxCallsIn":
    "Call from {fromName} {fromNum} was rejected: the maximum of {limit} simultaneous calls is reached",
  "sipua.error.invalidNumber": "Invalid number: {number}",
  "sipua.error.invalidFeatureCode": "Invalid feature code: {number}",
  "sipua.error.recDisabled": "Recording is disabled for this call",
  "sipua.error.notSupported": "WebRTC is not supported. Try to upgrade your browser",
  "sipua.error.config": "SIPUA Configuration error: {message}",
  "sipua.error.ha1": "Invalid HA1 hash.",
  "sipua.error.ua": "SIP UA: {message}",
  "sipua.error.sendCall": "Failed to send call! Check debug.",
  "sipua.error.initiateCall": "Failed to initiate call. See debug for details",
  "sipua.error.media": "Failed to set media. See debug for more info",
  "sipua.error.micNotFound": "Microphone not found. Connect one, or choose another in the settings.",
  "sipua.error.micDenied": "The browser may not use the microphone. Allow it in the address bar, then call again.",
  "sipua.error.register": "Web Phone Register error: {cause} - {reason}",
  "sipua.error.hold": "Failed to put call on hold: {message}",
  "sipua.error.mute": "Failed to mute/unmute call: {message}",
  "sipua.error.dtmf": "Failed to send DTMF: {message}",
  "sipua.error.refer": "Failed to refer call: {message}",
  "sipua.error.destination": "Invalid or empty destination: '{value}'",
  "sipua.error.destinationAttended": "Invalid or empty destination for attended xfer: '{value}'",
  "sipua.error.publishDnd": "Failed to send PUBLISH DND: {message}",
  "sipua.error.publishForward": "Failed to send PUBLISH Call Forward status: {message}",
  "sipua.error.publishFollowMe": "Failed to send PUBLISH Follow-me status: {message}",
  "sipua.error.threeWay": "Failed to setup three-Way conference.",
  "sipua.error.sound": "Error playing notification sound: {message}",
  "sipua.error.ended": "The call has already ended",
  "sipua.error.listen": "Failed to listen: the phone is not connected",
  "sipua.check.inUse": "The check cannot run during a call",
  "sipua.hint.missNum": "Enter a number to call",
  "sipua.hint.notReady": "The phone is not ready. Wait until it is registered.",
  "sipua.xfer.failed": "Transfer to {num} failed: {fail}",
  "screenpop.trigger": "Invalid screenpop trigger: {trigger}",
  "ctd.noSoftphone": "You may not use the softphone, and your click-to-dial setting calls with it",
  "ctd.code": "A link may not dial {number}: codes are dialed by hand",
  // Why a call ended without being answered
  "call.busy": "{number} is busy",
  "call.noAnswer": "{number} does not answer",
  "call.unavailable": "{number} is not available",
  "call.rejected": "{number} rejected the call",
  "call.notFound": "{number} does not exist",
  "call.lost": "The connection was lost, and the call with {number} has ended",
  "call.failed": "The call to {number} failed: {reason}",
  // Realtime
  "events.error": "Events error: {message}",
  "rmqc.error.connLost": "Connection to the events server was lost. Reconnecting…",
  "rmqc.error.init": "Failed to connect to the events server",
  "rmqc.error.token": "Invalid client token",
  // Why a command was not carried out
  "move.failed": "Failed to move the call",
  "command.notRegistered": "No phone is registered for {number}",
  "command.limit": "No more calls are possible at the moment",
  "command.wrongState": "This is not possible with the call as it is now",
  "command.unavailable": "The phone system does not offer this",
  // Call history
  "cdrs.recording.notFound": "Recording not found",
  // Call handling
  "settings.user.unknown": "There is nobody of that number",
  "settings.forward.required": "Enter the number to forward to",
  "settings.forward.invalid": "A forward takes only digits, * and #",
  "settings.destination.self": "Calls cannot be sent back to the person they are for",
  "settings.destination.loop": "{number} leads back to the person the calls are for",
  "settings.destination.feature": "{number} is a feature code; calls cannot be sent there",
  "settings.destination.unknown": "{number} leads nowhere",
  "settings.destination.emergency": "Calls cannot be sent to the emergency number {number}",
  "settings.followMe.number": "Invalid number: {number}",
  "settings.followMe.duplicate": "{number} stands in the list twice",
  "settings.followMe.tooMany": "Follow-me rings at most {limit} numbers",
  "settings.followMe.timeout": "A time is a whole number of seconds from 0 to {limit}",
  "settings.followMe.prefix": "A prefix has at most {limit} characters",
  "settings.followMe.callerId": "The number to show is not valid",
  "settings.followMe.timeCondition": "This time condition no longer exists",
  "settings.blacklist.required": "Enter the number to block",
  "settings.blacklist.invalid": "Invalid number: {number}",
  "settings.blacklist.name": "A name has at most {limit} characters",
  "settings.blacklist.exists": "{number} is blocked already",
  "settings.blacklist.emergency": "{number} is an emergency number and cannot be blocked",
  "settings.blacklist.tooMany": "Your list holds {limit} numbers; remove one first",
  "settings.blacklist.notFound": "This number is no longer blocked",
  "settings.blacklist.addFailed": "Failed to add the number to the blacklist",
  "settings.toggle.notFound": "There is no such toggle destination",
  "settings.emergency.profile": "This call-back profile no longer exists",
  "settings.emergency.location": "This location no longer exists",
  "settings.emergency.disabled": "Emergency caller ids are switched off for the whole company",
  // Settings and administration
  "settings.saveFail": "Failed to save settings: {message}",
  "settings.dnd.failed": "Failed to switch do not disturb with API",
  "settings.callWaiting.failed": "Failed to switch call waiting with API",
  "settings.intercom.failed": "Failed to change intercom with API",
  "settings.forward.failed": "Failed to switch call forward with API",
  "settings.followMe.failed": "Failed to switch follow-me with API",
  "settings.blacklist.load": "Failed to get blacklist",
  "settings.blacklist.removeFailed": "Failed to remove the number from the blacklist",
  "settings.toggle.load": "Failed to get toggle destinations",
  "settings.toggle.failed": "Failed to switch the toggle destination with API",
  "settings.missedCalls.failed": "Failed to change show missed calls with API",
  "settings.emergency.load": "Failed to load the emergency settings",
  "settings.users": "Failed to load settings users",
  "admin.invalidFile": "The company file is not valid: {detail}",
  "admin.exists": "{what} already exists",
  "admin.notFound": "{what} does not exist",
} as const;

export type ErrorCode = keyof typeof ERROR_TEXTS;
export type ErrorDetails = Readonly<Record<string, string | number>>;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_TEXTS, code);

/** The en-US text of a code with its values filled in; a value that is missing is left out. */
export function errorText(code: ErrorCode, details: ErrorDetails = {}): string {
  return ERROR_TEXTS[code].replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ""));
}

export const errorDetailsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * The one error shape of every REST answer that is not 2xx. `error` is a catalogue code, or for oauth/token the
 * code of RFC 6749 §5.2 with the catalogue code in `code`.
 */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.string(),
  /** For people, en-US, already filled in; preferred over the panel's own fallback text. */
  error_description: z.string(),
  details: z.optional(errorDetailsSchema),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** An expected failure with a catalogue code. Words for people are chosen in the view. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(errorText(code, details), options);
    this.code = code;
    this.details = details;
  }
}
