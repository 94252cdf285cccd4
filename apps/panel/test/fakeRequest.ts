/** A request to the fake server, and its response. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly authorization: string | null;
  readonly body: unknown;
}
