/** Decides which responses a proxy may cache for a day (consensus-rpc.md 1.8). */
import type { ArgValues } from '../protocol/decode_args.js';
import type { Route } from '../route.js';

export function isCacheable({ caching }: Route, args: ArgValues, strict: boolean): boolean {
  switch (caching) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'moving':
      return strict;
    case 'with-height':
      return args['height'] !== undefined;
  }
}
