/** Reads the colours of the theme for drawings on a canvas, and reads them again when the theme changes. */

export interface Palette {
  readonly text: string;
  readonly quiet: string;
  readonly border: string;
  readonly background: string;
  readonly surface: string;
  readonly accent: string;
  readonly good: string;
  readonly warning: string;
  readonly bad: string;
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

function read(): Palette {
  // Only a property that has a colour resolves to the one of the theme.
  const probe = document.createElement('i');
  document.body.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const [quiet, warning] = [colour('quiet'), colour('warning')];
  const colours = {
    text: colour('text'),
    quiet,
    border: colour('border'),
    background: colour('background'),
    surface: colour('surface'),
    accent: colour('accent'),
    good: colour('good'),
    warning,
    bad: colour('bad'),
    kinds: {
      proposal: colour('proposal'),
      part: colour('proposal'),
      prevote: colour('prevote'),
      precommit: colour('precommit'),
      evidence: colour('bad'),
      majority: quiet,
      'catch-up': warning,
    },
  };
  probe.remove();
  return colours;
}
