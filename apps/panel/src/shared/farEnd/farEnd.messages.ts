export const farEndMessages = {
  "farEnd.mailbox": "Voicemail of {name}",
  "farEnd.someMailbox": "Voicemail",
  "farEnd.messages": "Your voicemail",
  "farEnd.room": "Conference {number}",
  "farEnd.threeWay": "Three-way conference",
  "farEnd.parking": "Parked at {number}",
  "farEnd.announcement": "Announcement {number}",

  "farEnd.now.mailbox": "In voicemail",
  "farEnd.now.parking": "Waiting",
  "farEnd.now.ringing": "Ringing…",
  "farEnd.now.away": "Transferring…",
  "farEnd.now.holding": "You’re on hold",

  "farEnd.came.transferred": "Transferred by {name}",
  "farEnd.came.forwarded": "Forwarded from {name}",
  "farEnd.came.fromMailbox": "From voicemail of {name}",
  "farEnd.came.fromAnnouncement": "From {name}",
  "farEnd.came.returned": "Back from parking ({number})",
  "farEnd.came.retrieved": "Retrieved from parking ({number})",
  "farEnd.came.pickedUp": "Picked up for {name}",
  "farEnd.came.invited": "Invited by {name}",
} as const;
