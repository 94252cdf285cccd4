/** The address of a gateway without its credentials, and these as basic authentication (RFC 7617). */
export function splitAddress(address: string) {
  const url = new URL(address);
  const username = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = "";
  url.password = "";
  const credentials = Buffer.from(`${username}:${password}`).toString("base64");
  const headers: Readonly<Record<string, string>> = username === "" ? {} : { authorization: `Basic ${credentials}` };
  return { url, username, password, headers };
}

/** After this a gateway counts as not having taken the message. */
export const ANSWER_MS = 10_000;

/** The message is at fault, not the gateway, the credentials or the moment. */
export const isRefusal = (status: number): boolean => [400, 404, 409, 413, 422].includes(status);
