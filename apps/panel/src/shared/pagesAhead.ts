import type { PageName } from "./routes.ts";

type PageParams = Readonly<Record<string, string | undefined>>;

/** Asks for what a page shows. @returns settles when the page may be rendered; undefined: at once. It does not reject */
type Prepare = (params: PageParams) => Promise<void> | undefined;

/** What pages show is asked for when somebody is about to come to them, and not only after they were rendered. */
export interface PagesAhead {
  /** @returns a stop function */
  on(page: PageName, prepare: Prepare): () => void;
  readonly prepare: (page: PageName, params: PageParams) => Promise<void> | undefined;
}

export function createPagesAhead(): PagesAhead {
  const known = new Map<PageName, Prepare>();
  return {
    on(page, prepare) {
      known.set(page, prepare);
      return () => void known.delete(page);
    },
    prepare: (page, params) => known.get(page)?.(params),
  };
}
