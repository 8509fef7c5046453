/** Is a box that scrolls sideways when its contents are wider than the page, also with the keyboard. */
import type { ComponentChildren, JSX } from 'preact';

export const Scroll = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard
  <div class="scroll" tabIndex={0}>
    {children}
  </div>
);
