/** Where a call's button stands in the page, for the focus to come back to. */
export const rowIdOf = (callId: number | null): string => `call-${callId ?? "none"}`;
