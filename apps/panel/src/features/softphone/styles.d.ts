import "react";

declare module "react" {
  interface CSSProperties {
    /** How far a slider is filled (VolumeSlider.module.css). */
    "--fill"?: string;
  }
}
