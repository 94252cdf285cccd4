import { describe, expect, it } from "vitest";
import { rebuildSsml } from "./ssml.ts";
import { SpeechRefusal } from "./speech.port.ts";

describe("rebuilt SSML", () => {
  it("SPEECH-11 allowed elements and attributes are written again", () => {
    const markup =
      "<?xml version='1.0'?><!-- hours --><speak xml:lang='en'><p><s>We are <emphasis level='strong'>closed</emphasis>.</s></p>" +
      '<break time="500ms"/><prosody rate="-10%" pitch="+2st" volume="loud">Call <say-as interpret-as="telephone">555</say-as></prosody>' +
      ' <sub alias="R&amp;D">AT&amp;T &#233;&lt;</sub></speak>';
    expect(rebuildSsml(markup)).toBe(
      '<speak> <p><s>We are <emphasis level="strong">closed</emphasis>.</s></p>' +
        '<break time="500ms"></break><prosody rate="-10%" pitch="+2st" volume="loud">Call <say-as interpret-as="telephone">555</say-as></prosody>' +
        ' <sub alias="R D">AT &amp; T é </sub> </speak>',
    );
    expect(rebuildSsml("No tags at all")).toBe("<speak>No tags at all</speak>");
  });

  it("SPEECH-11 files, voices, marks, word lists and bases are left out, and their text content stays", () => {
    for (const [markup, left] of [
      ['<speak>a<audio src="/etc/passwd">b</audio>c</speak>', "a b c"],
      ["<speak>a<AUDIO src='x'/>c</speak>", "a c"],
      ['<voice name="../../x">a</voice>', "a"],
      ['<speak>a<mark name="m"/><lexicon uri="http://x/"/>b</speak>', "a b"],
      ['<p xml:base="file:///" src="/x" onload="x">a</p>', "<p>a</p>"],
      ["<metadata><audio src='x'/>secret</metadata>a", "a"],
      [
        "<speak>&lt;audio src='x'/&gt; &amp;lt;audio src='x'/&amp;gt;</speak>",
        "audio src='x'/ &amp; lt;audio src='x'/ &amp; gt;",
      ],
      ["<break time='1e9s' strength='\"/>audio src=x'/>", "<break></break>"],
      ["<sub alias='&lt;audio src=&quot;x&quot;/&gt;'>a</sub>", '<sub alias=" audio src= x / ">a</sub>'],
    ] as const)
      expect(
        rebuildSsml(markup)
          .replaceAll(/^<speak>\s*|\s*<\/speak>$/g, "")
          .replaceAll(/ +/g, " "),
      ).toBe(left.replaceAll(/ +/g, " "));
  });

  it("SPEECH-11 markup that is not well formed, has a document type or is nested too deeply is refused", () => {
    for (const markup of [
      "<speak>a",
      "a</speak>",
      "<p><s>a</p></s>",
      "<speak>a < b</speak>",
      "<speak>R&D</speak>",
      "<speak>&xxe;</speak>",
      "<speak>&#0;</speak>",
      "<speak>&#xd800;</speak>",
      '<!DOCTYPE speak [<!ENTITY xxe SYSTEM "file:///etc/passwd">]><speak>&xxe;</speak>',
      "<![CDATA[<audio src='x'/>]]>",
      "<!-- a -- b -->",
      "<p a=b>c</p>",
      '<p a="1"b="2">c</p>',
      "<p".repeat(20),
      "<p>".repeat(31) + "</p>".repeat(31),
      "<>a</>",
    ])
      expect(() => rebuildSsml(markup), markup).toThrow(SpeechRefusal);
  });

  it("SPEECH-11 for any input, the output has only allowed names", () => {
    const pieces =
      `<speak> </speak> <p> </p> <audio src="/etc/passwd"> </audio> <audio src='a>b'/> <break time="1s"/> <mark name="m"/> <prosody rate="fast" xml:base="x"> </prosody>
      <sub alias='"><audio src="x"/>'> </sub> <!-- --> --> <?x ?> <!DOCTYPE [[ ]] &amp; &lt; &#60; &amp;lt; < > / " ' = a src= audio voice \u2028 <say-as interpret-as="date" format='x"'> </say-as>`.split(
        " ",
      );
    const next = createNumbers(20_261_122);
    let kept = 0;
    for (let run = 0; run < 20_000; run += 1) {
      const markup = Array.from({ length: 1 + (next() % 9) }, () => pieces[next() % pieces.length]).join(
        next() % 2 ? " " : "",
      );
      let rebuilt: string;
      try {
        rebuilt = rebuildSsml(markup);
      } catch (error) {
        expect(error).toBeInstanceOf(SpeechRefusal);
        continue;
      }
      kept += 1;
      expect(rebuilt.replaceAll(ALLOWED_TAG, ""), markup).not.toMatch(/[<>]|&(?!amp; )/);
    }
    expect(kept).toBeGreaterThan(2_000);
  });
});

const ALLOWED_TAG =
  /<\/?(?:speak|p|s|break|emphasis|prosody|say-as|sub)(?: (?:time|strength|level|rate|pitch|range|volume|interpret-as|format|alias)="[^"<>&]*")*>/g;

/** Integers that are the same for the same seed (a linear congruential generator). */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
