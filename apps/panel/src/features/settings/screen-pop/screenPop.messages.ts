export const screenPopMessages = {
  "settings.pop.title": "Page for a call",
  "settings.pop.hint": "Opens a page of your customer system, already on the caller.",
  "settings.pop.type": "What opens",
  "settings.pop.none": "Nothing",
  "settings.pop.url": "A web page",
  "settings.pop.trigger": "When it opens",
  "settings.pop.ringing": "When it rings",
  "settings.pop.answered": "When I answer",
  "settings.pop.address": "Address",
  "settings.pop.addressHint": "Variables: {names}. Those that the phone system sends with a call can be used too.",
  "settings.pop.missing": "Enter an address",
  "settings.pop.invalid": "Enter an address that begins with http:// or https://, without variables in its host",
  "settings.pop.override": "Use my page even if the call brings one",
  "settings.pop.overrideHint":
    "The phone system can send a page with a call. It decides whether yours may take its place.",
  "settings.pop.preview": "For a call from {name} this opens:",
} as const;
