/** Events as the SDK makes them: every attribute is indexed. */
import type { Event } from '../../abci/application.js';

/** `attributes` in their order; an undefined value leaves its attribute out. */
export function event(type: string, attributes: Readonly<Record<string, string | undefined>>): Event {
  const list = [];
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined) list.push({ key, value, index: true });
  }
  return { type, attributes: list };
}

/** A block's event: the SDK says in `mode` which phase it belongs to. */
export const blockEvent = (
  mode: 'BeginBlock' | 'EndBlock',
  type: string,
  attributes: Readonly<Record<string, string>>,
): Event => event(type, Object.assign({}, attributes, { mode }));

/** Events that a module made without knowing its phase, as the block shows them. */
export const inPhase = (mode: 'BeginBlock' | 'EndBlock', events: readonly Event[]): Event[] =>
  withLast('mode', mode, events);

/** Events of a transaction's message: the SDK says in `msg_index` of which. */
export const inMessage = (index: number, events: readonly Event[]): Event[] =>
  withLast('msg_index', index.toString(), events);

const withLast = (key: string, value: string, events: readonly Event[]): Event[] =>
  events.map(({ type, attributes }) => ({ type, attributes: [...attributes, { key, value, index: true }] }));
