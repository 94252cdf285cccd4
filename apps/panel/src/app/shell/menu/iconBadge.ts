const SIZE_PX = 64;
const MOST = 9;

/** The icon with a number in its corner, as a data URL; null if drawing fails. */
export async function drawBadge(page: Document, href: string, count: number): Promise<string | null> {
  const canvas = Object.assign(page.createElement("canvas"), { width: SIZE_PX, height: SIZE_PX });
  const pen = canvas.getContext("2d");
  const icon = page.createElement("img");
  icon.src = href;
  try {
    await icon.decode();
    if (pen === null) return null;
    pen.drawImage(icon, 0, 0, SIZE_PX, SIZE_PX);
    const radius = SIZE_PX * 0.3;
    const middle = SIZE_PX - radius;
    pen.fillStyle = "#c4212e"; // --danger, on any icon
    pen.beginPath();
    pen.arc(middle, middle, radius, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = "#ffffff";
    pen.font = `700 ${SIZE_PX * 0.42}px sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(count > MOST ? `${MOST}+` : String(count), middle, middle + 2, radius * 1.8);
    return canvas.toDataURL("image/png");
  } catch {
    return null;
  }
}
