import { useLayoutEffect, useRef } from "react";

/** There the style sheet alone does it, and nothing has to be measured. */
const BROWSER_GROWS = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");

/** A field that is as high as its text, up to what the style sheet allows. */
export function useGrowingField(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || BROWSER_GROWS) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  return field;
}
