/**
 * Handles the requests of EIP-5792: several calls, which become one transaction where the account may have code
 * (EIP-7702), and otherwise one transaction after another.
 */
import type { WalletCall } from '../../backend/evm/wallet.js';
import { encodeAbi } from '../../codec/ethereum/abi.js';
import { authorizationHash } from '../../codec/ethereum/tx.js';
import { type Bytes, concatBytes, equalBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex, to0x, tryFromHex } from '../../kernel/hex.js';
import type { Json, JsonObject } from '../../kernel/json.js';
import { utf8 } from '../../kernel/text.js';
import { quantity } from '../../rpc/evm/quantity.js';
import { RpcError } from '../../rpc/jsonrpc/errors.js';
import { signerOf } from './ethereum_requests.js';
import {
  ask,
  authorized,
  chainIdOf,
  chainIdParam,
  checkUpgrade,
  type HandledWallet,
  type Handler,
  invalid,
  isAddress,
  listOfParams,
  objectParam,
  type Plan,
  quiet,
  short,
  textOf,
  type WalletChain,
} from './handler.js';

/** Most calls of a batch, and most batches that are kept. */
const MAX_CALLS = 500;
const MAX_BATCHES = 1000;
const MAX_ID_LENGTH = 4096;

/** Place of the code of accounts that send batches, which the first batch of a chain writes. */
const CODE_ADDRESS = '0x77020000000000000000000000000000000ba7c4';

/** Code of `BatchAccount.sol`. */
export const BATCH_ACCOUNT_CODE =
  '0x60806040526004361061003e575f3560e01c8063150b7a02146100405780633f707e6b14610088578063bc197c811461009b578063f23a' +
  '6e61146100c9575b005b34801561004b575f5ffd5b5061006b61005a3660046102b7565b630a85bd0160e11b95945050505050565b6040' +
  '516001600160e01b0319909116815260200160405180910390f35b61003e610096366004610362565b6100f5565b3480156100a6575f5f' +
  'fd5b5061006b6100b53660046103a1565b63bc197c8160e01b98975050505050505050565b3480156100d4575f5ffd5b5061006b6100e3' +
  '366004610460565b63f23a6e6160e01b9695505050505050565b3330146101485760405162461bcd60e51b815260206004820152601760' +
  '248201527f6f6e6c7920746865206163636f756e7420697473656c66000000000000000000604482015260640160405180910390fd5b5f' +
  '5b81811015610252575f5f848484818110610166576101666104d3565b905060200281019061017891906104e7565b6101869060208101' +
  '90610505565b6001600160a01b03168585858181106101a1576101a16104d3565b90506020028101906101b391906104e7565b60200135' +
  '8686868181106101c9576101c96104d3565b90506020028101906101db91906104e7565b6101e9906040810190610525565b6040516101' +
  'f7929190610568565b5f6040518083038185875af1925050503d805f8114610231576040519150601f19603f3d011682016040523d8252' +
  '3d5f602084013e610236565b606091505b50915091508161024857805160208201fd5b505060010161014a565b505050565b8035600160' +
  '0160a01b038116811461026d575f5ffd5b919050565b5f5f83601f840112610282575f5ffd5b50813567ffffffffffffffff8111156102' +
  '99575f5ffd5b6020830191508360208285010111156102b0575f5ffd5b9250929050565b5f5f5f5f5f608086880312156102cb575f5ffd' +
  '5b6102d486610257565b94506102e260208701610257565b935060408601359250606086013567ffffffffffffffff811115610304575f' +
  '5ffd5b61031088828901610272565b969995985093965092949392505050565b5f5f83601f840112610331575f5ffd5b50813567ffffff' +
  'ffffffffff811115610348575f5ffd5b6020830191508360208260051b85010111156102b0575f5ffd5b5f5f6020838503121561037357' +
  '5f5ffd5b823567ffffffffffffffff811115610389575f5ffd5b61039585828601610321565b90969095509350505050565b5f5f5f5f5f' +
  '5f5f5f60a0898b0312156103b8575f5ffd5b6103c189610257565b97506103cf60208a01610257565b9650604089013567ffffffffffff' +
  'ffff8111156103ea575f5ffd5b6103f68b828c01610321565b909750955050606089013567ffffffffffffffff811115610415575f5ffd' +
  '5b6104218b828c01610321565b909550935050608089013567ffffffffffffffff811115610440575f5ffd5b61044c8b828c0161027256' +
  '5b999c989b5096995094979396929594505050565b5f5f5f5f5f5f60a08789031215610475575f5ffd5b61047e87610257565b95506104' +
  '8c60208801610257565b94506040870135935060608701359250608087013567ffffffffffffffff8111156104b5575f5ffd5b6104c189' +
  '828a01610272565b979a9699509497509295939492505050565b634e487b7160e01b5f52603260045260245ffd5b5f8235605e19833603' +
  '0181126104fb575f5ffd5b9190910192915050565b5f60208284031215610515575f5ffd5b61051e82610257565b9392505050565b5f5f' +
  '8335601e1984360301811261053a575f5ffd5b83018035915067ffffffffffffffff821115610554575f5ffd5b60200191503681900382' +
  '13156102b0575f5ffd5b818382375f910190815291905056';

/** Selector of `execute`, and its parameter. */
const EXECUTE = fromHex('3f707e6b');
const CALLS = [{ type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] }] as const;

/** Code of an account that EIP-7702 has given the code at an address. */
const delegationTo = (address: string): Bytes => concatBytes(fromHex('ef0100'), fromHex(address));

interface Call {
  readonly to: string | undefined;
  readonly value: bigint;
  readonly data: Bytes;
}

const unsupportedCapability = (name: string): RpcError =>
  new RpcError(5700, `The wallet does not support the capability ${short(name)}.`);
const unsupportedChain = (chainId: string): RpcError =>
  new RpcError(5710, `The wallet does not support the chain ${chainId}.`);
const duplicate = (id: string): RpcError => new RpcError(5720, `There is already a batch with the id ${short(id)}.`);
const unknownBatch = (id: string): RpcError => new RpcError(5730, `There is no batch with the id ${short(id)}.`);
const tooLarge = (count: number): RpcError =>
  new RpcError(5740, `The batch has ${count} calls, expected at most ${MAX_CALLS}.`);
const notAtomic = (why: string): RpcError => new RpcError(5760, `The calls cannot be one transaction: ${why}.`);

type AtomicStatus = 'supported' | 'ready' | 'unsupported';

/** Returns how far an account can send batches: with its code, after an authorization, or not at all. */
async function atomicStatus(
  { settings }: HandledWallet,
  { slot }: WalletChain,
  account: string,
): Promise<AtomicStatus> {
  const { evmBackend } = slot.now;
  if (!settings.atomic || ['shanghai', 'cancun'].includes(evmBackend.hardfork) || !evmBackend.acceptsDevTxs())
    return 'unsupported';
  const code = await evmBackend.code(fromHex(account), evmBackend.head());
  if (code.length === 0) return 'ready';
  return equalBytes(code, delegationTo(CODE_ADDRESS)) ? 'supported' : 'unsupported';
}

const getCapabilities: Handler = {
  async plan(wallet, call) {
    const [given, chainIds] = listOfParams(call);
    const account = authorized(wallet, call, given);
    if (chainIds !== undefined && !Array.isArray(chainIds))
      throw invalid(`params[1] is ${short(chainIds)}, expected a list of chain ids`);
    const wanted = chainIds?.map(chainIdParam);
    const chains = wallet.chains.filter(
      (chain) => wanted?.includes(chainIdOf(chain)) ?? wallet.knows(chainIdOf(chain)),
    );
    const entries = await Promise.all(
      chains.map(async (chain) => [
        chainIdOf(chain),
        { atomic: { status: await atomicStatus(wallet, chain, account) } },
      ]),
    );
    return { asks: false, run: () => Object.fromEntries(entries) as JsonObject };
  },
};

/** Throws for a capability that the wallet does not have, unless the page can do without it. */
function checkCapabilities(given: unknown = {}): void {
  if (typeof given !== 'object' || given === null) throw invalid(`capabilities is ${short(given)}, expected an object`);
  for (const [name, capability] of Object.entries(given as Record<string, { readonly optional?: boolean } | null>))
    if (capability?.optional !== true) throw unsupportedCapability(name);
}

function readCall(given: unknown, at: number): Call {
  const place = `calls[${at}]`;
  if (typeof given !== 'object' || given === null) throw invalid(`${place} is ${short(given)}, expected an object`);
  const { to, data = '0x', value = '0x0', capabilities } = given as Readonly<Record<string, unknown>>;
  checkCapabilities(capabilities);
  if (to !== undefined && to !== null && !isAddress(to))
    throw invalid(`${place}.to is ${short(to)}, expected an address`);
  const bytes = typeof data === 'string' && data.startsWith('0x') ? tryFromHex(data.slice(2)) : undefined;
  if (bytes === undefined) throw invalid(`${place}.data is ${short(data)}, expected bytes in hex`);
  if (typeof value !== 'string' || !/^0x[\da-f]{1,64}$/i.test(value))
    throw invalid(`${place}.value is ${short(value)}, expected a quantity`);
  return { to: typeof to === 'string' ? to.toLowerCase() : undefined, value: BigInt(value), data: bytes };
}

const sendCalls: Handler = {
  usesChain: true,
  async plan(wallet, call) {
    const given = objectParam(call, 'an object with version, chainId, atomicRequired and calls');
    const { origin } = call;
    const { calls: list, capabilities, atomicRequired, id } = given;
    textOf(given['version'], 'version');
    const account = authorized(wallet, call, given['from'] ?? wallet.accountsOf(origin)[0]);
    const chainId = chainIdParam(given['chainId']);
    const chain = wallet.knows(chainId) ? wallet.chainOf(chainId) : undefined;
    if (chain === undefined) throw unsupportedChain(chainId);
    if (!Array.isArray(list) || list.length === 0) throw invalid(`calls is ${short(list)}, expected a list of calls`);
    if (list.length > MAX_CALLS) throw tooLarge(list.length);
    if (typeof atomicRequired !== 'boolean')
      throw invalid(`atomicRequired is ${short(atomicRequired)}, expected true or false`);
    checkCapabilities(capabilities);
    const calls = list.map(readCall);
    if (id !== undefined) checkId(wallet, origin, textOf(id, 'id'));
    const batch: Batch = { chain, account, calls, atomicRequired, id: id as string | undefined };
    isAtomicWith(await atomicStatus(wallet, chain, account), batch);
    return sending(wallet, call, batch);
  },
};

/** Returns whether the calls become one transaction. Throws RpcError for calls that must and cannot. */
function isAtomicWith(status: AtomicStatus, { calls, atomicRequired }: Batch): boolean {
  const creates = calls.some(({ to }) => to === undefined);
  const isAtomic = calls.length === 1 || (status !== 'unsupported' && !creates);
  if (atomicRequired && !isAtomic)
    throw notAtomic(creates ? 'one of them creates a contract' : 'the account or the chain has no batches');
  return isAtomic;
}

function checkId(wallet: HandledWallet, origin: string, id: string): void {
  if (id.length === 0 || id.length > MAX_ID_LENGTH)
    throw invalid(`id has ${id.length} characters, expected 1 to ${MAX_ID_LENGTH}`);
  if (wallet.batches.has(`${origin} ${id}`)) throw duplicate(id);
}

interface Batch {
  readonly chain: WalletChain;
  readonly account: string;
  readonly calls: readonly Call[];
  readonly atomicRequired: boolean;
  readonly id: string | undefined;
}

const sending = (wallet: HandledWallet, { origin }: WalletCall, batch: Batch): Plan => ({
  asks: true,
  run: async () => {
    const { chain, calls, account } = batch;
    // Another request may have taken the id while this one waited.
    if (batch.id !== undefined) checkId(wallet, origin, batch.id);
    const id = batch.id ?? newId(wallet, batch);
    const keep = (isAtomic: boolean, hashes: readonly string[], upgraded?: string): void => {
      const isWhole = isAtomic || hashes.length === calls.length;
      wallet.batches.set(`${origin} ${id}`, { chain, isAtomic, hashes, isWhole, upgraded });
    };
    const [oldest] = wallet.batches.keys();
    if (wallet.batches.size >= MAX_BATCHES && oldest !== undefined) wallet.batches.delete(oldest);
    keep(true, []);
    try {
      // A revert may have taken the code from the account since the request came.
      const status = await atomicStatus(wallet, chain, account);
      const isAtomic = isAtomicWith(status, batch);
      if (isAtomic && calls.length > 1)
        await sendAsOne(wallet, batch, status, (hash) => keep(true, [hash], status === 'ready' ? account : undefined));
      else keep(isAtomic, await sendEach(wallet, batch));
    } catch (error) {
      wallet.batches.delete(`${origin} ${id}`);
      throw error;
    }
    return { id };
  },
});

/** Makes an id of 64 bytes, which is another one for each batch. */
function newId(wallet: HandledWallet, { chain }: Batch): string {
  const { instance, evmBackend } = chain.slot.now;
  const hash = keccak256(concatBytes(instance.id, utf8(`${++wallet.batchCount} ${evmBackend.head()}`)));
  return to0x(concatBytes(hash, keccak256(hash)));
}

/** Sends calls one after another, up to the first that is refused. Throws what refuses the first. */
async function sendEach(wallet: HandledWallet, { chain, account, calls }: Batch): Promise<readonly string[]> {
  await checkUpgrade(wallet, chain, account);
  const hashes: string[] = [];
  for (const { to, value, data } of calls)
    try {
      const transaction = { from: account, to, value: quantity(value), data: to0x(data) };
      hashes.push((await ask(chain, 'eth_sendTransaction', transaction)) as string);
    } catch (error) {
      if (hashes.length === 0) throw error;
      break;
    }
  return hashes;
}

/** Sends calls as one transaction of the account to itself. The first one also gives the account its code. */
async function sendAsOne(
  wallet: HandledWallet,
  { chain, account, calls }: Batch,
  status: AtomicStatus,
  keep: (hash: string) => void,
): Promise<void> {
  const { evmBackend } = chain.slot.now;
  const code = await evmBackend.code(fromHex(CODE_ADDRESS), evmBackend.head());
  if (code.length === 0) await ask(chain, 'hardhat_setCode', CODE_ADDRESS, BATCH_ACCOUNT_CODE);
  const values = calls.map(({ to, value, data }) => [to, value, to0x(data)]);
  const data = to0x(concatBytes(EXECUTE, encodeAbi(CALLS, [values])));
  const address = fromHex(account);
  await evmBackend.inOrder(address, async () => {
    await checkUpgrade(wallet, chain, account);
    const nonce = await evmBackend.nonce(address, 'pending');
    const transaction = { from: account, to: account, data, nonce: quantity(nonce) };
    const authorizationList = status === 'ready' ? [authorization(wallet, chain, account, nonce + 1n)] : undefined;
    const sent = { ...transaction, ...(authorizationList && { authorizationList }) };
    keep((await ask(chain, 'eth_sendTransaction', sent)) as string);
  });
}

/** Lets an account have the code for batches. The nonce is that after the transaction has begun. */
function authorization(wallet: HandledWallet, chain: WalletChain, account: string, nonce: bigint): Json {
  const chainId = chain.slot.now.chain.evmChainId;
  const hash = authorizationHash({ chainId, address: fromHex(CODE_ADDRESS), nonce });
  const signature = signerOf(wallet, account).signHash(hash);
  const number = (from: number): string => quantity(BigInt(to0x(signature.subarray(from, from + 32))));
  return {
    ...{ chainId: quantity(chainId), address: CODE_ADDRESS, nonce: quantity(nonce) },
    ...{ yParity: quantity((signature[64] as number) - 27), r: number(0), s: number(32) },
  };
}

function batchOf(wallet: HandledWallet, call: WalletCall) {
  const id = textOf(listOfParams(call)[0], 'params[0]', 'the id of a batch');
  const batch = wallet.batches.get(`${call.origin} ${id}`);
  if (batch === undefined) throw unknownBatch(id);
  return { id, batch };
}

/** Members of a receipt that EIP-5792 has. */
const RECEIPT = ['status', 'blockHash', 'blockNumber', 'gasUsed', 'transactionHash'] as const;

const getCallsStatus = quiet(async (wallet, call) => {
  const { id, batch } = batchOf(wallet, call);
  const { chain, hashes, isAtomic, isWhole } = batch;
  const found = (await Promise.all(
    hashes.map((hash) => ask(chain, 'eth_getTransactionReceipt', hash)),
  )) as (JsonObject | null)[];
  const receipts = found.filter((receipt) => receipt !== null);
  const common = { version: '2.0.0', id, chainId: chainIdOf(chain), atomic: isAtomic };
  if (receipts.length < hashes.length || hashes.length === 0) {
    const known = await Promise.all(hashes.map((hash) => ask(chain, 'eth_getTransactionByHash', hash)));
    // A revert of the chain has removed them, and nobody sends them again.
    return { ...common, status: known.includes(null) ? 400 : 100 };
  }
  const failed = receipts.filter(({ status }) => status === '0x0').length;
  const status = failed === receipts.length ? 500 : failed > 0 || !isWhole ? 600 : 200;
  return { ...common, status, receipts: receipts.map(shownReceipt) };
});

const shownReceipt = (receipt: JsonObject): Json => ({
  logs: (receipt['logs'] as readonly JsonObject[]).map(({ address, data, topics }) => ({ address, data, topics })),
  ...Object.fromEntries(RECEIPT.map((name) => [name, receipt[name]])),
});

export const BATCH_REQUESTS: Readonly<Record<string, Handler>> = {
  wallet_getCallsStatus: getCallsStatus,
  wallet_getCapabilities: getCapabilities,
  wallet_sendCalls: sendCalls,
  wallet_showCallsStatus: quiet((wallet, call) => {
    batchOf(wallet, call);
    return null;
  }),
};
