/** Implements `GET /v2/fungible/venues`. There are no swaps, so the list is empty. */
import { defineRoute } from '../../rest/route.js';
import { boolean, object, optional } from '../../rest/shape.js';
import { type AssetContext, invalidField } from '../context.js';

export const fungible_venues = defineRoute({
  paths: ['/v2/fungible/venues'],
  methods: ['GET'],
  summary: 'The venues of swaps, of which there are none.',
  input: object({ only_testnets: optional(boolean()) }),
  answer: { type: 'object', properties: { venues: { type: 'array', maxItems: 0 } } },
  refusal: invalidField,
  handle: (_: AssetContext) => ({ json: { venues: [] } }),
});
