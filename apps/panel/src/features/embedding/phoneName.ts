/**
 * EMBED-17: how a phone in a frame or a webview calls itself in its User-Agent, so that what its person has set for that kind of
 * phone counts (packages/pbx, phone-kind.ts).
 * @param name what the server gave, as `callpanel 0.1.0`
 */
export const embeddedPhoneName = (name: string): string => name.replace(/^\S+/, "$& anywhere");
