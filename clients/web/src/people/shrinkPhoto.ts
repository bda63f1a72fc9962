/** The side of the square that is sent; the platform keeps 192 px of it. */
const SIDE_PX = 512;
const KIND = "image/jpeg";
const QUALITY = 0.9;

/**
 * The middle of a picture as a small square, upright as the camera held it and without the camera's data (place, time):
 * so photos of any size may be chosen, and little is sent. Rejects what the browser cannot read as a picture.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const side = Math.min(picture.width, picture.height);
    const left = (picture.width - side) / 2;
    const top = (picture.height - side) / 2;
    const square = Math.min(side, SIDE_PX);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = square;
    const drawn = canvas.getContext("2d");
    if (!drawn) throw new Error("the browser has no canvas");
    drawn.fillStyle = "#fff"; // under what is transparent, which JPEG would make black
    drawn.fillRect(0, 0, square, square);
    drawn.imageSmoothingQuality = "high";
    drawn.drawImage(picture, left, top, side, side, 0, 0, square, square);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))), KIND, QUALITY);
    });
  } finally {
    picture.close();
  }
}
