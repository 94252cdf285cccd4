export interface WholeTests {
  readonly pages: string[];
  readonly servers: string[];
}
export function wholeTests(): WholeTests;
export function wholeTestsOf(changed: readonly string[]): WholeTests;
export function changedFiles(): string[] | undefined;
