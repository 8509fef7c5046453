/** Fits canvases to their boxes and the density of the screen, and reads the colours of the theme for them. */

const NAMES = ['ink', 'ink2', 'line', 'track', 'surface', 'paper', 'wait-t', 'bad', 'bad-t', 'link', 'on'] as const;
const KINDS = ['proposal', 'prevote', 'precommit'] as const;

type Name = (typeof NAMES)[number] | (typeof KINDS)[number] | `${(typeof KINDS)[number]}-t`;

export interface Palette extends Readonly<Record<Name, string>> {
  /** Colours of the kinds of messages. */
  readonly kinds: Readonly<Record<string, string>>;
}

let known: Palette | undefined;

const forget = (): void => {
  known = undefined;
};

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', forget);
new MutationObserver(forget).observe(document.documentElement, { attributeFilter: ['data-theme'] });

export function palette(): Palette {
  known ??= read();
  return known;
}

/** Returns colours for what is not certain: only the shapes still say what happened. */
export function grey(colours: Palette): Palette {
  const { ink2, surface } = colours;
  const kinds = Object.fromEntries(Object.keys(colours.kinds).map((kind) => [kind, ink2]));
  const tints = { 'proposal-t': surface, 'prevote-t': surface, 'precommit-t': surface };
  return { ...colours, ...tints, proposal: ink2, prevote: ink2, precommit: ink2, bad: ink2, kinds };
}

/** Lets an element of the page resolve each colour, because a canvas does not know the variables of the theme. */
function read(): Palette {
  const probe = document.createElement('i');
  document.body.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const names = [...NAMES, ...KINDS, ...KINDS.map((kind) => `${kind}-t` as const)];
  const colours = Object.fromEntries(names.map((name) => [name, colour(name)])) as Record<Name, string>;
  probe.remove();
  const { proposal, prevote, precommit, bad, ink2 } = colours;
  const kinds = { proposal, part: proposal, prevote, precommit, evidence: bad, majority: ink2, 'catch-up': ink2 };
  return { ...colours, kinds };
}

interface Size {
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
