/** What a setting is called in the cache, by its segment of the path: `do_not_disturb`. */
export const rowsKey = (name: string) => ["settings", name] as const;
