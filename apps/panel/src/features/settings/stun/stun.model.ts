/** A stun or stuns URI (RFC 7064 §3.1): a name or address, and a port where it is not the usual. */
const STUN_URI = /^stuns?:(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;

const isStunUri = (uri: string): boolean => {
  const found = STUN_URI.exec(uri);
  return found !== null && Number(found[1] ?? 1) > 0 && Number(found[1] ?? 1) <= 65_535;
};

/** Spec 1 §5: comma-separated stun or stuns URIs; empty means the default. */
export const isStunList = (text: string): boolean =>
  text.trim() === "" || text.split(",").every((uri) => isStunUri(uri.trim()));

/** The stored form: without spaces. */
export const tidyStunList = (text: string): string =>
  text
    .split(",")
    .map((uri) => uri.trim())
    .join(",");
