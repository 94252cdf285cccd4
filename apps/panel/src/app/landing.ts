/** The history state of `/` after a sign-in without a return path: the landing page is not decided yet. */
export const LANDING = { landing: true } as const;

declare module "@tanstack/history" {
  interface HistoryState {
    readonly landing?: true;
  }
}

/** The history state of the first address after a sign-in. */
export const landingState = (returnTo: string) => (returnTo === "/" ? LANDING : {});
