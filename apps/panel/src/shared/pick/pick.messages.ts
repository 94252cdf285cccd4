export const pickMessages = {
  "pick.hint": "Name or extension",
  "pick.found": "Results",
  "pick.none": "No results for “{search}”.",
} as const;
