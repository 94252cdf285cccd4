import { Button, IconButton, IconRotate2, IconRotateClockwise2, Slider } from "@callpanel/ui";
import { useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { useWords } from "../../shared/words/useWords.ts";
import { focusOnArrival } from "../../shared/focusOnArrival.ts";
import type { ChosenPicture } from "./pictureFile.ts";
import { picturesMessages } from "./pictures.messages.ts";
import { drawSquare, turned, wholeArea } from "./square.ts";
import type { Area, Turn } from "./square.ts";
import dialog from "./PictureDialog.module.css";
import styles from "./Framing.module.css";

const ZOOM_MAX = 4;
const ZOOM_STEP = 0.05;
const KEY_STEP_PX = 8;
const SHAPES = ["crop", "whole"] as const;
type Shape = (typeof SHAPES)[number];

export interface FramingProps {
  readonly picture: ChosenPicture;
  readonly busy: boolean;
  /** `draw` renders the cropped square. */
  readonly onSave: (draw: () => Promise<Blob>) => void;
  readonly onCancel: () => void;
}

/** PICTURE-12: a part of the picture or all of it, turned as wanted. */
export function Framing({ picture, busy, onSave, onCancel }: FramingProps) {
  const t = useWords(picturesMessages);
  const [shape, setShape] = useState<Shape>("crop");
  const [turn, setTurn] = useState<Turn>(0);
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<Area | null>(null);
  const area = shape === "crop" ? part : wholeArea(picture, turn);
  const rotate = (by: "left" | "right") => {
    setTurn(turned(turn, by));
    setPlace({ x: 0, y: 0 });
  };
  return (
    <>
      <div className={styles.stage}>
        {shape === "crop" ? (
          <Cropper
            image={picture.url}
            aspect={1}
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            keyboardStep={KEY_STEP_PX}
            maxZoom={ZOOM_MAX}
            objectFit="cover"
            rotation={turn}
            crop={place}
            zoom={zoom}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropAreaChange={(_percent, pixels) => setPart(pixels)}
            cropperProps={{ role: "group", "aria-label": t("pictures.frame") }}
          />
        ) : (
          <span className={styles.whole}>
            <img src={picture.url} alt="" style={{ transform: `rotate(${turn}deg)` }} />
          </span>
        )}
      </div>
      <div className={styles.tools}>
        <IconButton
          ref={focusOnArrival}
          icon={IconRotate2}
          look="outline"
          label={t("pictures.rotateLeft")}
          onClick={() => rotate("left")}
        />
        <IconButton
          icon={IconRotateClockwise2}
          look="outline"
          label={t("pictures.rotateRight")}
          onClick={() => rotate("right")}
        />
        <fieldset className={styles.shapes} aria-label={t("pictures.shape")}>
          {SHAPES.map((one) => (
            <label key={one} className={styles.shape}>
              <input type="radio" name="shape" checked={shape === one} onChange={() => setShape(one)} />
              {t(`pictures.${one}`)}
            </label>
          ))}
        </fieldset>
        {shape === "crop" ? <ZoomSlider zoom={zoom} onZoom={setZoom} /> : null}
      </div>
      <div className={dialog.buttons}>
        <Button onClick={onCancel}>{t("pictures.cancel")}</Button>
        <Button
          look="primary"
          busy={busy}
          disabled={area === null}
          onClick={() =>
            area ? onSave(() => drawSquare({ image: picture.image, size: picture, turn, area })) : undefined
          }
        >
          {t("pictures.save")}
        </Button>
      </div>
    </>
  );
}

function ZoomSlider({ zoom, onZoom }: { readonly zoom: number; readonly onZoom: (zoom: number) => void }) {
  const t = useWords(picturesMessages);
  return (
    <Slider
      className={styles.zoom}
      aria-label={t("pictures.zoom")}
      aria-valuetext={`${Math.round(zoom * 100)} %`}
      min={1}
      max={ZOOM_MAX}
      step={ZOOM_STEP}
      value={zoom}
      onChange={onZoom}
    />
  );
}
