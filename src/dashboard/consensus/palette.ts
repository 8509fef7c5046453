/** Reads the colours of the theme for drawings on a canvas, and reads them again when the theme changes. */

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
