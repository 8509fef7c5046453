/** Implements `GET /v2/info/bridges`. IBC is the only bridge. */
import { defineRoute } from '../../rest/route.js';
import { object } from '../../rest/shape.js';
import { type AssetContext, invalidField } from '../context.js';

export const info_bridges = defineRoute({
  paths: ['/v2/info/bridges'],
  methods: ['GET'],
  summary: 'The bridges that routes use.',
  input: object({}),
  answer: { type: 'object', properties: { bridges: { type: 'array', items: { type: 'object' } } } },
  refusal: invalidField,
  handle: (_: AssetContext) => ({ json: { bridges: [{ id: 'IBC', name: 'IBC', logo_uri: '' }] } }),
});
