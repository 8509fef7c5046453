/** Makes genesis documents of the development chain with many more entries. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOT_BONDED_POOL } from '../src/app/modules/staking/pools.js';
import { bech32Address } from '../src/app/types/address.js';
import { type Bytes, bigintToBytes } from '../src/kernel/bytes.js';
import { to0x } from '../src/kernel/hex.js';
import { temporaryFolder } from './leftovers.js';

interface DevGenesis {
  app_state: {
    staking?: object;
    bank: { supply?: unknown; balances: { address: string; coins: { denom: string; amount: string }[] }[] };
  };
}

/** Reads the document. Its supply defaults to the sum of the balances. */
function devGenesis(): DevGenesis {
  const path = fileURLToPath(new URL('../genesis/dev.json', import.meta.url));
  const genesis = JSON.parse(readFileSync(path, 'utf8')) as DevGenesis;
  delete genesis.app_state.bank.supply;
  return genesis;
}

const holding = (address: Bytes, amount: bigint) => ({
  address: to0x(address),
  coins: [{ denom: 'ahalley', amount: `${amount}` }],
});

/** Writes the document with accounts as a file for `--genesis`. */
export function crowdedGenesis(count: number, address: (index: number) => Bytes): string {
  const genesis = devGenesis();
  for (let i = 0; i < count; i++) genesis.app_state.bank.balances.push(holding(address(i), 1n));
  const file = join(temporaryFolder(), 'genesis.json');
  writeFileSync(file, JSON.stringify(genesis));
  return file;
}

/** Returns the document with accounts that have begun to withdraw stake, which all ends at the time `end`. */
export function endingGenesis(count: number, end: string): object {
  const genesis = devGenesis();
  const delegators = Array.from({ length: count }, (_, i) => bigintToBytes(BigInt(i) + (0x5en << 152n), 20));
  const operator = bech32Address(new Uint8Array(20).fill(7), 'halleyvaloper');
  const { balances } = genesis.app_state.bank;
  for (const delegator of delegators) balances.push(holding(delegator, 1n));
  const amounts = delegators.map((_, i) => BigInt(1_000_000_007 + i));
  balances.push(
    holding(
      NOT_BONDED_POOL.address,
      amounts.reduce((sum, amount) => sum + amount),
    ),
  );
  genesis.app_state.staking = {
    unbonding_delegations: delegators.map((delegator, i) => ({
      delegator_address: bech32Address(delegator, 'halley'),
      validator_address: operator,
      entries: [
        {
          creation_height: '1',
          completion_time: end,
          initial_balance: `${amounts[i]}`,
          balance: `${amounts[i]}`,
          unbonding_id: `${i + 1}`,
        },
      ],
    })),
  };
  return genesis;
}
