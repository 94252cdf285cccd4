/** From a call to a meeting, and invitations (docs/spec/video-calls.md). */
export const videoCallMessages = {
  "videoCall.roomName": "{one} and {other}",
  "videoCall.told": "{name} was asked to join",
  "videoCall.toldByChat": "{name} got a message with the link",
  "videoCall.toldBySms": "The link was sent to {number}",
  "videoCall.notTold": "{name} could not be told. Send the link yourself.",
  "videoCall.chatText": "Join me in “{room}”: {url}",
  "videoCall.chatTextPin": "Join me in “{room}”: {url} (PIN {pin})",
  "videoCall.asks": "{name} asks you to join “{room}”",
  "videoCall.join": "Join",
  "videoCall.copy": "Copy link",
};
