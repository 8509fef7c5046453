/** States and orders of channels as ibc-go spells them. */

export const CHANNEL_STATE_NAMES = [
  'STATE_UNINITIALIZED_UNSPECIFIED',
  'STATE_INIT',
  'STATE_TRYOPEN',
  'STATE_OPEN',
  'STATE_CLOSED',
] as const;

export const ORDER_NAMES = ['ORDER_NONE_UNSPECIFIED', 'ORDER_UNORDERED', 'ORDER_ORDERED'] as const;

/** `STATE_OPEN`; a number that has no name stays one. */
export const channelStateText = (state: number): string => CHANNEL_STATE_NAMES[state] ?? state.toString();

/** `ORDER_UNORDERED`. */
export const orderText = (ordering: number): string => ORDER_NAMES[ordering] ?? ordering.toString();
