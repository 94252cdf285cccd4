import { useRef } from "react";
import { Button } from "./Button.tsx";
import type { ButtonProps } from "./Button.tsx";

export interface FileButtonProps extends Omit<ButtonProps, "onClick"> {
  /** Extensions and media types, as for `<input type=file>`; the content of the chosen file is checked anyway. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** A button to choose a file. */
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
