/** Keeps the place in the page in the address, as `#/block/5`, so that places can be linked and the back button works. */
import { signal } from '@preact/signals';

const read = (): readonly string[] =>
  location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parts of the address: `['block', '5']`. */
export const route = signal<readonly string[]>(read());

export function followAddress(): void {
  addEventListener('hashchange', () => {
    route.value = read();
  });
}

/** Returns the address of a place. */
export const linkTo = (...parts: readonly (string | number)[]): string =>
  `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
