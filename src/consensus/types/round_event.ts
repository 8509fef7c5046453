/**
 * Events of a validator's rounds that carry nothing besides height, round and step: the engine's name of each, and
 * CometBFT's (consensus-rpc.md 8.1). Engine, trace, bus and subscriptions follow from it.
 */
export const PLAIN_ROUND_EVENTS = {
  /** It is published twice for Precommit when the precommit wait begins. */
  step: 'NewRoundStep',
  'timeout propose': 'TimeoutPropose',
  'timeout wait': 'TimeoutWait',
  polka: 'Polka',
  lock: 'Lock',
  relock: 'Relock',
  unlock: 'Unlock',
  'valid block': 'ValidBlock',
} as const;

export type PlainEngineEvent = keyof typeof PLAIN_ROUND_EVENTS;
export type PlainRoundEventName = (typeof PLAIN_ROUND_EVENTS)[PlainEngineEvent];

interface Typed {
  readonly type: string;
}

/** Returns true for an engine's event that the list has. */
export const isPlainEngineEvent = <E extends Typed>(
  event: E,
): event is Extract<E, { readonly type: PlainEngineEvent }> => Object.hasOwn(PLAIN_ROUND_EVENTS, event.type);

const NAMES: ReadonlySet<string> = new Set(Object.values(PLAIN_ROUND_EVENTS));

/** Returns true for an event on the bus that the list has. */
export const isPlainRoundEvent = <E extends Typed>(
  event: E,
): event is Extract<E, { readonly type: PlainRoundEventName }> => NAMES.has(event.type);
