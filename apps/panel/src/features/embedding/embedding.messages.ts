export const embeddingMessages = {
  "embedding.toolbar": "Embedded toolbar",
  "embedding.pages": "Pages",
  "embedding.landing": "Start page",
  "embedding.landingSaved": "This is your start page now",
  "embedding.landingFailed": "The start page could not be saved",
  "embedding.cloudId": "Cloud ID",
  "embedding.lead": "Use the account of your phone system.",
  "embedding.replaceTitle": "You’re signed in as {name}",
  "embedding.replace": "Sign in as {username} instead? {name} is signed out here.",
  "embedding.replaceYes": "Sign in as {username}",
  "embedding.replaceNo": "Stay signed in as {name}",
  "embedding.forgetful": "This browser keeps nothing for the panel here. You will be asked to sign in again next time.",
} as const;
