/** Creates pairs (cosmos/evm x/erc20 `keeper/proposals.go`, `dynamic_precompiles.go`). */
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { WorkingState } from '../../state/types.js';
import { checksumAddress } from '../../types/address.js';
import { moduleFailure } from '../../types/refusal.js';
import { type DenomMetadata, metadataProblem, readDenomMetadata, writeDenomMetadata } from '../bank/metadata.js';
import { type Erc20Data, hasCode, readErc20Data } from './contract.js';
import { enableNative } from './conversion.js';
import { erc20Failure } from './failure.js';
import { type NativeKind, pairOfContract, pairOfDenom, writePair } from './store.js';
import { denomOfContract, newTokenPair, type TokenPair } from './token_pair.js';

/** Code of a Go error that belongs to no codespace. */
const UNREGISTERED = { codespace: 'undefined', code: 1 } as const;

/** Registers a contract that existed before its coin. The contract's own data describe the coin. Throws TxFailure. */
export async function registerContract(context: MessageContext, contract: Bytes): Promise<TokenPair> {
  const { state } = context;
  const address = checksumAddress(contract);
  if (pairOfContract(state, contract) !== undefined)
    throw erc20Failure('tokenPairAlreadyExists', `token ERC20 contract already registered: ${address}`);
  const where = 'failed to create wrapped coin denom metadata for ERC20';
  const denom = denomOfContract(contract);
  const data = await readErc20Data(context, contract);
  if (readDenomMetadata(state, denom) !== undefined)
    throw erc20Failure('internalTokenPair', `${where}: denom metadata already registered`);
  const metadata = metadataOf(denom, address, data);
  const problem = metadataProblem(metadata);
  if (problem !== undefined) {
    const text = `${where}: ERC20 token data is invalid for contract ${address}: ${problem}`;
    throw moduleFailure(UNREGISTERED.codespace, UNREGISTERED.code, text);
  }
  writeDenomMetadata(state, metadata);
  const pair = newTokenPair(contract, denom, 'OWNER_EXTERNAL');
  checkNew(state, pair, contract);
  writePair(state, pair);
  return pair;
}

const MAX_UNIT_CHARACTERS = 128;
const FOREIGN_PREFIX = /^(?:ibc\/|erc20[/:])/;

/**
 * Makes the name of a denom's unit from a contract's name (cosmos/evm x/erc20 `SanitizeERC20Name`): without leading
 * digits, characters that a denom cannot have, and prefixes of another module's denoms.
 */
function unitName(name: string): string {
  let text = name
    .replace(/^\d+/gm, '')
    .replace(/^[^A-Za-z]|[^a-zA-Z0-9/:-]/g, '')
    .slice(0, MAX_UNIT_CHARACTERS);
  while (FOREIGN_PREFIX.test(text)) text = text.replace(FOREIGN_PREFIX, '');
  return text;
}

function metadataOf(denom: string, address: string, { name, symbol, decimals }: Erc20Data): DenomMetadata {
  const base = { denom, exponent: 0, aliases: [] };
  const unit = { denom: unitName(name), exponent: decimals, aliases: [] };
  return {
    description: `Cosmos coin token representation of ${address}`,
    denomUnits: decimals > 0 ? [base, unit] : [base],
    base: denom,
    display: decimals > 0 ? unit.denom : denom,
    name: denom,
    symbol,
    uri: '',
  };
}

/**
 * Registers a coin that existed before its contract, and makes `contract` its ERC-20. Throws TxFailure where one of
 * them is taken.
 */
export function registerCoin(
  state: WorkingState,
  denom: string,
  contract: Bytes,
  kind: NativeKind = 'dynamic',
): TokenPair {
  const pair = newTokenPair(contract, denom, 'OWNER_MODULE');
  if (hasCode(state, contract))
    throw erc20Failure('tokenPairAlreadyExists', `token already exists for token ${pair.erc20Address}`);
  checkNew(state, pair, contract);
  writePair(state, pair);
  enableNative(state, kind, contract);
  return pair;
}

/** Throws TxFailure where the denom or the contract already has a pair. */
function checkNew(state: WorkingState, { denom, erc20Address }: TokenPair, contract: Bytes): void {
  if (pairOfDenom(state, denom) !== undefined)
    throw erc20Failure('tokenPairAlreadyExists', `token already exists for denom ${denom}`);
  if (pairOfContract(state, contract) !== undefined)
    throw erc20Failure('tokenPairAlreadyExists', `token already exists for token ${erc20Address}`);
}
