import { useRef } from "react";
import { Button } from "./Button.tsx";
import type { ButtonProps } from "./Button.tsx";

export interface FileButtonProps extends Omit<ButtonProps, "onClick"> {
  /** Endings and media types, as of `<input type=file>`; whatever is chosen is checked by its content all the same. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** A button that lets choose a file. */
export function FileButton({ accept, onFile, ...button }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again.
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <Button {...button} onClick={() => field.current?.click()} />
    </>
  );
}
