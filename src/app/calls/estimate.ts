/**
 * Estimates the gas of a call (evm-json-rpc.md 5.4): the least gas limit with which the run succeeds and every frame
 * ends as it does with all gas. A frame that succeeds there succeeds; one that fails there may fail earlier.
 */

import type { EvmCallOutcome, EvmCallRequest, EvmEstimate } from '../../backend/evm/execution.js';
import type { BlockContext } from '../../evm/block_context.js';
import { TX_GAS } from '../../evm/intrinsic_gas.js';
import type { Execute, Machine } from '../../evm/machine.js';
import type { FrameEnd, FrameStart, Observer } from '../../evm/observer.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { StateReader, WorkingState } from '../state/types.js';
import { checksumAddress } from '../types/address.js';
import { messageOf, type Simulation, simulate } from './simulate.js';

/** Gas that a call with value adds for its callee (`CallStipend`). The search adds it to the used gas. */
const CALL_STIPEND = 2_300n;

/** Error text of a frame that reverted. */
const REVERTED = 'execution reverted';

/** Sender of a call that names none. */
const NO_SENDER: Bytes = new Uint8Array(20);

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const refused = (reason: string): EvmEstimate => ({ outcome: { type: 'refused', reason }, gas: undefined });

/** Upper bounds of the gas limits that an estimate tries. */
export interface EstimateLimits {
  readonly gasCap: bigint;
  /** EIP-7825's limit of a transaction's gas; 0 means none. */
  readonly txMaxGas: bigint;
}

/** Returns the most gas to try, or the reason why no run can succeed. */
function ceiling(request: EvmCallRequest, state: StateReader, limit: bigint): bigint | string {
  const most = request.gas !== undefined && request.gas >= TX_GAS ? min(request.gas, limit) : limit;
  const feeCap = request.gasPrice ?? request.maxFeePerGas ?? 0n;
  if (feeCap === 0n || request.assumeFunds === true) return most;
  const balance = request.from === undefined ? 0n : (state.account(request.from)?.balance ?? 0n);
  const value = request.value ?? 0n;
  const sender = `address ${checksumAddress(request.from ?? NO_SENDER)} has ${balance} wei`;
  if (value >= balance) return `insufficient funds for transfer: ${sender}, and the value is ${value}`;
  const affordable = (balance - value) / feeCap;
  return affordable < TX_GAS ? `insufficient funds for gas * price + value: ${sender}` : min(most, affordable);
}

/** Runs the call with a gas limit and undoes its effects. */
type Attempt = (gasLimit: bigint, observer?: Observer) => Promise<Simulation>;

/** Estimates a call. `execute`, if it is given, runs the attempt with the most gas. */
export async function estimate(
  machine: Machine<WorkingState>,
  request: EvmCallRequest,
  context: BlockContext,
  { gasCap, txMaxGas }: EstimateLimits,
  execute?: Execute,
): Promise<EvmEstimate> {
  const { state } = machine;
  if (gasCap < TX_GAS) return refused('gas cap cannot be lower than 21000');
  const most = ceiling(request, state, txMaxGas > 0n ? min(gasCap, txMaxGas) : gasCap);
  if (typeof most === 'string') return refused(most);
  const attempt: Attempt = async (gasLimit, observer) => {
    const checkpoint = state.checkpoint();
    const message = messageOf(request, gasLimit, context, true);
    const simulation = await simulate(machine, message, context, observer, gasLimit === most ? execute : undefined);
    state.revertTo(checkpoint);
    return simulation;
  };
  if (isPlainTransfer(request, state)) {
    const { outcome } = await attempt(TX_GAS);
    if (outcome.type === 'success') return { outcome, gas: TX_GAS };
  }
  const whole = await estimateWithin(attempt, most);
  if (whole.gas === undefined) return { outcome: explained(whole.outcome, most), gas: undefined, mostGas: most };
  if (whole.gas <= context.gasLimit) return whole;
  // No transaction has more gas than a block. What also succeeds with the gas of a block can be sent.
  const inBlock = await estimateWithin(attempt, context.gasLimit);
  return inBlock.gas === undefined ? whole : inBlock;
}

/** Estimates with `most` as all gas. */
async function estimateWithin(attempt: Attempt, most: bigint): Promise<EvmEstimate> {
  const frames = new FrameEnds(most);
  const { outcome, execution } = await attempt(most, frames);
  if (outcome.type !== 'success' || execution === undefined) return { outcome, gas: undefined };
  const usedBy = async (gasLimit: bigint): Promise<bigint | undefined> => {
    const found = new FrameEnds(gasLimit);
    const lower = await attempt(gasLimit, found);
    return lower.outcome.type === 'success' && found.equals(frames) ? lower.execution?.maxUsedGas : undefined;
  };
  return { outcome, gas: await search(usedBy, most, execution.maxUsedGas, frames) };
}

/**
 * Returns whether a call probably runs no code, so that 21000 gas is enough. A precompile at the address may run
 * nevertheless.
 */
function isPlainTransfer({ to, input, accessList, authorizationList }: EvmCallRequest, state: StateReader): boolean {
  if (to === undefined || (input?.length ?? 0) > 0 || accessList !== undefined || authorizationList !== undefined)
    return false;
  return codeOf(state, to).length === 0;
}

function codeOf(state: StateReader, address: Bytes): Bytes {
  const account = state.account(address);
  return account === undefined ? new Uint8Array() : state.code(account.codeHash);
}

/** Replaces an out-of-gas failure, which more gas than `most` might prevent, by geth's text about the allowance. */
function explained(outcome: EvmCallOutcome, most: bigint): EvmCallOutcome {
  const outOfGas =
    (outcome.type === 'halt' && outcome.reason.includes('out of gas')) ||
    (outcome.type === 'refused' && /^(intrinsic gas too low|insufficient gas for floor)/.test(outcome.reason));
  return outOfGas
    ? { type: 'refused', reason: `gas required exceeds allowance (${most})`, consoleCalls: outcome.consoleCalls }
    : outcome;
}

/**
 * Searches for the least gas limit that suffices, between 21000 and `most`, which does. `usedBy` returns the gas that a
 * run used whose limit suffices. The search assumes that more gas than enough is enough.
 *
 * Nearly every call needs exactly what it used, or a little more where a call retains a 64th. These values are tried
 * before the binary search, which begins near its lower end.
 */
async function search(
  usedBy: (gasLimit: bigint) => Promise<bigint | undefined>,
  most: bigint,
  maxUsedGas: bigint,
  { burned, hasFailure, spare }: FrameEnds,
): Promise<bigint> {
  let tooLittle = TX_GAS - 1n;
  let enough = most;
  const probe = async (gasLimit: bigint): Promise<bigint | undefined> => {
    if (gasLimit <= tooLittle || gasLimit >= enough) return undefined;
    const used = await usedBy(gasLimit);
    if (used === undefined) tooLittle = gasLimit;
    else enough = gasLimit;
    return used;
  };
  const used = maxUsedGas - burned;
  const spent = await probe(used);
  if (spent === used) {
    // A run that uses all its gas, and as much as with the most, needs all of it, unless a frame may fail earlier.
    if (!hasFailure) return used;
    await probe(used - 1n);
  } else if (spent === undefined) {
    // Rounding down makes the spare gas too little by a few units.
    for (const below of [0n, 1n, 2n, 3n]) await probe(most - spare - below);
    await probe(((used + CALL_STIPEND) * 64n) / 63n);
  }
  while (tooLittle + 1n < enough) await probe(min((tooLittle + enough) / 2n, 2n * tooLittle));
  return enough;
}

/** Records how the frames of a run ended, except those within failed frames. */
class FrameEnds implements Observer {
  /** Gas that frames took by failing without a revert. They may fail with less. */
  burned = 0n;
  hasFailure = false;
  /** Gas that the limit can lose, as far as frames tell that received nearly all of it: a call passes on 63 of 64. */
  spare: bigint;
  /** Gas that the running frames received. */
  readonly #gas: bigint[] = [];
  /** Twice the depth of each frame, plus 1 for success, in the order of their ends. */
  readonly #ends: number[] = [];

  constructor(private readonly gasLimit: bigint) {
    this.spare = gasLimit;
  }

  enter({ gas }: FrameStart): void {
    this.#gas.push(gas);
  }

  exit({ depth, error, gasUsed }: FrameEnd): void {
    const ends = this.#ends;
    const gas = this.#gas.pop() ?? 0n;
    if (error === undefined) {
      ends.push(2 * depth + 1);
      if (2n * gas > this.gasLimit) this.spare = min(this.spare, spareAt(depth, gas - gasUsed));
      return;
    }
    while ((ends.at(-1) ?? 0) >> 1 > depth) ends.pop();
    ends.push(2 * depth);
    this.hasFailure = true;
    if (error !== REVERTED) this.burned += gasUsed;
  }

  /** Returns true if the frames of another run ended as those of this one. */
  equals(other: FrameEnds): boolean {
    const ends = other.#ends;
    return this.#ends.length === ends.length && this.#ends.every((end, i) => end === ends[i]);
  }
}

/** Returns the gas that a transaction can lose when a frame of this depth can lose `gas`. */
function spareAt(depth: number, gas: bigint): bigint {
  let spare = gas;
  for (let level = 0; level < depth; level++) spare = (spare * 64n) / 63n;
  return spare;
}
