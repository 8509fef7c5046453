/**
 * Encodes application events (consensus-rpc.md 2.3, 2.4). A result has every member; elsewhere empty members are
 * omitted.
 */
import type { Event } from '../../../../abci/application.js';
import type { Json } from '../../protocol/json.js';
import { listOrAbsent, textOrAbsent } from './scalars.js';

const attribute = ({ key, value, index }: Event['attributes'][number]): Json => ({ key, value, index });

export const fullEvent = ({ type, attributes }: Event): Json => ({ type, attributes: attributes.map(attribute) });

export const sparseEvent = ({ type, attributes }: Event): Json => ({
  type: textOrAbsent(type),
  attributes: listOrAbsent(attributes, attribute),
});
