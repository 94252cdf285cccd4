export const liveMessages = {
  "live.stale": "Not live: the connection was lost.",
  "live.staleAge": "As it was {age} ago",
} as const;
