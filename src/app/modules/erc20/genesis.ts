/**
 * Parses and writes `app_state.erc20` (cosmos/evm x/erc20 `genesis.go`): pairs, allowances, and the contracts that the
 * chain itself implements.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { fromHex } from '../../../kernel/hex.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { WorkingState } from '../../state/types.js';
import { tryHexAddress } from '../../types/address.js';
import { DENOM } from '../../types/coins.js';
import { type AllowanceOf, writeAllowance } from './allowance.js';
import { enableNative } from './conversion.js';
import { type Erc20Params, writeErc20Params } from './params.js';
import { type NativeKind, writePair } from './store.js';
import { newTokenPair, OWNER, type Owner, type TokenPair } from './token_pair.js';

const OWNERS = ['OWNER_MODULE', 'OWNER_EXTERNAL'] as const;

export interface Erc20Genesis {
  readonly params: Erc20Params;
  readonly pairs: readonly TokenPair[];
  readonly allowances: readonly { readonly of: AllowanceOf; readonly value: bigint }[];
  readonly natives: Readonly<Record<NativeKind, readonly Bytes[]>>;
}

export function parseErc20Genesis(node: GenesisReader): Erc20Genesis {
  const params = node.field('params');
  const pairs = parsePairs(node.field('token_pairs').elements());
  return {
    params: {
      enableErc20: params.field('enable_erc20').boolean(true),
      permissionlessRegistration: params.field('permissionless_registration').boolean(true),
    },
    pairs,
    allowances: parseAllowances(node.field('allowances').elements(), pairs),
    natives: {
      native: parseNatives(node.field('native_precompiles').elements(), pairs),
      dynamic: parseNatives(node.field('dynamic_precompiles').elements(), pairs),
    },
  };
}

function parsePairs(nodes: readonly GenesisReader[]): readonly TokenPair[] {
  const pairs: TokenPair[] = [];
  for (const node of nodes) {
    const pair = parsePair(node);
    if (pairs.some(({ denom }) => denom === pair.denom)) throw node.field('denom').bad('a denom without another pair');
    if (pairs.some(({ erc20Address }) => erc20Address === pair.erc20Address))
      throw node.field('erc20_address').bad('a contract without another pair');
    pairs.push(pair);
  }
  return pairs;
}

function parsePair(node: GenesisReader): TokenPair {
  const denom = node.field('denom').text();
  if (!DENOM.test(denom)) throw node.field('denom').bad('a denom');
  const pair = newTokenPair(hexAddress(node.field('erc20_address')), denom, parseOwner(node.field('contract_owner')));
  return { ...pair, enabled: node.field('enabled').boolean(false) };
}

/** Reads an owner by name, or by number as Go's plain JSON has it. */
function parseOwner(node: GenesisReader): Owner {
  const named = node.isText ? node.text() : undefined;
  const owner = OWNERS.find((name) => name === named || (named === undefined && BigInt(OWNER[name]) === node.uint(0n)));
  if (owner === undefined) throw node.bad('OWNER_MODULE or OWNER_EXTERNAL');
  return owner;
}

function hexAddress(node: GenesisReader): Bytes {
  const address = tryHexAddress(node.text());
  if (address === undefined) throw node.bad('an address: 40 hex digits');
  return address;
}

function parseAllowances(nodes: readonly GenesisReader[], pairs: readonly TokenPair[]): Erc20Genesis['allowances'] {
  return nodes.map((node) => {
    const contract = pairedContract(node.field('erc20_address'), pairs);
    const value = node.field('value').uint();
    if (value === 0n || value > MAX_UINT256) throw node.field('value').bad('an amount from 1 to 2^256 - 1');
    const of = { contract, owner: hexAddress(node.field('owner')), spender: hexAddress(node.field('spender')) };
    return { of, value };
  });
}

const parseNatives = (nodes: readonly GenesisReader[], pairs: readonly TokenPair[]): readonly Bytes[] =>
  nodes.map((node) =>
    pairedContract(
      node,
      pairs.filter(({ enabled, contractOwner }) => enabled && contractOwner === 'OWNER_MODULE'),
    ),
  );

function pairedContract(node: GenesisReader, pairs: readonly TokenPair[]): Bytes {
  const { erc20Address } = newTokenPair(hexAddress(node), '', 'OWNER_UNSPECIFIED');
  if (!pairs.some((pair) => pair.erc20Address === erc20Address))
    throw node.bad('the contract of one of the token pairs');
  return fromHex(erc20Address);
}

export function writeErc20Genesis(state: WorkingState, genesis: Erc20Genesis): void {
  writeErc20Params(state, genesis.params);
  for (const pair of genesis.pairs) writePair(state, pair);
  for (const address of genesis.natives.native) enableNative(state, 'native', address);
  for (const address of genesis.natives.dynamic) enableNative(state, 'dynamic', address);
  for (const { of, value } of genesis.allowances) writeAllowance(state, of, value);
}
