/** The query key of a setting, by its path segment: `do_not_disturb`. */
export const rowsKey = (name: string) => ["settings", name] as const;
