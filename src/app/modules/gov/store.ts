/**
 * Reads and writes the keys of x/gov, which are the SDK's: proposals, their queues, deposits, votes and parameters. One
 * more key has the time at which the next period ends.
 */
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { noteExpiry, renewExpiry } from '../../sdk/expiry.js';
import { memoizeDecoded } from '../../state/memoize_decoded.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { storedAddress, withLength } from '../../types/address.js';
import { TIME_BYTES, timeKey } from '../../types/time_key.js';
import { defaultGovParams, GovParams } from './params.js';
import { Deposit, Proposal, STATUS, Vote } from './proposal.js';

export const PROPOSALS = Uint8Array.of(0);
export const ACTIVE = Uint8Array.of(1);
export const INACTIVE = Uint8Array.of(2);
const NEXT_ID_KEY = Uint8Array.of(3);
const VOTING = Uint8Array.of(4);
export const DEPOSITS = Uint8Array.of(16);
export const VOTES = Uint8Array.of(32);
const PARAMS_KEY = Uint8Array.of(48);
const CONSTITUTION_KEY = Uint8Array.of(49);
/** Proposals that pass at the end of this block by a dev transaction. The SDK has no such key. */
const PASSING = Uint8Array.of(240);
const ID_BYTES = 8;

const idBytes = (id: bigint): Bytes => bigintToBytes(id, ID_BYTES);
const proposalKey = (id: bigint): Bytes => concatBytes(PROPOSALS, idBytes(id));
/** Returns the prefix of all deposits to a proposal, or of all votes on it. */
export const partsPrefix = (of: Bytes, id: bigint): Bytes => concatBytes(of, idBytes(id));
const partKey = (of: Bytes, id: bigint, address: Bytes): Bytes => concatBytes(partsPrefix(of, id), withLength(address));
const queueKey = (queue: Bytes, time: UnixNanos, id: bigint): Bytes => concatBytes(timeKey(queue, time), idBytes(id));

const decodeParams = memoizeDecoded(GovParams.decode);

/** Returns the parameters that are stored; undefined where the genesis had none. */
export function storedGovParams(state: StateReader): GovParams | undefined {
  const value = state.get('gov', PARAMS_KEY);
  return value && decodeParams(value);
}

export const readGovParams = (state: StateReader): GovParams =>
  storedGovParams(state) ?? defaultGovParams(readChainParams(state));

export function writeGovParams(state: WorkingState, params: GovParams): void {
  state.set('gov', PARAMS_KEY, GovParams.encode(params));
}

export function readConstitution(state: StateReader): string {
  const value = state.get('gov', CONSTITUTION_KEY);
  return value === undefined ? '' : fromUtf8(value);
}

export function writeConstitution(state: WorkingState, text: string): void {
  if (text !== '') state.set('gov', CONSTITUTION_KEY, utf8(text));
}

/** Returns the id of the next proposal; undefined where neither the genesis nor a proposal has set it. */
export function storedNextId(state: StateReader): bigint | undefined {
  const value = state.get('gov', NEXT_ID_KEY);
  return value && bytesToBigint(value);
}

export const readNextId = (state: StateReader): bigint => storedNextId(state) ?? 1n;

export function writeNextId(state: WorkingState, id: bigint): void {
  state.set('gov', NEXT_ID_KEY, idBytes(id));
}

export function readProposal(state: StateReader, id: bigint): Proposal | undefined {
  const value = state.get('gov', proposalKey(id));
  return value && Proposal.decode(value);
}

export const isVoting = (state: StateReader, id: bigint): boolean =>
  state.get('gov', concatBytes(VOTING, idBytes(id))) !== undefined;

/** Stores a proposal, and whether it can be voted on. Returns the size of its encoding. */
export function writeProposal(state: WorkingState, proposal: Proposal): number {
  const mark = concatBytes(VOTING, idBytes(proposal.id));
  if (proposal.status === STATUS.voting) state.set('gov', mark, Uint8Array.of(1));
  else state.delete('gov', mark);
  const value = Proposal.encode(proposal);
  state.set('gov', proposalKey(proposal.id), value);
  return value.length;
}

/** Deletes a proposal and its places in the queues. */
export function deleteProposal(state: WorkingState, { id, depositEndTime, votingEndTime }: Proposal): void {
  if (depositEndTime !== undefined) unqueue(state, INACTIVE, depositEndTime, id);
  if (votingEndTime !== undefined) {
    unqueue(state, ACTIVE, votingEndTime, id);
    state.delete('gov', concatBytes(VOTING, idBytes(id)));
  }
  state.delete('gov', proposalKey(id));
}

/** Queues a proposal for the end of its period. */
export function queue(state: WorkingState, of: Bytes, time: UnixNanos, id: bigint): void {
  state.set('gov', queueKey(of, time, id), idBytes(id));
  noteExpiry(state, 'gov', time);
}

export function unqueue(state: WorkingState, of: Bytes, time: UnixNanos, id: bigint): void {
  state.delete('gov', queueKey(of, time, id));
}

/** Returns the ids of proposals in a queue whose period ends no later than `now`, in their order. */
export function dueProposals(state: StateReader, of: Bytes, now: UnixNanos): readonly bigint[] {
  const due: bigint[] = [];
  const end = fromUtf8(timeKey(of, now).subarray(1));
  for (const [key, value] of state.entries('gov', of)) {
    if (fromUtf8(key.subarray(1, 1 + TIME_BYTES)) > end) break;
    due.push(bytesToBigint(value));
  }
  return due;
}

/** Ends the periods of a proposal with the next block, which passes it. `now` is the time of the block before. */
export function passAtBlockEnd(state: WorkingState, proposal: Proposal, now: UnixNanos): void {
  const { id, depositEndTime = now, votingStartTime = now, votingEndTime = now } = proposal;
  unqueue(state, INACTIVE, depositEndTime, id);
  unqueue(state, ACTIVE, votingEndTime, id);
  writeProposal(state, { ...proposal, status: STATUS.voting, votingStartTime, votingEndTime: now });
  queue(state, ACTIVE, now, id);
  state.set('gov', concatBytes(PASSING, idBytes(id)), Uint8Array.of(1));
}

/** Returns whether a dev transaction passes the proposal, and forgets it. */
export function takePassing(state: WorkingState, id: bigint): boolean {
  const key = concatBytes(PASSING, idBytes(id));
  if (state.get('gov', key) === undefined) return false;
  state.delete('gov', key);
  return true;
}

/** Takes note of when the next period ends. */
export const renewQueues = (state: WorkingState): void => renewExpiry(state, 'gov', INACTIVE, ACTIVE);

export function readDeposit(state: StateReader, id: bigint, depositor: Bytes): Deposit | undefined {
  const value = state.get('gov', partKey(DEPOSITS, id, depositor));
  return value && Deposit.decode(value);
}

export function writeDeposit(state: WorkingState, deposit: Deposit): void {
  state.set('gov', partKey(DEPOSITS, deposit.proposalId, storedAddress(deposit.depositor)), Deposit.encode(deposit));
}

/** Returns the deposits to a proposal, ascending by depositor. */
export const readDeposits = (state: StateReader, id: bigint): readonly Deposit[] =>
  Array.from(state.entries('gov', partsPrefix(DEPOSITS, id)), ([, value]) => Deposit.decode(value));

export function readVote(state: StateReader, id: bigint, voter: Bytes): Vote | undefined {
  const value = state.get('gov', partKey(VOTES, id, voter));
  return value && Vote.decode(value);
}

export function writeVote(state: WorkingState, vote: Vote): void {
  state.set('gov', partKey(VOTES, vote.proposalId, storedAddress(vote.voter)), Vote.encode(vote));
}

/** Deletes the deposits to a proposal, and returns them. */
export const takeDeposits = (state: WorkingState, id: bigint): readonly Deposit[] =>
  deleteParts(state, DEPOSITS, id).map(([, value]) => Deposit.decode(value));

/** Deletes the deposits to a proposal, or the votes on it, and returns their entries. */
export function deleteParts(state: WorkingState, of: Bytes, id: bigint): (readonly [key: Bytes, value: Bytes])[] {
  const parts = [...state.entries('gov', partsPrefix(of, id))];
  for (const [key] of parts) state.delete('gov', key);
  return parts;
}
