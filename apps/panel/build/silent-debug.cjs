/** Replaces the package `debug`, which JsSIP uses for logs that the panel does not need, so that it is not loaded. */
const createDebug = () => () => undefined;
module.exports = Object.assign(createDebug, { default: createDebug });
