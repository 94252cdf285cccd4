/** SDP as lines and sections (RFC 8866), before it is interpreted. */
export interface SessionText {
  readonly attributes: readonly Attribute[];
  readonly media: readonly MediaText[];
}

export interface MediaText {
  readonly kind: string;
  readonly port: number;
  readonly protocol: string;
  readonly formats: readonly string[];
  readonly attributes: readonly Attribute[];
}

export interface Attribute {
  readonly name: string;
  readonly value: string;
}

const MAX_LENGTH = 65_536; // characters; the largest audio and video offer of a browser has less than 10,000
const MEDIA_LINE = /^([a-z]+) (\d{1,5})(?:\/\d+)? (\S+) (.+)$/;

/** Splits a body into its sections; undefined when it is not SDP, or is longer than `mostLength` characters. */
export function parseSessionText(sdp: string, mostLength = MAX_LENGTH): SessionText | undefined {
  if (sdp.length > mostLength) return undefined;
  const lines = sdp.split(/\r\n|\n/).filter((line) => line !== "");
  if (lines[0] !== "v=0") return undefined;

  const session: Attribute[] = [];
  const media: (MediaText & { readonly attributes: Attribute[] })[] = [];
  let attributes = session;
  for (const line of lines) {
    if (line[1] !== "=") return undefined;
    const value = line.slice(2);
    if (line[0] === "m") {
      const section = parseMediaLine(value);
      if (section === undefined) return undefined;
      media.push(section);
      attributes = section.attributes;
    } else if (line[0] === "a") {
      attributes.push(parseAttribute(value));
    }
  }
  return { attributes: session, media };
}

/** The first value of an attribute; a flag like `rtcp-mux` has the value "". */
export function attributeValue(attributes: readonly Attribute[], name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}

export function attributeValues(attributes: readonly Attribute[], name: string): readonly string[] {
  return attributes.filter((attribute) => attribute.name === name).map((attribute) => attribute.value);
}

function parseMediaLine(value: string): (MediaText & { readonly attributes: Attribute[] }) | undefined {
  const match = MEDIA_LINE.exec(value);
  if (match === null) return undefined;
  const [, kind = "", port = "", protocol = "", formats = ""] = match;
  if (Number(port) > 65_535) return undefined;
  return { kind, port: Number(port), protocol, formats: formats.trim().split(/ +/), attributes: [] };
}

function parseAttribute(value: string): Attribute {
  const colon = value.indexOf(":");
  return colon < 0 ? { name: value, value: "" } : { name: value.slice(0, colon), value: value.slice(colon + 1) };
}
