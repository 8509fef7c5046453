/**
 * Builds the events of a contract call (wasmd): that the contract was called, and the contract's own attributes, under
 * its address.
 */
import type { Event } from '../../../abci/application.js';
import { event } from '../../types/events.js';

export const calledEvents = (contract: string, attributes: Readonly<Record<string, string>>): Event[] => [
  event('execute', { _contract_address: contract }),
  wasmEvent(contract, attributes),
];

export const wasmEvent = (contract: string, attributes: Readonly<Record<string, string>>): Event =>
  event('wasm', { _contract_address: contract, ...attributes });
