/** Spells states and orders of channels as ibc-go does. */

export const CHANNEL_STATE_NAMES = [
  'STATE_UNINITIALIZED_UNSPECIFIED',
  'STATE_INIT',
  'STATE_TRYOPEN',
  'STATE_OPEN',
  'STATE_CLOSED',
] as const;

export const ORDER_NAMES = ['ORDER_NONE_UNSPECIFIED', 'ORDER_UNORDERED', 'ORDER_ORDERED'] as const;

/** Returns a state's name, such as `STATE_OPEN`. A number without a name is returned as a number. */
export const channelStateText = (state: number): string => CHANNEL_STATE_NAMES[state] ?? state.toString();

/** Returns an order's name, such as `ORDER_UNORDERED`. */
export const orderText = (ordering: number): string => ORDER_NAMES[ordering] ?? ordering.toString();
