/** Implements `validators` (consensus-rpc.md 4.3). The latest set is that of the next height. */
import { HalleyError } from '../../../kernel/errors.js';
import { optionalInt, optionalInt64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { nextHeight } from './shared/height.js';
import { pageOf } from './shared/search.js';

export const validators = defineRoute({
  name: 'validators',
  summary: 'A page of the validator set of a height, or of the next one.',
  example: '/validators?height=7&page=1&per_page=10',
  args: { height: optionalInt64, page: optionalInt, per_page: optionalInt },
  caching: 'with-height',
  handle: ({ backend, dialect }, { height, page, per_page }) => {
    const at = nextHeight(backend, height);
    const set = backend.validators(at);
    if (set === undefined)
      throw new HalleyError('not-found', `could not find validator set for height #${at}`, { height: at });
    return dialect.results.validators({
      height: at,
      page: pageOf(set.validators, page, per_page),
      total: set.validators.length,
    });
  },
});
