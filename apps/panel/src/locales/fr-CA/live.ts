export const live = {
  "live.stale": "Plus en direct : la connexion est perdue.",
  "live.staleAge": "État d’il y a {age}",
} as const;
