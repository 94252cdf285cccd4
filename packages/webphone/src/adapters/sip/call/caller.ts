/** The caller and the other data of the INVITE. All of it is untrusted. */

export const NAME_CHARS = 128;
export const NUMBER_CHARS = 64;
const SCREEN_POP_CHARS = 2_048;
/** X-Pushed-Call (CALL-121) is the id of the call in its notification. */
const KEPT_HEADERS = ["x-screen-pop-conf", "x-screen-pop-vars", "x-pushed-call"] as const;

export interface Headers {
  getHeader(name: string): string | undefined;
}

export interface Caller {
  readonly number: string;
  readonly name: string;
}

/** P-Asserted-Identity (RFC 3325), set by the phone system itself, before From. */
export function callerOf(request: Headers): Caller {
  const asserted = parseNameAddr(request.getHeader("P-Asserted-Identity") ?? "");
  const from = parseNameAddr(request.getHeader("From") ?? "");
  return { number: asserted?.number ?? from?.number ?? "", name: asserted?.name || from?.name || "" };
}

/** Call-Info ends in answer-after=0 (spec 1 §4). */
export const wantsAutoAnswer = (request: Headers): boolean =>
  /;\s*answer-after\s*=\s*0\s*$/i.test(request.getHeader("Call-Info") ?? "");

/** X-Screen-Pop-Conf and X-Screen-Pop-Vars (spec 2 §7), and X-Pushed-Call, by lower-case name. */
export function keptHeaders(request: Headers): Readonly<Record<string, string>> {
  const present = KEPT_HEADERS.map((name) => [name, request.getHeader(name)?.slice(0, SCREEN_POP_CHARS)] as const);
  return Object.fromEntries(
    present.filter((entry): entry is readonly [(typeof entry)[0], string] => Boolean(entry[1])),
  );
}

/** `"Name" <sip:number@host>;tag=…`, `Name <sip:…>` or a bare URI (RFC 3261 §25.1, name-addr and addr-spec). */
export function parseNameAddr(text: string): Caller | undefined {
  // No two parts may take the same blanks: a hostile header would keep the page busy.
  const bracketed = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^<"]*))<([^>]*)>/.exec(text.trimStart());
  const uri = bracketed ? bracketed[3] : text.split(";")[0];
  const user = /^\s*(?:sips?|tel):([^@;?>\s]*)/i.exec(uri ?? "")?.[1];
  if (user === undefined) return undefined;
  const name = bracketed?.[1]?.replace(/\\(.)/g, "$1") ?? bracketed?.[2]?.trim() ?? "";
  return { number: plainText(unescapeUser(user), NUMBER_CHARS), name: plainText(name, NAME_CHARS) };
}

function unescapeUser(user: string): string {
  try {
    return decodeURIComponent(user.split(":")[0] ?? "");
  } catch {
    return user; // a stray % is no reason to lose the number
  }
}

/** Removes control characters, and characters that change the text direction (Unicode bidi controls). */
export function plainText(text: string, chars: number): string {
  return text
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "")
    .trim()
    .slice(0, chars);
}
