/** In place of JsSIP's Subscriber and Notifier (RFC 6665), which the panel never makes and every signed-in person would load. */
module.exports = class NoSubscribe {};
