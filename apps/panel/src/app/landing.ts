/** Where `/` is reached by a sign-in that asked for no page: this entry of the history is still to be decided. */
export const LANDING = { landing: true } as const;

declare module "@tanstack/history" {
  interface HistoryState {
    readonly landing?: true;
  }
}
