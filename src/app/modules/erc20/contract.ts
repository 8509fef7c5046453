/** Calls contracts that existed before their coins (cosmos/evm x/erc20 `keeper/evm.go`). */
import { TRANSFER_TOPIC } from '../../../codec/ethereum/receipt.js';
import type { ContractAnswer } from '../../../evm/machine.js';
import { EMPTY_CODE_HASH } from '../../../evm/state.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { fromUtf8 } from '../../../kernel/text.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { solidityFunction } from '../../sdk/solidity/solidity_call.js';
import type { StateReader } from '../../state/types.js';
import { checksumAddress } from '../../types/address.js';
import { failure, moduleFailure } from '../../types/refusal.js';
import { ERC20_ACCOUNT } from './conversion.js';
import { erc20Failure } from './failure.js';

const VM_EXECUTION_FAILED = 10;
const WORD_BYTES = 32;

const NAME = solidityFunction('function name() view returns (string)');
const SYMBOL = solidityFunction('function symbol() view returns (string)');
const DECIMALS = solidityFunction('function decimals() view returns (uint8)');
const BALANCE_OF = solidityFunction('function balanceOf(address) view returns (uint256)');
const TRANSFER = solidityFunction('function transfer(address to, uint256 amount) returns (bool)');

export const hasCode = (state: StateReader, address: Bytes): boolean => {
  const account = state.account(address);
  return account !== undefined && !equalBytes(account.codeHash, EMPTY_CODE_HASH);
};

/** Calls a view function. Throws TxFailure where the code fails. */
async function ask({ callEvm }: MessageContext, contract: Bytes, input: Bytes, method: string): Promise<Bytes> {
  const answer = await callEvm({ from: ERC20_ACCOUNT.address, to: contract, input, commit: false });
  checkRan(answer, `contract call failed: method '${method}', contract '${checksumAddress(contract)}': `);
  return answer.output;
}

function checkRan({ error }: ContractAnswer, where = ''): void {
  if (error !== undefined)
    throw moduleFailure('evm', VM_EXECUTION_FAILED, `${where}${error}: evm transaction execution failed`);
}

export interface Erc20Data {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Reads name, symbol and decimals. Throws TxFailure for a contract that does not return them. */
export async function readErc20Data(context: MessageContext, contract: Bytes): Promise<Erc20Data> {
  const name = textOf(await ask(context, contract, NAME.encode([]), 'name'), 'name');
  const symbol = textOf(await ask(context, contract, SYMBOL.encode([]), 'symbol'), 'symbol');
  const decimals = DECIMALS.decode(await ask(context, contract, DECIMALS.encode([]), 'decimals'))?.[0];
  if (decimals === undefined) throw erc20Failure('abiUnpack', 'failed to unpack decimals');
  return { name, symbol, decimals: Number(decimals) };
}

/** Decodes a text. Older contracts return it in 32 bytes. */
function textOf(output: Bytes, method: string): string {
  const [text] = NAME.decode(output) ?? [];
  if (typeof text === 'string') return text;
  if (output.length === WORD_BYTES)
    return fromUtf8(output.subarray(0, output.includes(0) ? output.indexOf(0) : WORD_BYTES));
  const problem = `failed to unpack ${method} as both string and raw bytes32 (len=${output.length})`;
  throw erc20Failure('abiUnpack', problem);
}

/** Returns a holder's balance. Throws TxFailure for a contract that does not return one. */
export async function tokensOf({ callEvm }: MessageContext, contract: Bytes, holder: Bytes): Promise<bigint> {
  const input = BALANCE_OF.encode([checksumAddress(holder)]);
  const { error, output } = await callEvm({ from: ERC20_ACCOUNT.address, to: contract, input, commit: false });
  const [balance] = (error === undefined && BALANCE_OF.decode(output)) || [];
  if (typeof balance !== 'bigint') throw erc20Failure('evmCall', 'failed to retrieve balance');
  return balance;
}

/**
 * Moves tokens from `from` to `to`, and checks that the balance of `to` grows by the amount. Throws TxFailure where the
 * call fails, returns false, neither returns a value nor logs the transfer, or has another effect.
 */
export async function moveTokens(
  context: MessageContext,
  contract: Bytes,
  { from, to, amount, refusal }: { from: Bytes; to: Bytes; amount: bigint; refusal: string },
): Promise<void> {
  const before = await tokensOf(context, contract, to);
  const answer = await context.callEvm({ from, to: contract, input: TRANSFER.encode([checksumAddress(to), amount]) });
  checkRan(answer);
  if (answer.output.length === 0) checkTransferLog(answer, contract);
  else {
    const done = TRANSFER.decode(answer.output)?.[0];
    if (done === undefined) throw erc20Failure('abiUnpack', 'failed to unpack transfer');
    if (done !== true) throw failure('logic', `${refusal}: internal logic error`);
  }
  const [expected, actual] = [before + amount, await tokensOf(context, contract, to)];
  if (actual !== expected)
    throw erc20Failure('balanceInvariance', `invalid token balance - expected: ${expected}, actual: ${actual}`);
}

/** Checks that a contract without a return value has logged exactly one transfer of its own. */
function checkTransferLog({ logs }: ContractAnswer, contract: Bytes): void {
  const transfers = logs.filter(({ topics: [topic] }) => topic !== undefined && equalBytes(topic, TRANSFER_TOPIC));
  if (transfers.some(({ address }) => !equalBytes(address, contract)))
    throw erc20Failure('unexpectedEvent', 'Transfer event from unexpected address');
  if (transfers.length > 1) throw erc20Failure('unexpectedEvent', 'duplicate Transfer event');
  if (transfers.length === 0) throw erc20Failure('expectedEvent', 'expected Transfer event');
}
