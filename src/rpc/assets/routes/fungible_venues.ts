/** `GET /v2/fungible/venues`: nothing is swapped here, so there are none. */
import { defineRoute } from '../../rest/route.js';
import { boolean, object, optional } from '../../rest/shape.js';
import { type AssetContext, invalidField } from '../context.js';

export const fungible_venues = defineRoute({
  paths: ['/v2/fungible/venues'],
  methods: ['GET'],
  summary: 'The venues of swaps: none.',
  input: object({ only_testnets: optional(boolean()) }),
  answer: { type: 'object', properties: { venues: { type: 'array', maxItems: 0 } } },
  refusal: invalidField,
  handle: (_: AssetContext) => ({ json: { venues: [] } }),
});
