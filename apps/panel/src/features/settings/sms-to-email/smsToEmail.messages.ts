export const smsToEmailMessages = {
  "settings.sms.title": "Text messages by e-mail",
  "settings.sms.hint": "Messages to your numbers are passed on to these addresses, separated by commas.",
  "settings.sms.later":
    "This takes effect once text messages are set up for your company. What you choose here is kept.",
  "settings.sms.none": "None of your numbers takes text messages",
  "settings.sms.noneText": "Your administrator can give you one.",
  "settings.sms.on": "Pass on messages to {number}",
  "settings.sms.emails": "E-mail addresses for {number}",
  "settings.sms.missing": "Enter an e-mail address",
  "settings.sms.invalid": "{address} is not an e-mail address",
  "settings.sms.tooMany": "Enter {limit} addresses at most",
} as const;
