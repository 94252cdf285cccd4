export const load = {
  "load.retry": "Réessayer",
} as const;
