/** What is valid of an application that signs people in here (AUTH-50); the form, the server and the command line ask the same. */
export const APPLICATION_NAME_MAX_CHARS = 100;
export const APPLICATION_REDIRECTS_MAX = 10;
export const REDIRECT_MAX_CHARS = 2_048;
/** Of one company. */
export const APPLICATIONS_MAX = 50;

export const isApplicationName = (text: string): boolean =>
  text.trim() !== "" && text.length <= APPLICATION_NAME_MAX_CHARS && !/\p{Cc}/u.test(text);

/** Spaces and what is not seen: people read the same name with or without it. */
const UNSEEN = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const seen = (text: string): string => text.normalize("NFKC").replaceAll(UNSEEN, "").toLowerCase();

/** Whether people would take one name for the other: the sign-in page names the application. */
export const looksLike = (name: string, other: string): boolean => seen(name) === seen(other);

/** https, or http on this machine, without credentials, fragment and wildcards. */
const REDIRECT =
  /^(?:https:\/\/[^\s#*\\@/?]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)(?:[/?][^\s#*\\]*)?$/i;
export const isRedirectAddress = (text: string): boolean => text.length <= REDIRECT_MAX_CHARS && REDIRECT.test(text);

/** All addresses of one application. */
export const areRedirects = (addresses: readonly string[]): boolean =>
  addresses.length > 0 && addresses.length <= APPLICATION_REDIRECTS_MAX && addresses.every(isRedirectAddress);
