/** Parses and writes `app_state.bank`: balances of every denom, their supply, and metadata. */
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { WorkingState } from '../../state/types.js';
import { DENOM } from '../../types/coins.js';
import { type DenomMetadata, writeDenomMetadata } from './metadata.js';
import { type SendEnabled, writeSendEnabledOf } from './send_enabled.js';
import { changeSupply, setBalance, writeSendEnabled } from './store.js';

/** Most digits of a supply, which is the sum of balances below 2^256 of any number of accounts. */
const SUPPLY_DIGITS = 100;

interface Holding {
  readonly address: Bytes;
  readonly denom: string;
  readonly amount: bigint;
}

export interface BankGenesis {
  /** `params.default_send_enabled`. */
  readonly sendEnabled: boolean;
  /** `send_enabled`: denoms that have their own rule. */
  readonly sendEnabledOf: readonly SendEnabled[];
  readonly holdings: readonly Holding[];
  readonly supply: ReadonlyMap<string, bigint>;
  readonly metadata: readonly DenomMetadata[];
}

/** Returns the balance of one account and denom. */
export const holdingOf = ({ holdings }: BankGenesis, address: Bytes, denom: string): bigint =>
  holdings.find((holding) => holding.denom === denom && equalBytes(holding.address, address))?.amount ?? 0n;

export function parseBankGenesis(node: GenesisReader, prefix: string): BankGenesis {
  const holdings = node.field('balances').elements();
  refuseRepeated(
    holdings,
    (entry) => toHex(entry.field('address').address(prefix)),
    'an address without another entry',
  );
  const parsed = holdings.flatMap((entry) => parseHolder(entry, prefix));
  return {
    sendEnabled: node.field('params').field('default_send_enabled').boolean(true),
    sendEnabledOf: parseSendEnabled(node.field('send_enabled').elements()),
    holdings: parsed,
    supply: parseSupply(node.field('supply'), parsed),
    metadata: node.field('denom_metadata').elements().map(parseMetadata),
  };
}

function parseSendEnabled(nodes: readonly GenesisReader[]): readonly SendEnabled[] {
  refuseRepeated(nodes, (node) => parseDenom(node.field('denom')), 'a denom without another entry');
  return nodes.map((node) => ({
    denom: parseDenom(node.field('denom')),
    enabled: node.field('enabled').boolean(false),
  }));
}

function parseHolder(entry: GenesisReader, prefix: string): Holding[] {
  const address = entry.field('address').address(prefix);
  const coins = entry.field('coins').elements();
  refuseRepeated(coins, (coin) => parseDenom(coin.field('denom')), 'a coin of another denom');
  return coins.map((coin) => ({ address, ...parseCoin(coin) }));
}

function parseCoin(coin: GenesisReader): { denom: string; amount: bigint } {
  const amount = coin.field('amount').uint();
  if (amount > MAX_UINT256) throw coin.field('amount').bad('an amount below 2^256');
  return { denom: parseDenom(coin.field('denom')), amount };
}

function parseDenom(node: GenesisReader): string {
  const denom = node.text();
  if (!DENOM.test(denom)) throw node.bad('a denom: a letter, then 2 to 127 letters, digits or / : . _ -');
  return denom;
}

/** Returns the sums of the balances. A supply that the document states must agree. */
function parseSupply(node: GenesisReader, holdings: readonly Holding[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { denom, amount } of holdings) sums.set(denom, (sums.get(denom) ?? 0n) + amount);
  for (const entry of node.elements()) {
    // The sum of many accounts may be more than any single one can have.
    const [denom, amount] = [parseDenom(entry.field('denom')), entry.field('amount').uint(undefined, SUPPLY_DIGITS)];
    const sum = sums.get(denom) ?? 0n;
    if (sum !== amount) throw entry.field('amount').bad(`${sum}, the sum of all balances of ${denom}`);
  }
  return sums;
}

function parseMetadata(node: GenesisReader): DenomMetadata {
  return {
    description: node.field('description').text(''),
    denomUnits: node
      .field('denom_units')
      .elements()
      .map((unit) => ({
        denom: unit.field('denom').text(),
        exponent: parseExponent(unit.field('exponent')),
        aliases: unit
          .field('aliases')
          .elements()
          .map((alias) => alias.text()),
      })),
    base: parseDenom(node.field('base')),
    display: node.field('display').text(''),
    name: node.field('name').text(''),
    symbol: node.field('symbol').text(''),
    uri: node.field('uri').text(''),
  };
}

function parseExponent(node: GenesisReader): number {
  const exponent = node.uint(0n);
  if (exponent > 255n) throw node.bad('an exponent from 0 to 255');
  return Number(exponent);
}

function refuseRepeated(
  nodes: readonly GenesisReader[],
  keyOf: (node: GenesisReader) => string,
  expected: string,
): void {
  const seen = new Set<string>();
  for (const node of nodes) {
    const key = keyOf(node);
    if (seen.has(key)) throw node.bad(expected);
    seen.add(key);
  }
}

export function writeBankGenesis(state: WorkingState, genesis: BankGenesis): void {
  const { sendEnabled, sendEnabledOf, holdings, supply, metadata } = genesis;
  writeSendEnabled(state, sendEnabled);
  for (const entry of sendEnabledOf) writeSendEnabledOf(state, entry);
  for (const { address, denom, amount } of holdings) setBalance(state, address, denom, amount);
  for (const [denom, amount] of supply) changeSupply(state, denom, amount);
  for (const entry of metadata) writeDenomMetadata(state, entry);
}
