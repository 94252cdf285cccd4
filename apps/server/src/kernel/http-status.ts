import type { ErrorCode } from "@callpanel/contract";

const STATUS: Partial<Record<ErrorCode, number>> = {
  "login.error.session": 403,
  "login.error.locked": 429,
  "anywhere.email": 502,
  "anywhere.noEmail": 409,
  "request.unauthorized": 401,
  "request.forbidden": 403,
  "request.origin": 403,
  "request.notFound": 404,
  "request.method": 405,
  "request.tooLarge": 413,
  "request.unsupportedMedia": 415,
  "request.tooMany": 429,
  "buddies.unknown": 404,
  "buddies.notWatched": 404,
  "buddies.watched": 409,
  "buddies.tooMany": 409,
  "contacts.notFound": 404,
  "contacts.invalid": 422,
  "contacts.busy": 429,
  "contacts.tag.notFound": 404,
  "contacts.tag.exists": 409,
  "contacts.tag.tooMany": 409,
  "userPictureProfiles.errors.unvalidateImage": 422,
  "userPictureProfiles.errors.tooLarge": 413,
  "userPictureProfiles.errors.tooMany": 409,
  "userPictureProfiles.errors.busy": 429,
  "userPictureProfiles.errors.notFound": 404,
  "cdrs.recording.notFound": 404,
  "settings.user.unknown": 404,
  "settings.blacklist.notFound": 404,
  "settings.blacklist.exists": 409,
  "settings.blacklist.tooMany": 409,
  "settings.toggle.notFound": 404,
  "otp.notSent": 502,
  "otp.alreadyOn": 409,
  "server.internal": 500,
  "server.unavailable": 503,
};

/** The HTTP status of a catalogue code; 400 for every refusal that has none of its own. */
export function statusOf(code: ErrorCode): number {
  return STATUS[code] ?? 400;
}
