/** The notice to colleagues about a call to an emergency service. */
export const emergencyCallMessages = {
  "emergencyCall.dialed": "Emergency: {name} ({extension}) dialed {number}.",
  "emergencyCall.notReached": "The call was not connected: no outside line.",
  "emergencyCall.location": "Help is sent to: {location}.",
  "emergencyCall.noLocation": "No location is known.",
  "emergencyCall.callback": "Call-back number: {number}.",
} as const;
