export const smsToEmailMessages = {
  "settings.sms.title": "Text messages by e-mail",
  "settings.sms.hint": "Messages to your numbers are forwarded to these addresses, separated by commas.",
  "settings.sms.later": "This starts working when text messages are set up for your company. Your choice is saved.",
  "settings.sms.none": "None of your numbers receives text messages",
  "settings.sms.noneText": "Your administrator can give you one.",
  "settings.sms.on": "Forward messages to {number}",
  "settings.sms.emails": "E-mail addresses for {number}",
  "settings.sms.missing": "Enter an e-mail address",
  "settings.sms.invalid": "{address} is not an e-mail address",
  "settings.sms.tooMany": "Enter at most {limit} addresses",
} as const;
