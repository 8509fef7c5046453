/**
 * Runs an unsigned message as a transaction and discards its effects (evm-json-rpc.md 5.1). No fee is charged, and
 * neither nonce nor price are checked; only the value must be available.
 */

import type { EvmCallOutcome, EvmCallRequest } from '../../backend/evm/execution.js';
import type { BlockContext } from '../../evm/block_context.js';
import { initcodeSizeLimit } from '../../evm/code_size.js';
import { intrinsicGas } from '../../evm/intrinsic_gas.js';
import type { Execute, Execution, Machine, Message } from '../../evm/machine.js';
import type { Observer } from '../../evm/observer.js';
import { EMPTY_ACCOUNT } from '../../evm/state.js';
import { type Awaitable, whenKnown } from '../../kernel/awaitable.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { WorkingState } from '../state/types.js';
import { gasProblem, typeProblem } from '../tx/stateless.js';
import { checksumAddress } from '../types/address.js';

/** Sender when a request names none. */
export const ZERO_ADDRESS = new Uint8Array(20);

/** Result of a simulated call. `execution` is `undefined` when the run did not begin. */
export interface Simulation {
  readonly outcome: EvmCallOutcome;
  readonly execution?: Execution;
}

/** Returns what GASPRICE returns: zero unless the request has a price (geth `CallDefaults`, `ToMessage`). */
function gasPriceOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: EvmCallRequest, baseFee: bigint): bigint {
  if (gasPrice !== undefined) return gasPrice;
  if (maxFeePerGas === undefined) return 0n;
  const price = (maxPriorityFeePerGas ?? 0n) + baseFee;
  return maxFeePerGas < price ? maxFeePerGas : price;
}

export function messageOf(
  request: EvmCallRequest,
  gasLimit: bigint,
  context: BlockContext,
  isDiscarded = false,
): Message {
  return {
    from: request.from ?? ZERO_ADDRESS,
    to: request.to,
    value: request.value ?? 0n,
    input: request.input ?? EMPTY_BYTES,
    gasLimit,
    gasPrice: gasPriceOf(request, context.baseFeePerGas),
    accessList: request.accessList,
    authorizationList: request.authorizationList,
    isDiscarded,
  };
}

/** Treats a call with authorizations like a transaction of type 4 (geth `stateTransition.preCheck`). */
function shapeProblem(
  { to, input, authorizationList }: Message,
  { hardfork, codeSizeLimit }: Machine<WorkingState>['rules'],
): string | undefined {
  const unknown = authorizationList === undefined ? undefined : typeProblem(4, hardfork);
  return unknown?.log ?? (to === undefined ? initcodeProblem(input, codeSizeLimit) : undefined);
}

/** Returns why a creation by a call is refused; undefined where its initcode is short enough. */
export function initcodeProblem({ length }: Bytes, codeSizeLimit: number): string | undefined {
  const longest = initcodeSizeLimit(codeSizeLimit);
  return length > longest ? `max initcode size exceeded: code size ${length} limit ${longest}` : undefined;
}

/**
 * Runs a message, with `execute` if it is given. Its writes stay in the machine's state, except to storage where it is
 * discarded.
 */
export function simulate(
  machine: Machine<WorkingState>,
  message: Message,
  context: BlockContext,
  observer?: Observer,
  execute?: Execute,
): Awaitable<Simulation> {
  const gas = intrinsicGas(message, machine.rules.hardfork);
  const problem = shapeProblem(message, machine.rules) ?? gasProblem(message.gasLimit, gas)?.log;
  if (problem !== undefined) return refused(problem);
  const { state } = machine;
  const sender = state.account(message.from) ?? EMPTY_ACCOUNT;
  if (sender.balance < message.value)
    return refused(
      `insufficient funds for gas * price + value: address ${checksumAddress(message.from)} have ${sender.balance} want ${message.value}`,
    );
  state.setAccount(message.from, { ...sender, nonce: sender.nonce + 1n });
  const seen = message.gasPrice === 0n ? withoutBaseFee(context) : context;
  const run = execute?.(machine, seen, message, gas, observer) ?? machine.execute(seen, message, gas, observer);
  return whenKnown(run, simulated);
}

/** One context without a base fee for each context, because a machine compares contexts by identity. */
const freeContexts = new WeakMap<BlockContext, BlockContext>();

/**
 * Returns the context of a call without a gas price. Its BASEFEE is 0, even if an override sets another one, so that no
 * contract finds a GASPRICE below BASEFEE (geth `internal/ethapi` `applyMessage`).
 */
function withoutBaseFee(context: BlockContext): BlockContext {
  if (context.baseFeePerGas === 0n) return context;
  const known = freeContexts.get(context);
  if (known !== undefined) return known;
  const free = { ...context, baseFeePerGas: 0n };
  freeContexts.set(context, free);
  return free;
}

const simulated = (execution: Execution): Simulation => ({ outcome: outcomeOf(execution), execution });

const refused = (reason: string): Simulation => ({ outcome: { type: 'refused', reason } });

/** Returns the outcome of a run that began. */
export function outcomeOf({
  error,
  reverted,
  output,
  gasUsed,
  consoleCalls,
}: Execution): Exclude<EvmCallOutcome, { readonly type: 'refused' }> {
  if (error === undefined) return { type: 'success', returnData: output, gasUsed, consoleCalls };
  return reverted
    ? { type: 'revert', data: output, gasUsed, consoleCalls }
    : { type: 'halt', reason: error, gasUsed, consoleCalls };
}
