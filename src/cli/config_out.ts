/**
 * Implements `--config-out FILE`, which writes accounts, keys and fees of a running devnet as JSON, in the format of
 * Anvil.
 */
import { writeFileSync } from 'node:fs';
import { OWNER_ONLY } from '../config/mnemonic.js';
import type { ResolvedConfig } from '../config/schema.js';
import type { Devnet } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';
import { evmTimestamp } from '../kernel/time.js';

/** Writes the file, which only its owner may read. Throws HalleyError `invalid-config` when it cannot be written. */
export async function writeConfigOut(devnet: Devnet, { run, devnet: settings }: ResolvedConfig): Promise<void> {
  const { configOut } = run;
  if (configOut === undefined) return;
  const text = `${JSON.stringify(await configOf(devnet, settings), undefined, 2)}\n`;
  try {
    writeFileSync(configOut, text, { mode: OWNER_ONLY });
  } catch (error) {
    throw new HalleyError('invalid-config', `--config-out is "${configOut}": ${(error as Error).message}`, {
      configOut,
    });
  }
}

/** Returns the file's members. Amounts and the time are decimal text, as in Anvil's file. */
async function configOf(
  { accounts, genesisTime, provider }: Devnet,
  { mnemonic, derivationPath }: ResolvedConfig['devnet'],
): Promise<object> {
  const block = (await provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })) as {
    readonly baseFeePerGas?: string;
    readonly gasLimit: string;
  };
  const gasPrice = (await provider.request({ method: 'eth_gasPrice' })) as string;
  const decimal = (quantity: string): string => BigInt(quantity).toString();
  return {
    available_accounts: accounts.map(({ address }) => address.toLowerCase()),
    private_keys: accounts.map(({ privateKey }) => privateKey),
    wallet: { derivation_path: derivationPath, mnemonic },
    base_fee: decimal(block.baseFeePerGas ?? '0x0'),
    gas_price: decimal(gasPrice),
    gas_limit: decimal(block.gasLimit),
    genesis_timestamp: evmTimestamp(genesisTime).toString(),
  };
}
