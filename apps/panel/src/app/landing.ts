/** The history state of `/` after a sign-in without a return path: the landing page is not decided yet. */
export const LANDING = { landing: true } as const;

declare module "@tanstack/history" {
  interface HistoryState {
    readonly landing?: true;
  }
}
