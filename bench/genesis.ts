/** Writes the development genesis with many more accounts, as a file for `--genesis`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bytes } from '../src/kernel/bytes.js';
import { to0x } from '../src/kernel/hex.js';
import { temporaryFolder } from './leftovers.js';

interface DevGenesis {
  app_state: {
    bank: { supply?: unknown; balances: { address: string; coins: { denom: string; amount: string }[] }[] };
  };
}

export function crowdedGenesis(count: number, address: (index: number) => Bytes): string {
  const path = fileURLToPath(new URL('../genesis/dev.json', import.meta.url));
  const genesis = JSON.parse(readFileSync(path, 'utf8')) as DevGenesis;
  // The supply defaults to the sum of the balances.
  delete genesis.app_state.bank.supply;
  for (let i = 0; i < count; i++) {
    genesis.app_state.bank.balances.push({
      address: to0x(address(i)),
      coins: [{ denom: 'ahalley', amount: '1' }],
    });
  }
  const file = join(temporaryFolder(), 'genesis.json');
  writeFileSync(file, JSON.stringify(genesis));
  return file;
}
