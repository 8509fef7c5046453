/** Which answers a proxy may keep for a day (consensus-rpc.md 1.8). */
import type { ArgValues } from './protocol/decode_args.js';
import type { Route } from './route.js';

/** Cacheable in the engine, though what they answer moves with the chain. */
const MOVING: ReadonlySet<string> = new Set(['blockchain', 'abci_info']);

export function isCacheable({ name, caching }: Route, args: ArgValues, strict: boolean): boolean {
  switch (caching) {
    case 'never':
      return false;
    case 'always':
      return strict || !MOVING.has(name);
    case 'with-height':
      return args['height'] !== undefined;
  }
}
