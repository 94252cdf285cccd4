/** Largest message read, in bytes. An SDP with many ICE candidates stays under 20 kB. */
export const MAX_MESSAGE_BYTES = 65_536;
/** Most header fields in one message; RFC 4475 §3.1.1.7 has 41. */
export const MAX_HEADER_COUNT = 128;
/** Longest header field value, in characters. */
export const MAX_HEADER_LENGTH = 8_192;
/** Most values in one comma list (Via, Contact, Route), over all its fields. */
export const MAX_LIST_VALUES = 100;
/** Longest start line, in characters. */
export const MAX_START_LINE_LENGTH = 2_048;
/** Largest CSeq number: below 2^31, RFC 3261 §8.1.1.5. */
export const MAX_CSEQ = 2_147_483_647;
/** Largest value of a delta-seconds field, RFC 3261 §20.19. */
export const MAX_DELTA_SECONDS = 4_294_967_295;
/** Largest Max-Forwards, RFC 3261 §20.22. */
export const MAX_MAX_FORWARDS = 255;
/** Max-Forwards of a request that is built here, RFC 3261 §8.1.1.6. */
export const DEFAULT_MAX_FORWARDS = 70;
