/**
 * Executes a call of a simulated block: an unsigned transaction. It pays the price that it offers to the fee collector,
 * and uses up its sender's nonce. Which checks apply depends on the request (go-ethereum `internal/ethapi`).
 */
import type { EvmCallRequest } from '../../../backend/evm/execution.js';
import { type EthereumLog, NATIVE_COIN, TRANSFER_TOPIC } from '../../../codec/ethereum/receipt.js';
import { encodeEthereumTx, ethereumTxHash, type UnsignedEthereumTx } from '../../../codec/ethereum/tx.js';
import type { BlockContext } from '../../../evm/block_context.js';
import { intrinsicGas } from '../../../evm/intrinsic_gas.js';
import type { Execution, Machine } from '../../../evm/machine.js';
import { type FrameEnd, type FrameStart, type Observer, observedTogether } from '../../../evm/observer.js';
import { type Account, EMPTY_ACCOUNT } from '../../../evm/state.js';
import { type Bytes, bigintToBytes, EMPTY_BYTES, leftPadded } from '../../../kernel/bytes.js';
import { FEE_COLLECTOR } from '../../modules/auth/fee_collector.js';
import type { WorkingState } from '../../state/types.js';
import { gasProblem, typeProblem } from '../../tx/stateless.js';
import { checksumAddress } from '../../types/address.js';
import { initcodeProblem, messageOf, outcomeOf } from '../simulate.js';
import { refusedFor, type SimulatedCall, type SimulationRefused } from './simulate_v1.js';

const MAX_NONCE = 2n ** 64n - 1n;

export interface CallRules {
  readonly validation: boolean;
  readonly traceTransfers: boolean;
}

interface Priced {
  readonly cap: bigint;
  readonly tip: bigint;
}

const pricedOf = ({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: EvmCallRequest): Priced =>
  gasPrice === undefined
    ? { cap: maxFeePerGas ?? 0n, tip: maxPriorityFeePerGas ?? 0n }
    : { cap: gasPrice, tip: gasPrice };

function transactionOf(request: EvmCallRequest, nonce: bigint, gas: bigint, chainId: bigint): UnsignedEthereumTx {
  const { gasPrice, authorizationList, accessList = [] } = request;
  const legacy = gasPrice !== undefined;
  return {
    type: legacy ? 0 : authorizationList !== undefined ? 4 : 2,
    chainId,
    nonce,
    gasPrice,
    maxFeePerGas: legacy ? undefined : (request.maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: legacy ? undefined : (request.maxPriorityFeePerGas ?? 0n),
    gas,
    to: request.to,
    value: request.value ?? 0n,
    input: request.input ?? EMPTY_BYTES,
    accessList: legacy ? undefined : accessList,
    authorizationList: legacy ? undefined : authorizationList,
  };
}

/** Executes the call. Its writes stay in the machine's state. */
export async function simulateCall(
  machine: Machine<WorkingState>,
  request: EvmCallRequest,
  gas: bigint,
  context: BlockContext,
  rules: CallRules,
  observer?: Observer,
): Promise<SimulatedCall | SimulationRefused> {
  const { state } = machine;
  const message = messageOf(request, gas, context);
  const { from, gasPrice: price } = message;
  const account = state.account(from) ?? EMPTY_ACCOUNT;
  const tx = transactionOf(request, request.nonce ?? account.nonce, gas, context.evmChainId);
  const owed = intrinsicGas(message, machine.rules.hardfork);
  const problem =
    (rules.validation ? nonceProblem(tx, from, account) : undefined) ??
    feeProblem(request, from, context, rules) ??
    fundsProblem(tx, from, account, pricedOf(request)) ??
    shapeProblem(tx, owed, machine.rules);
  if (problem !== undefined) return problem;
  state.setAccount(from, { ...account, nonce: account.nonce + 1n, balance: account.balance - gas * price });
  const transfers = rules.traceTransfers ? new TransferLogs() : undefined;
  const observed = observer && transfers ? observedTogether([observer, transfers]) : (observer ?? transfers);
  const execution = await machine.execute(context, message, owed, observed);
  settleFee(state, from, gas, price, execution);
  const raw = encodeEthereumTx({ ...tx, v: 0n, r: 0n, s: 0n });
  return {
    from,
    raw,
    hash: ethereumTxHash(raw),
    outcome: outcomeOf(execution),
    maxUsedGas: execution.maxUsedGas,
    effectiveGasPrice: price,
    logs: execution.logs,
    reportedLogs: transfers?.reportedLogs ?? execution.logs,
  };
}

const WORD_BYTES = 32;
/** Calls that move no coins: they show the value of the call around them. */
const MOVES_NOTHING: ReadonlySet<FrameStart['type']> = new Set(['DELEGATECALL', 'CALLCODE']);

const word = (address: Bytes): Bytes => leftPadded(address, WORD_BYTES);

/**
 * Collects the logs of a run, with logs of coin transfers between them, as if the coin were an ERC-20 (ERC-7528).
 * Transactions, calls, creations and self-destructs transfer coins. Logs of reverted frames are dropped.
 */
class TransferLogs implements Observer {
  /** Logs of each frame that has not ended. */
  readonly #open: EthereumLog[][] = [];
  #reportedLogs: readonly EthereumLog[] = [];

  /** Returns the logs of the run after its end. */
  get reportedLogs(): readonly EthereumLog[] {
    return this.#reportedLogs;
  }

  enter({ type, from, to, value }: FrameStart): void {
    this.#open.push([]);
    if (value > 0n && !MOVES_NOTHING.has(type))
      this.log({
        address: NATIVE_COIN,
        topics: [TRANSFER_TOPIC, word(from), word(to)],
        data: bigintToBytes(value, WORD_BYTES),
      });
  }

  log(log: EthereumLog): void {
    this.#open.at(-1)?.push(log);
  }

  exit({ error }: FrameEnd): void {
    const logs = error === undefined ? (this.#open.pop() ?? []) : this.#drop();
    const outer = this.#open.at(-1);
    if (outer === undefined) this.#reportedLogs = logs;
    else for (const log of logs) outer.push(log);
  }

  #drop(): EthereumLog[] {
    this.#open.pop();
    return [];
  }
}

function nonceProblem({ nonce }: UnsignedEthereumTx, from: Bytes, account: Account): SimulationRefused | undefined {
  const about = `address ${checksumAddress(from)}, tx: ${nonce} state: ${account.nonce}`;
  if (nonce < account.nonce) return refusedFor('nonce too low', `nonce too low: ${about}`);
  if (nonce > account.nonce) return refusedFor('nonce too high', `nonce too high: ${about}`);
  return nonce === MAX_NONCE
    ? refusedFor('nonce too high', `nonce has max value: address ${checksumAddress(from)}, nonce: ${nonce}`)
    : undefined;
}

/** Checks the fees. Without validation a call that offers no price pays none, whatever the base fee is. */
function feeProblem(
  request: EvmCallRequest,
  from: Bytes,
  { baseFeePerGas }: BlockContext,
  { validation }: CallRules,
): SimulationRefused | undefined {
  const { cap, tip } = pricedOf(request);
  if (!validation && cap === 0n && tip === 0n) return undefined;
  const about = `address ${checksumAddress(from)}, `;
  if (tip > cap)
    return refusedFor(
      'invalid fees',
      `max priority fee per gas higher than max fee per gas: ${about}maxPriorityFeePerGas: ${tip}, maxFeePerGas: ${cap}`,
    );
  if (cap >= baseFeePerGas) return undefined;
  return refusedFor(
    'base fee too low',
    `max fee per gas less than block base fee: ${about}maxFeePerGas: ${cap}, baseFee: ${baseFeePerGas}`,
  );
}

function fundsProblem(
  { gas, value }: UnsignedEthereumTx,
  from: Bytes,
  { balance }: Account,
  { cap }: Priced,
): SimulationRefused | undefined {
  const want = gas * cap + value;
  if (balance >= want) return undefined;
  return refusedFor(
    'insufficient funds',
    `insufficient funds for gas * price + value: address ${checksumAddress(from)} have ${balance} want ${want}`,
  );
}

function shapeProblem(
  { to, input, type, gas }: UnsignedEthereumTx,
  owed: ReturnType<typeof intrinsicGas>,
  { hardfork, codeSizeLimit }: Machine<WorkingState>['rules'],
): SimulationRefused | undefined {
  const unknown = typeProblem(type, hardfork);
  if (unknown !== undefined) return refusedFor('refused', unknown.log);
  const problem = gasProblem(gas, owed);
  if (problem !== undefined) return refusedFor('intrinsic gas', problem.log);
  if (to !== undefined) return undefined;
  if (type === 4) return refusedFor('refused', 'EIP-7702 transaction cannot be used to create contract');
  const tooLong = initcodeProblem(input, codeSizeLimit);
  return tooLong === undefined ? undefined : refusedFor('init code size', tooLong);
}

/** Refunds the unused gas, and pays the used gas to the fee collector, as for any transaction. */
function settleFee(state: WorkingState, from: Bytes, gas: bigint, price: bigint, { gasUsed }: Execution): void {
  if (price === 0n) return;
  for (const [address, amount] of [
    [from, (gas - gasUsed) * price],
    [FEE_COLLECTOR.address, gasUsed * price],
  ] as const) {
    const account = state.account(address) ?? EMPTY_ACCOUNT;
    state.setAccount(address, { ...account, balance: account.balance + amount });
  }
}
