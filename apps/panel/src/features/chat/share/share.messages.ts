export const shareMessages = {
  "share.recording": "Share recording",
  "share.voicemail": "Share voicemail",
  "share.to": "Conversation",
  "share.toHint": "Find a channel, group or person",
  "share.found": "Conversations found",
  "share.none": "No conversation that you can write in matches “{search}”",
  "share.another": "Choose another conversation",
  "share.text": "Message (optional)",
  "share.hears.c":
    "{count, plural, one {# member of {name} can hear it, and everyone who joins the channel later.} other {All # members of {name} can hear it, and everyone who joins the channel later.}}",
  "share.hears.p":
    "{count, plural, one {# member of {name} can hear it, and people who are added later.} other {All # members of {name} can hear it, and people who are added later.}}",
  "share.hears.d": "{name} can hear it.",
  "share.hears.self": "Only you can hear it.",
  "share.stays":
    "The copy stays in the conversation when the original is deleted. Sharing is noted in your company’s log.",
  "share.share": "Share",
  "share.cancel": "Cancel",
  "share.close": "Close",
  "share.done": "Shared in {name}",
  "share.open": "Open chat",
} as const;
