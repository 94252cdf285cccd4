/** Where the focus goes back to when a message is closed. */
export const rowIdOf = (id: number | string | null): string => `voicemail-${id ?? ""}`;
