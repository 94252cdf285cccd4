export interface OwnJanus {
  readonly url: string;
  readonly version: string;
  /** Where its media are. */
  readonly address: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}
export function findJanus(): { readonly program: string; readonly library: string } | undefined;
export function startJanus(): Promise<OwnJanus | undefined>;
