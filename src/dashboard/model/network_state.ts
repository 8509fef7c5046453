/**
 * Folds pictures and events of the simulated network to its state at an instant. The nodes are immutable and shared by
 * all states; the lists around them are copied for a state that is to stay.
 */
import type { RoundEvent, RoundMessage, RoundsMessage, RoundsPicture, ValidatorPicture } from '../../backend/rounds.js';
import { applyNodeEvent } from './apply_node_event.js';
import { addFlight, type FlightList, type Flights, flightsOf, landFlight, listFlights } from './flights.js';
import { type NodeView, nodeFromPicture, STEP, withLastVote } from './node_state.js';
import { incrementsAfter } from './proposers.js';
import type { Powers } from './vote_set.js';

export interface Validator extends Omit<ValidatorPicture, 'power' | 'priority'> {
  readonly power: bigint;
  readonly priority: bigint;
}

export const nameOf = (validators: readonly Pick<Validator, 'name'>[], index: number): string =>
  validators[index]?.name ?? (index < 0 ? 'unknown' : `validator-${index}`);

export interface DecidedHeight {
  readonly height: number;
  readonly round: number;
  readonly block: string;
  readonly at: number;
  /** Validators whose precommits for it the node had counted. */
  readonly seals: number;
}

/** Two contradicting votes of a validator, which a node has seen. */
export interface Accusation {
  readonly node: number;
  readonly height: number;
  readonly round: number;
  readonly type: 1 | 2;
  readonly validator: number;
}

export interface NetworkState {
  at: number;
  /** Height that is being decided. */
  height: number;
  validators: readonly Validator[];
  powers: Powers;
  nodes: NodeView[];
  /** State that each node would still have after a crash. */
  durable: NodeView[];
  /** Whether each node has signed or decided since its last input, so that their state is on disk after it. */
  signed: boolean[];
  /** Number of the last message that each node received. */
  received: number[];
  flights: Flights;
  faults: RoundsPicture['faults'];
  cuts: RoundsPicture['cuts'];
  /** Last decision of each node that the page has seen. */
  decisions: (DecidedHeight | undefined)[];
  /** Last decided heights, oldest first. */
  decided: readonly DecidedHeight[];
  accusations: readonly Accusation[];
  /** Nodes that have decided another block than the others. */
  conflicts: readonly { readonly node: number; readonly height: number }[];
}

/** Returns the description of a message by its number. */
export type MessageOf = (number: number) => RoundMessage | undefined;

/** Most decided heights and accusations that a state holds. */
const RECENT = 50;

export function powersOf(validators: readonly Pick<Validator, 'power'>[]): Powers {
  const powers = validators.map(({ power }) => power);
  return { powers, total: powers.reduce((sum, power) => sum + power, 0n) };
}

/** Returns the state that a picture describes. What a picture does not have comes from the state before, if any. */
export function stateFromPicture(picture: RoundsPicture, before?: NetworkState): NetworkState {
  const validators = picture.validators.map((validator) => ({
    ...validator,
    power: BigInt(validator.power),
    priority: BigInt(validator.priority),
  }));
  const powers = powersOf(validators);
  const nodes = picture.nodes.map((node, index) => {
    const [now, known] = [nodeFromPicture(node, powers), before?.nodes[index]];
    return known?.height === now.height ? { ...now, decidedBy: known.decidedBy } : now;
  });
  const flights: Flights = new Map();
  for (const [from, to, message, at, until] of picture.inFlight) addFlight(flights, { from, to, message, at, until });
  return {
    at: picture.at,
    height: picture.height,
    validators,
    powers,
    nodes,
    durable: [...nodes],
    signed: nodes.map(() => false),
    received: nodes.map(() => -1),
    flights,
    faults: picture.faults,
    cuts: picture.cuts,
    decisions: nodes.map((node, index) => decisionBefore(before?.decisions[index], node)),
    decided: before?.decided.filter(({ height }) => height < picture.height) ?? [],
    accusations: before?.accusations.filter(({ height }) => height <= picture.height) ?? [],
    conflicts: before?.conflicts ?? [],
  };
}

/** Keeps a decision of an earlier picture, unless the node is now at its height or below. */
const decisionBefore = (decision: DecidedHeight | undefined, { height }: NodeView): DecidedHeight | undefined =>
  decision !== undefined && decision.height < height ? decision : undefined;

/** State that is kept for later, as most are never shown. */
export interface SavedState extends Omit<NetworkState, 'flights'> {
  readonly flights: FlightList;
}

const copyLists = <T extends Omit<NetworkState, 'flights'>>(state: T): T => ({
  ...state,
  nodes: [...state.nodes],
  durable: [...state.durable],
  signed: [...state.signed],
  received: [...state.received],
  decisions: [...state.decisions],
});

/** Returns a copy that further events of the original do not change. */
export const copyOf = (state: NetworkState): NetworkState => ({
  ...copyLists(state),
  flights: new Map(state.flights),
});

/** Returns a copy to keep, which costs less than one to show. */
export const save = (state: NetworkState): SavedState => ({ ...copyLists(state), flights: listFlights(state.flights) });

/** Returns a state to show or to change, and leaves the saved one as it is. */
export const restore = (saved: SavedState): NetworkState => ({
  ...copyLists(saved),
  flights: flightsOf(saved.flights),
});

/** Tells of the faults and cut links from an instant on. A trace has such events; a running chain sends a picture. */
export type NetworkEvent = readonly [
  'network',
  at: number,
  faults: RoundsPicture['faults'],
  cuts: RoundsPicture['cuts'],
];

/** Tells that every node has written what it knows, because its last precommits were signed again with another time. */
export type WrittenEvent = readonly ['written', at: number];

/** Inputs of a history: the messages of a running chain, and those of a trace. */
export type ModelMessage =
  | RoundsMessage
  | { readonly type: 'events'; readonly events: readonly (RoundEvent | NetworkEvent | WrittenEvent)[] };

/** Event that happens at an instant, which is its second member. */
export type TimedEvent = Exclude<RoundEvent, readonly ['message', ...unknown[]]> | NetworkEvent | WrittenEvent;

/** Returns the node whose state is known, where all others are unknown; undefined where all are known. */
export function observedNode({ nodes }: NetworkState): number | undefined {
  return nodes.some(({ unknown }) => unknown) ? nodes.findIndex(({ unknown }) => !unknown) : undefined;
}

/** Returns whether a validator proposes in the round of its node. That of an unknown node is the observed one's. */
export function isProposer(state: NetworkState, index: number): boolean {
  const node = state.nodes[index];
  const from = node?.unknown === true ? state.nodes[observedNode(state) ?? -1] : node;
  return from?.proposer === index;
}

/** Returns the active fault of a type that concerns one validator. */
export const faultOf = ({ faults, validators }: NetworkState, index: number, type: string) =>
  faults.find(({ text }) => `${text} `.startsWith(`${type} node=${nameOf(validators, index)} `));

/** Changes the state by an event. */
export function applyEvent(state: NetworkState, event: TimedEvent, messageOf: MessageOf): void {
  state.at = Math.max(state.at, event[1]);
  switch (event[0]) {
    case 'sent': {
      const [, at, from, to, message, delay] = event;
      addFlight(state.flights, { from, to, message, at, until: at + delay });
      return;
    }
    case 'received': {
      const [, at, from, to, message] = event;
      landFlight(state.flights, { from, to, message }, at);
      persist(state, to);
      state.received[to] = message;
      return;
    }
    case 'dropped': {
      const [, at, from, to, message] = event;
      landFlight(state.flights, { from, to, message }, at);
      return;
    }
    case 'crashed':
      persist(state, event[2]);
      changeNode(state, event[2], (_, durable) => ({ ...durable, up: false, timeout: undefined }));
      return;
    case 'committed':
      decide(state, event);
      state.signed[event[2]] = true;
      return;
    case 'accuse': {
      const [, , node, height, round, type, validator] = event;
      state.accusations = [...state.accusations, { node, height, round, type, validator }].slice(-RECENT);
      break;
    }
    case 'vote': {
      const [, , , height, round, type, validator, block] = event;
      changeNode(state, validator, (node) => withLastVote(node, { height, round, type, block }));
      break;
    }
    case 'network':
      [, , state.faults, state.cuts] = event;
      return;
    case 'written':
      state.durable = [...state.nodes];
      return;
    case 'conflict':
      state.conflicts = [...state.conflicts, { node: event[2], height: event[3] }].slice(-RECENT);
      return;
    default:
  }
  applyToNode(state, event, messageOf);
}

type NodeEvent = Exclude<
  TimedEvent,
  readonly [
    'sent' | 'received' | 'dropped' | 'crashed' | 'committed' | 'conflict' | 'network' | 'written',
    ...unknown[],
  ]
>;

function applyToNode(state: NetworkState, event: NodeEvent, messageOf: MessageOf): void {
  const [type, , index] = event;
  if (isTimeout(event, state.nodes[index])) persist(state, index);
  const received = type === 'accuse' ? messageOf(state.received[index] ?? -1) : undefined;
  changeNode(state, index, (node) => applyNodeEvent(node, event, state.powers, received));
  const signs = (type === 'vote' && event[6] === index) || (type === 'newRound' && event[5] === index);
  const persists = signs || (type === 'step' && event[5] === STEP.commit);
  if (persists) state.signed[index] = true;
  if (type === 'jumped') state.durable[index] = state.nodes[index] as NodeView;
}

/** Returns whether a timeout was the input. The end of the wait before a height has no event of its own. */
const isTimeout = (event: NodeEvent, node: NodeView | undefined): boolean =>
  event[0] === 'newRound' ? node?.step === STEP.newHeight : event[0] === 'plain' && event[5].startsWith('timeout');

function changeNode(state: NetworkState, index: number, change: (node: NodeView, durable: NodeView) => NodeView): void {
  const node = state.nodes[index];
  if (node !== undefined) state.nodes[index] = change(node, state.durable[index] ?? node);
}

/** Marks what a node knows as written, if it has signed or decided since its last input. */
function persist(state: NetworkState, index: number): void {
  const node = state.nodes[index];
  if (node === undefined || state.signed[index] !== true) return;
  state.durable[index] = node;
  state.signed[index] = false;
}

/** Notes the first decision of a height: the next height begins, whose round 0 another validator proposes. */
function decide(state: NetworkState, event: readonly ['committed', number, number, number, number, string]): void {
  const [, at, node, height, round, block] = event;
  const votes = state.nodes[node]?.votes[round]?.precommits.votes ?? [];
  const decision = { height, round, block, at, seals: votes.filter((vote) => vote === block).length };
  state.decisions[node] = decision;
  if (height < state.height) return;
  state.decided = [...state.decided, decision].slice(-RECENT);
  state.height = height + 1;
  const after = incrementsAfter(state.validators, 1)[0]?.after;
  if (after === undefined) return;
  state.validators = state.validators.map((validator, index) => ({ ...validator, priority: after[index] ?? 0n }));
}
