export const devicesMessages = {
  "settings.devices.title": "Sound devices",
  "settings.devices.hint": "Used by every call in this browser, from now on and in calls that are up.",
  "settings.devices.input": "Microphone",
  "settings.devices.output": "Speaker",
  "settings.devices.ring": "Ring device",
  "settings.devices.default": "System default",
  "settings.devices.unknown": "A device that is not connected",
  "settings.devices.noChoice": "This browser plays on the system’s default speaker only.",
  "settings.devices.noPhone": "The phone is not ready yet",
  "settings.devices.noPhoneText": "Its devices are shown here as soon as it has started.",
} as const;
