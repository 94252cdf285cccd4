/** What the codes that telephones dial do, by the name of the feature. */
export const featureMessages = {
  "feature.dnd": "Do not disturb",
  "feature.forward": "Call forwarding",
  "feature.followme": "Follow-me",
  "feature.vm": "Voicemail of an extension",
  "feature.myvm": "My voicemail",
  "feature.recording": "Record a message",
  "feature.echo": "Echo test",
  "feature.anonymouscall": "Call without showing your number",
  "feature.personalconf": "Personal conference",
  "feature.agentlogin": "Log in to or out of queues",
  "feature.moh": "Music on hold",
  "feature.adhoc": "Join a queue",
  "feature.unadhoc": "Leave a queue",
  "feature.qoffall": "Leave all queues",
  "feature.toggle": "Toggle destination",
  "feature.intercom": "Intercom",
  "feature.silenticom": "Silent intercom",
  "feature.blindtransfer": "Blind transfer",
  "feature.pickup": "Pick up a call",
  "feature.ondemandrecording": "Record this call",
  "feature.spy": "Listen in",
} as const;

/** Undefined for a feature without a text here. */
export function featureTextId(name: string): keyof typeof featureMessages | undefined {
  const id = `feature.${name}`;
  return isId(id) ? id : undefined;
}

const isId = (id: string): id is keyof typeof featureMessages => Object.hasOwn(featureMessages, id);
