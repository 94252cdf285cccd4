/** What the fake server was asked, and what it answers. */
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
