/**
 * Finds the least gas limit with which a call succeeds (evm-json-rpc.md 5.4). It runs the call once with all gas that
 * is allowed, then a few times near what that run needed. A binary search then finds the exact value.
 */

import type { EvmCallOutcome, EvmCallRequest, EvmEstimate } from '../../backend/evm/execution.js';
import type { BlockContext } from '../../evm/block_context.js';
import type { Execution, Machine } from '../../evm/machine.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { StateReader, WorkingState } from '../state/types.js';
import { checksumAddress } from '../types/address.js';
import { messageOf, type Simulation, simulate } from './simulate.js';

const TX_GAS = 21_000n;
/** Is the gas that a call with value adds for its callee (`CallStipend`). The estimate adds it to the used gas. */
const CALL_STIPEND = 2_300n;

/** Sender of a call that names none. */
const NO_SENDER: Bytes = new Uint8Array(20);

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const refused = (reason: string): EvmEstimate => ({ outcome: { type: 'refused', reason }, gas: undefined });

/** Returns the most gas to try, or the reason why no run can succeed. */
function ceiling(request: EvmCallRequest, state: StateReader, gasLimit: bigint, gasCap: bigint): bigint | string {
  const asked = request.gas !== undefined && request.gas >= TX_GAS ? request.gas : gasLimit;
  const most = min(asked, gasCap);
  const feeCap = request.gasPrice ?? request.maxFeePerGas ?? 0n;
  if (feeCap === 0n || request.assumeFunds === true) return most;
  const balance = request.from === undefined ? 0n : (state.account(request.from)?.balance ?? 0n);
  const value = request.value ?? 0n;
  const sender = `address ${checksumAddress(request.from ?? NO_SENDER)} has ${balance} wei`;
  if (value >= balance) return `insufficient funds for transfer: ${sender}, and the value is ${value}`;
  const affordable = (balance - value) / feeCap;
  return affordable < TX_GAS ? `insufficient funds for gas * price + value: ${sender}` : min(most, affordable);
}

export async function estimate(
  machine: Machine<WorkingState>,
  request: EvmCallRequest,
  context: BlockContext,
  gasCap: bigint,
): Promise<EvmEstimate> {
  const { state } = machine;
  if (gasCap < TX_GAS) return refused('gas cap cannot be lower than 21000');
  const most = ceiling(request, state, context.gasLimit, gasCap);
  if (typeof most === 'string') return refused(most);
  const attempt = async (gasLimit: bigint): Promise<Simulation> => {
    const checkpoint = state.checkpoint();
    const simulation = await simulate(machine, messageOf(request, gasLimit, context), context);
    state.revertTo(checkpoint);
    return simulation;
  };
  if (isPlainTransfer(request, state)) {
    const { outcome } = await attempt(TX_GAS);
    if (outcome.type === 'success') return { outcome, gas: TX_GAS };
  }
  const { outcome, execution } = await attempt(most);
  if (outcome.type !== 'success' || execution === undefined)
    return { outcome: explained(outcome, most), gas: undefined };
  return { outcome, gas: await search(attempt, most, execution) };
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
 * Searches between the gas that the run with `most` used and `most` itself, which is enough. Lower values are not
 * tried: a call that does less when it has less gas would get too little (geth `eth/gasestimator`).
 *
 * Nearly every call needs exactly its highest gas use, or a little more where an inner call retains a 64th. These
 * values are tried before the search, which begins near its lower end.
 */
async function search(
  attempt: (gasLimit: bigint) => Promise<Simulation>,
  most: bigint,
  { gasUsed, maxUsedGas }: Execution,
): Promise<bigint> {
  let tooLittle = gasUsed - 1n;
  let enough = most;
  const probe = async (gasLimit: bigint): Promise<void> => {
    if (gasLimit <= tooLittle || gasLimit >= enough) return;
    if ((await attempt(gasLimit)).outcome.type === 'success') enough = gasLimit;
    else tooLittle = gasLimit;
  };
  await probe(maxUsedGas);
  await probe(maxUsedGas - 1n);
  await probe(((maxUsedGas + CALL_STIPEND) * 64n) / 63n);
  while (tooLittle + 1n < enough) await probe(min((tooLittle + enough) / 2n, 2n * tooLittle));
  return enough;
}
