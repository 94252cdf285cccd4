export interface AsteriskPhone {
  readonly username: string;
  readonly password: string;
}
export interface OwnAsterisk {
  /** Where phones open their WebSockets. */
  readonly url: string;
  readonly version: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}
export const ASTERISK_ROOT: string;
export function findAsterisk(): string | undefined;
export function startAsterisk(of: {
  readonly realm: string;
  readonly phones: readonly AsteriskPhone[];
}): Promise<OwnAsterisk | undefined>;
