export const embeddingMessages = {
  "embedding.toolbar": "Embedded toolbar",
  "embedding.pages": "Pages",
  "embedding.landing": "Start page",
  "embedding.landingSaved": "This is now your start page",
  "embedding.landingFailed": "The start page could not be saved",
  "embedding.cloudId": "Cloud ID",
  "embedding.lead": "Sign in with your phone account.",
  "embedding.replaceTitle": "You’re signed in as {name}",
  "embedding.replace": "Sign in as {username} instead? {name} will be signed out here.",
  "embedding.replaceYes": "Sign in as {username}",
  "embedding.replaceNo": "Stay signed in as {name}",
  "embedding.forgetful": "This site blocks storage, so you’ll need to sign in again next time.",
} as const;
