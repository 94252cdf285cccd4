import { useLayoutEffect, useRef } from "react";

/** A field that is as high as its text, up to what the style sheet allows. */
export function useGrowingField(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  return field;
}
