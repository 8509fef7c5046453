/** Builds events as the SDK does: every attribute is indexed. */
import type { Event } from '../../abci/application.js';

/** Builds an event with `attributes` in their order. An undefined value leaves its attribute out. */
export function event(type: string, attributes: Readonly<Record<string, string | undefined>>): Event {
  const list = [];
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined) list.push({ key, value, index: true });
  }
  return { type, attributes: list };
}

/** Builds an event of a block. As in the SDK, `mode` names the phase that it belongs to. */
export const blockEvent = (
  mode: 'BeginBlock' | 'EndBlock',
  type: string,
  attributes: Readonly<Record<string, string>>,
): Event => event(type, Object.assign({}, attributes, { mode }));

/** Adds the phase to events of a module that does not know its phase. */
export const inPhase = (mode: 'BeginBlock' | 'EndBlock', events: readonly Event[]): Event[] =>
  withLast('mode', mode, events);

/** Adds `msg_index` to the events of a transaction's message, as the SDK does. */
export const inMessage = (index: number, events: readonly Event[]): Event[] =>
  withLast('msg_index', index.toString(), events);

/** Adds `authz_msg_index` to the events of a message that an authorization allows, as the SDK does. */
export const inGrantedMessage = (index: number, events: readonly Event[]): Event[] =>
  withLast('authz_msg_index', index.toString(), events);

/** Builds a typed event of the SDK: its name is that of a message, and its values are JSON, in the order of their names. */
export const typedEvent = (name: string, fields: Readonly<Record<string, string>>): Event =>
  event(
    name,
    Object.fromEntries(
      Object.entries(fields)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => [key, JSON.stringify(value)]),
    ),
  );

function withLast(key: string, value: string, events: readonly Event[]): Event[] {
  const last = { key, value, index: true };
  return events.map(({ type, attributes }) => ({ type, attributes: [...attributes, last] }));
}
