/**
 * Reads one HEIC photo with libheif, which stands beside this file as it was published, and answers its pixels, upright;
 * nothing where it cannot be read. In a file and a worker of its own: libheif is under the LGPL (docs/decisions/0038).
 */
importScripts("libheif.js");

addEventListener("message", async ({ data: { photo, maxPixels } }) => {
  const bitmap = await decode(await photo.arrayBuffer(), maxPixels).catch((error) => {
    console.warn("A HEIC photo could not be read.", error);
    return null;
  });
  postMessage(bitmap, bitmap ? [bitmap] : []);
});

async function decode(photo, maxPixels) {
  const program = await fetch("libheif.wasm");
  if (!program.ok) throw new Error(`The decoder was not found: ${program.status}.`);
  const { HeifDecoder } = self.libheif({ wasmBinary: await program.arrayBuffer() });
  const images = new HeifDecoder().decode(photo);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  const [width, height] = [image?.get_width() ?? 0, image?.get_height() ?? 0];
  if (width === 0 || height === 0 || width * height > maxPixels) return null;
  const pixels = new ImageData(width, height);
  const isRead = await new Promise((resolve) => image.display(pixels, resolve));
  return isRead ? createImageBitmap(pixels) : null;
}
