/** The service worker: how the panel is installed and woken. */
export interface PanelWorker {
  /** Starts the worker, and gives it the files that the page loaded before. */
  start(): Promise<void>;
  /** Whether the person allows notifications. */
  isPermitted(): boolean;
  /** Calls back when that changes; never in browsers that do not report it. */
  onPermission(listener: () => void): void;
  current(): Promise<PushSubscriptionJSON | null>;
  /** `key`: the server's, base64url. A subscription made with another key is replaced. */
  subscribe(key: string): Promise<PushSubscriptionJSON>;
  /** The id of the call that the person has answered from its notification, for the first page that asks; else null. */
  takeAnswered(): Promise<string | null>;
  /** Calls back when this page is to ask for one. @returns a stop function */
  onAnswered(listener: () => void): () => void;
}
