/** Fits canvases to their boxes and to the density of the screen. */

export interface Size {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Sizes of the boxes. Reading them anew in each frame would make the browser lay out the page at once. */
const sizes = new WeakMap<Element, Size>();

const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) sizes.set(target, contentRect);
});

/** Returns the size of an element's box. */
export function sizeOf(element: Element): Size {
  const known = sizes.get(element);
  if (known !== undefined) return known;
  const size = { width: element.clientWidth, height: element.clientHeight };
  sizes.set(element, size);
  observer.observe(element);
  return size;
}

/** Fits a canvas to its box, and clears it. Returns its context and its size. */
export function fitCanvas(canvas: HTMLCanvasElement): Size & { readonly context: CanvasRenderingContext2D } {
  const { width, height } = sizeOf(canvas);
  const density = devicePixelRatio;
  if (canvas.width !== Math.round(width * density)) canvas.width = Math.round(width * density);
  if (canvas.height !== Math.round(height * density)) canvas.height = Math.round(height * density);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}
