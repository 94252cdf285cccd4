/** The session description of most messages in RFC 4475. */
export const sdp = (address: string, time = "0 0"): string =>
  `v=0
o=mhandley 29739 7272939 IN IP4 ${address}
s=-
c=IN IP4 ${address}
t=${time}
m=audio 49217 RTP/AVP 0 12
m=video 3227 RTP/AVP 31
a=rtpmap:31 LPC
`;
