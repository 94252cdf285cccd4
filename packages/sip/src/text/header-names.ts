/** The usual spelling of names by their lower-case long and compact forms (RFC 3261 §7.3.3 and the RFC of each field). */
const COMPACT: Readonly<Record<string, string>> = {
  a: "Accept-Contact",
  b: "Referred-By",
  c: "Content-Type",
  d: "Request-Disposition",
  e: "Content-Encoding",
  f: "From",
  i: "Call-ID",
  j: "Reject-Contact",
  k: "Supported",
  l: "Content-Length",
  m: "Contact",
  n: "Identity-Info",
  o: "Event",
  r: "Refer-To",
  s: "Subject",
  t: "To",
  u: "Allow-Events",
  v: "Via",
  x: "Session-Expires",
  y: "Identity",
};

const LONG =
  "Accept,Accept-Encoding,Accept-Language,Alert-Info,Allow,Allow-Events,Authentication-Info,Authorization,Call-ID,Call-Info," +
  "Contact,Content-Disposition,Content-Encoding,Content-Language,Content-Length,Content-Type,CSeq,Date,Error-Info,Event,Expires," +
  "From,In-Reply-To,Max-Forwards,MIME-Version,Min-Expires,Min-SE,Organization,P-Asserted-Identity,Path,Priority,Privacy," +
  "Proxy-Authenticate,Proxy-Authorization,Proxy-Require,RAck,Reason,Record-Route,Refer-To,Referred-By,Replaces,Reply-To,Require," +
  "Retry-After,Route,RSeq,Server,Service-Route,Session-Expires,SIP-ETag,SIP-If-Match,Subject,Subscription-State,Supported," +
  "Target-Dialog,Timestamp,To,Unsupported,User-Agent,Via,Warning,WWW-Authenticate,X-Screen-Pop-Conf,X-Screen-Pop-Vars";

const NAMES = new Map<string, string>();
for (const name of LONG.split(",")) {
  NAMES.set(name, name);
  NAMES.set(name.toLowerCase(), name);
  NAMES.set(name.toUpperCase(), name);
}
for (const [short, name] of Object.entries(COMPACT)) {
  NAMES.set(short, name);
  NAMES.set(short.toUpperCase(), name);
}

/** The usual spelling of a header name: long form, known capitals; an unknown name keeps its spelling. */
export const canonicalName = (name: string): string => NAMES.get(name) ?? NAMES.get(name.toLowerCase()) ?? name;

/** Whether two names, the second one canonical, mean the same field. */
export const isSameName = (name: string, canonical: string): boolean =>
  name === canonical || (name.length === canonical.length && name.toLowerCase() === canonical.toLowerCase());
