/** Stops a validator on a chain that punishes downtime, until it is jailed, and lets it return. */
import { readFileSync } from 'node:fs';
import { encodeFunctionData, parseAbi, toHex } from 'viem';
import { expect, it } from 'vitest';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import { DEFAULT_SEED } from '../../../src/config/development_authority.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { SLASHING } from '../../app/support/precompile_abi.js';
import { asking } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';

const DOWN = 3;

function genesis(): object {
  const document = JSON.parse(readFileSync('genesis/dev.json', 'utf8'));
  document.app_state.slashing = {
    downtime: true,
    params: { signed_blocks_window: '8', min_signed_per_window: '0.5', downtime_jail_duration: '60s' },
  };
  return document;
}

const open = (options: DevnetOptions = {}): Promise<Devnet> =>
  createDevnet({ seed: DEFAULT_SEED, api: true, genesis: genesis(), ...options });

async function infos({ urls }: Devnet): Promise<unknown> {
  const response = await fetch(`${urls.api}/cosmos/slashing/v1beta1/signing_infos`);
  return ((await response.json()) as { info: unknown }).info;
}

/** Stops the validator in the first window, and makes three blocks without it. */
async function begin(devnet: Devnet): Promise<void> {
  await devnet.mine({ blocks: 2 });
  await asking(devnet)('halley_crashValidator', DOWN);
  await devnet.mine({ blocks: 3 });
}

/** Makes blocks until the validator is jailed, lets it return, and returns what the chain then is. */
async function finish(devnet: Devnet): Promise<unknown> {
  const ask = asking(devnet);
  await devnet.mine({ blocks: 8 });
  expect(devnet.validators[DOWN]).toMatchObject({ jailed: true, power: 0n, tokens: 99n * 10n ** 17n });
  const jailed = await infos(devnet);
  await ask('halley_restartValidator', DOWN);
  const operator = toHex(derivedOperator(fromHex(devnet.validators[DOWN]?.address ?? '')));
  await ask('hardhat_setBalance', operator, '0xde0b6b3a7640000');
  await ask('hardhat_impersonateAccount', operator);
  const abi = parseAbi(['function unjail(address validatorAddress) returns (bool success)']);
  const data = encodeFunctionData({ abi, functionName: 'unjail', args: [operator] });
  const unjail = async () => {
    const hash = await ask('eth_sendTransaction', { from: operator, to: SLASHING, data, gas: '0x7a120' });
    return ((await ask('eth_getTransactionReceipt', hash)) as { status: string }).status;
  };
  expect(await unjail()).toBe('0x0');
  await devnet.time.increase(61);
  expect(await unjail()).toBe('0x1');
  await devnet.mine({ blocks: 12 });
  expect(devnet.validators[DOWN]).toMatchObject({ jailed: false, power: 9n });
  return [devnet.height, jailed, await infos(devnet)];
}

it('jails a validator that does not sign, however often the devnet restarts or goes back meanwhile', async () => {
  await using straight = await open();
  await begin(straight);
  const expected = await finish(straight);

  const home = await temporaryHome();
  const first = await open({ home });
  await begin(first);
  await first.close();
  await using second = await createDevnet({ seed: DEFAULT_SEED, home, api: true });
  expect(await finish(second)).toEqual(expected);

  await using winding = await open();
  await begin(winding);
  const snapshot = await asking(winding)('evm_snapshot');
  await winding.mine({ blocks: 9 });
  await asking(winding)('evm_revert', snapshot);
  expect(await finish(winding)).toEqual(expected);
});

it('does not jail it on the default chain', async () => {
  await using devnet = await createDevnet({ seed: DEFAULT_SEED });
  await asking(devnet)('halley_crashValidator', DOWN);
  await devnet.mine({ blocks: 210 });
  expect(devnet.validators[DOWN]).toMatchObject({ jailed: false, power: 10n });
});
