/**
 * Parses, writes and exports `app_state.wasm.contracts`, which has a form of this project: tokens with their balances,
 * and bridges with the amounts that they have sent. A chain without contracts has no section.
 */
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { addressProblem } from './contract.js';
import {
  type Contract,
  type ContractKind,
  readBalances,
  readContracts,
  readSentOf,
  writeBalance,
  writeContract,
  writeSent,
} from './store.js';

interface ContractGenesis {
  readonly address: string;
  readonly contract: Contract;
  readonly balances: readonly { readonly holder: string; readonly amount: bigint }[];
  readonly sent: readonly { readonly channelId: string; readonly denom: string; readonly amount: bigint }[];
}

export type WasmGenesis = readonly ContractGenesis[];

const MAX_UINT128 = 2n ** 128n - 1n;
const MAX_DECIMALS = 18n;
const MAX_TIMEOUT = 10n ** 9n;
const DEFAULT_TIMEOUT = 600n;

export function parseWasmGenesis(node: GenesisReader, prefix: string): WasmGenesis {
  const contracts = node
    .field('contracts')
    .elements()
    .map((entry) => parseContract(entry, prefix));
  const addresses = contracts.map(({ address }) => address);
  if (new Set(addresses).size < addresses.length) throw node.field('contracts').bad('each address once');
  return contracts;
}

function parseContract(node: GenesisReader, prefix: string): ContractGenesis {
  const decimals = bounded(node.field('decimals'), MAX_DECIMALS, 0n);
  return {
    address: parseAddress(node.field('address'), prefix),
    contract: {
      kind: parseKind(node.field('kind')),
      name: node.field('name').text(''),
      symbol: node.field('symbol').text(''),
      decimals: Number(decimals),
      defaultTimeout: bounded(node.field('default_timeout'), MAX_TIMEOUT, DEFAULT_TIMEOUT),
    },
    balances: parseBalances(node.field('balances'), prefix),
    sent: node
      .field('sent')
      .elements()
      .map((entry) => ({
        channelId: entry.field('channel').text(),
        denom: entry.field('denom').text(),
        amount: bounded(entry.field('amount'), MAX_UINT128),
      })),
  };
}

function parseKind(node: GenesisReader): ContractKind {
  const kind = node.text();
  if (kind === 'cw20-base' || kind === 'cw20-ics20') return kind;
  throw node.bad('"cw20-base" or "cw20-ics20"');
}

function parseBalances(node: GenesisReader, prefix: string): ContractGenesis['balances'] {
  const balances = node.elements().map((entry) => ({
    holder: parseAddress(entry.field('address'), prefix),
    amount: bounded(entry.field('amount'), MAX_UINT128),
  }));
  if (new Set(balances.map(({ holder }) => holder)).size < balances.length) throw node.bad('each holder once');
  const total = balances.reduce((sum, { amount }) => sum + amount, 0n);
  if (total > MAX_UINT128) throw node.bad('a sum below 2^128');
  return balances;
}

function parseAddress(node: GenesisReader, prefix: string): string {
  const text = node.text();
  const problem = addressProblem(text, prefix);
  if (problem !== undefined) throw node.bad(`an address, as ${prefix}1… (${problem})`);
  return text;
}

function bounded(node: GenesisReader, most: bigint, fallback?: bigint): bigint {
  const value = node.uint(fallback);
  if (value > most) throw node.bad(`a whole number up to ${most}`);
  return value;
}

export function writeWasmGenesis(state: WorkingState, genesis: WasmGenesis): void {
  for (const { address, contract, balances, sent } of genesis) {
    writeContract(state, address, contract);
    for (const { holder, amount } of balances) writeBalance(state, address, holder, amount);
    for (const { channelId, denom, amount } of sent) writeSent(state, address, channelId, denom, amount);
  }
}

/** Exports the contracts. It is undefined for a chain without contracts. */
export function exportWasm(state: StateReader): object | undefined {
  const contracts = readContracts(state);
  if (contracts.length === 0) return undefined;
  return { contracts: contracts.map(([address, contract]) => contractJson(state, address, contract)) };
}

function contractJson(state: StateReader, address: string, contract: Contract): object {
  const { kind, name, symbol, decimals, defaultTimeout } = contract;
  const balances = readBalances(state, address).map(([holder, amount]) => ({
    address: holder,
    amount: amount.toString(),
  }));
  const sent = readSentOf(state, address).map(([key, amount]) => {
    const slash = key.indexOf('/');
    return { channel: key.slice(0, slash), denom: key.slice(slash + 1), amount: amount.toString() };
  });
  return { address, kind, name, symbol, decimals, default_timeout: defaultTimeout.toString(), balances, sent };
}
