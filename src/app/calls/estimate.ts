/**
 * The least gas limit with which a call succeeds (evm-json-rpc.md 5.4): one run with all gas that is allowed, a few at
 * what that run seems to need, then a binary search that is exact to one gas.
 */

import type { EvmCallOutcome, EvmCallRequest, EvmEstimate } from '../../backend/evm/execution.js';
import type { BlockContext } from '../../evm/block_context.js';
import type { Execution, Machine } from '../../evm/machine.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { StateReader, WorkingState } from '../state/types.js';
import { messageOf, type Simulation, simulate } from './simulate.js';

const TX_GAS = 21_000n;
/** What a call with value hands on for free, and needs to have on top. */
const CALL_STIPEND = 2_300n;

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const refused = (reason: string): EvmEstimate => ({ outcome: { type: 'refused', reason }, gas: undefined });

/** The most gas to try, or why there is nothing to try. */
function ceiling(request: EvmCallRequest, state: StateReader, gasLimit: bigint, gasCap: bigint): bigint | string {
  const asked = request.gas !== undefined && request.gas >= TX_GAS ? request.gas : gasLimit;
  const most = min(asked, gasCap);
  const feeCap = request.gasPrice ?? request.maxFeePerGas ?? 0n;
  if (feeCap === 0n || request.assumeFunds === true) return most;
  const balance = request.from === undefined ? 0n : (state.account(request.from)?.balance ?? 0n);
  const value = request.value ?? 0n;
  if (value >= balance) return 'insufficient funds for transfer';
  const affordable = (balance - value) / feeCap;
  return affordable < TX_GAS ? 'insufficient funds for gas * price + value' : min(most, affordable);
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

/** Nobody's code runs: 21000 is enough, unless the receiver has some after all. */
function isPlainTransfer({ to, input, accessList, authorizationList }: EvmCallRequest, state: StateReader): boolean {
  if (to === undefined || (input?.length ?? 0) > 0 || accessList !== undefined || authorizationList !== undefined)
    return false;
  return codeOf(state, to).length === 0;
}

function codeOf(state: StateReader, address: Bytes): Bytes {
  const account = state.account(address);
  return account === undefined ? new Uint8Array() : state.code(account.codeHash);
}

/** More gas than `most` might have helped, and only then is that what the caller is told. */
function explained(outcome: EvmCallOutcome, most: bigint): EvmCallOutcome {
  const outOfGas =
    (outcome.type === 'halt' && outcome.reason.includes('out of gas')) ||
    (outcome.type === 'refused' && /^(intrinsic gas too low|insufficient gas for floor)/.test(outcome.reason));
  return outOfGas
    ? { type: 'refused', reason: `gas required exceeds allowance (${most})`, consoleCalls: outcome.consoleCalls }
    : outcome;
}

/**
 * `most` is enough, and less than what the run with `most` paid for is not looked at: a call that does less when it has
 * less would otherwise be given too little (geth `eth/gasestimator`). Nearly every call needs exactly what it used at its
 * highest, or a little more where a call of its own keeps back a 64th: those are tried before the search, which looks
 * near its lower end first.
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
