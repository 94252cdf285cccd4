/**
 * Compiles ICU messages while building, so that the ICU parser is not shipped: every string value of the object literals in
 * `*.messages.ts` and of the files below `locales/<locale>` becomes what @lingui/core interpolates. In development and in tests
 * @lingui/core compiles the strings itself.
 */
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const MESSAGE_FILE = /(\.messages|\/src\/locales\/[\w-]+\/(?!errors|index)([\w-]+\/)*[\w-]+)\.ts$/;

export const hasMessages = (path: string): boolean => MESSAGE_FILE.test(path);

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export function compileMessages(): Plugin {
  return {
    name: "callpanel:compile-messages",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (!hasMessages(id.split("?")[0] ?? "")) return null;
      return { code: compileSource(code, this.parse(code)), map: null };
    },
  };
}

/** Replaces each string literal that is a property's value by its compiled form; the rest of the text stays unchanged. */
export function compileSource(code: string, program: unknown): string {
  const spots: Array<{ start: number; end: number; text: string }> = [];
  visit(program, (node) => {
    const value = propertyText(node);
    if (value) spots.push(value);
  });
  let result = code;
  for (const spot of spots.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, spot.start) + JSON.stringify(compileMessage(spot.text)) + result.slice(spot.end);
  }
  return result;
}

function propertyText(node: SyntaxNode): { start: number; end: number; text: string } | null {
  if (node.type !== "Property" || !("value" in node)) return null;
  const { value } = node;
  if (!isNode(value) || value.type !== "Literal" || !("value" in value) || typeof value.value !== "string") return null;
  return { start: value.start, end: value.end, text: value.value };
}

function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, see);
  } else if (isNode(value)) {
    see(value);
    for (const child of Object.values(value)) visit(child, see);
  } else if (typeof value === "object" && value !== null) {
    for (const child of Object.values(value)) visit(child, see);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value
  );
}
