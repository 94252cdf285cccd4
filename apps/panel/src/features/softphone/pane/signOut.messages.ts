export const signOutMessages = {
  "softphone.signOut.title": "Sign out?",
  "softphone.signOut.one": "You’re on a call with {peer}. Sign out and hang up?",
  "softphone.signOut.several": "You’re on {count} calls. Sign out and hang up?",
  "softphone.signOut.ended": "Your call has ended.",
  "softphone.signOut.hangUp": "Sign out and hang up",
  "softphone.signOut.plain": "Sign out",
  "softphone.signOut.stay": "Stay signed in",
} as const;
