/** Replaces JsSIP's Subscriber and Notifier (RFC 6665), which the panel never uses, so that they are not loaded. */
module.exports = class NoSubscribe {};
