import { createListeners } from "./listeners.ts";
import type { Revisions } from "./revisions.ts";

/** What the company of the phone system has configured of one kind, in memory. */
export interface CompanyCopy<One> {
  /** Empty for a realm of another phone system. */
  of(realm: string): readonly One[];
  /** Called when the company has changed, perhaps this too. @returns unsubscribes */
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/** Resolves when it is read. It is read again after each change of the company, by any server. */
export async function createCompanyCopy<One>({
  read,
  realm,
  revisions,
}: {
  readonly read: (realm: string) => Promise<readonly One[]>;
  readonly realm: string;
  readonly revisions: Pick<Revisions, "follow">;
}): Promise<CompanyCopy<One>> {
  const listeners = createListeners<[]>();
  let all = await read(realm);
  const refresh = async (): Promise<void> => {
    all = await read(realm);
    listeners.tell();
  };
  return {
    of: (wanted) => (wanted === realm ? all : []),
    subscribe: listeners.subscribe,
    stop: revisions.follow("company", refresh),
  };
}
