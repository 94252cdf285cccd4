export const destinationMessages = {
  "destination.voicemail": "Voicemail",
  "destination.conference": "Conference {number}",
  "destination.personal_conference": "Personal Conference",
  "destination.parking_lot": "Parking lot {number}",
  "destination.parking_pickup": "Parking pickup {number}",
  "destination.queue": "Call Queue {number}",
  "destination.video_conference": "Jitsi Conference {number}",
  "destination.music": "{number} Music on Hold",
  "destination.announcement": "Announcement {number}",
  "destination.feature": "Feature code {number}",
} as const;
