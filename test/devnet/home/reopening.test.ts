/** Opens a devnet of a folder again: it continues as it began, and does not become another chain. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { createDevnet, type Devnet, type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { START, temporaryHome } from '../node_kit.js';

/** Starts each devnet a day later than the last, because no two devnets begin at the same wall time. */
function restarts(home: string): (options?: DevnetOptions) => Promise<Devnet> {
  let day = 0n;
  return async (options = {}) => {
    const clock = fixedClock(START + day++ * 86_400n * NANOS_PER_SECOND);
    const devnet = await createDevnet({ clock, home, ...options });
    onTestFinished(() => devnet.close());
    return devnet;
  };
}

const blocks = (devnet: Devnet): Promise<unknown[]> =>
  Promise.all(
    ['0x0', '0x1', '0x2'].map((height) =>
      devnet.provider.request({ method: 'eth_getBlockByNumber', params: [height, true] }),
    ),
  );

const OTHER = {
  code: 'invalid-genesis',
  message: 'the home folder holds a chain with a different genesis or seed: use those, or another folder',
};

describe('a devnet of a folder, opened again without a genesis', () => {
  it.each<[string, DevnetOptions]>([
    ['the development chain', {}],
    ['a chain of a seed', { seed: 'a seed' }],
    ['a chain of seven validators', { validators: 7 }],
    ['a chain of its own document', { genesis: developmentGenesis({ chainId: 'halley_5-1', balance: 7n }) }],
  ])('continues with %s', async (_, storedGenesis) => {
    const start = restarts(await temporaryHome());
    const first = await start(storedGenesis);
    await first.mine();
    const { chainId, genesisTime } = first;
    const made = await blocks(first);
    await first.close();
    const second = await start();
    expect([second.chainId, second.genesisTime, second.height]).toEqual([chainId, genesisTime, 2n]);
    expect(await blocks(second)).toEqual(made);
    await second.mine();
    expect(second.height).toBe(3n);
    await second.close();
    // The same genesis may be given again: its document names no time, so the chain's time applies.
    expect((await start(storedGenesis)).height).toBe(3n);
  });

  it.each<[string, DevnetOptions]>([
    ['another seed', { seed: 'other' }],
    ['another number of validators', { validators: 5 }],
    ['another document', { genesis: developmentGenesis({ chainId: 'halley_6-1' }) }],
  ])('refuses %s, and changes nothing', async (_, options) => {
    const start = restarts(await temporaryHome());
    const first = await start();
    await first.mine();
    const made = await blocks(first);
    await first.close();
    await expect(start(options)).rejects.toMatchObject(OTHER);
    expect(await blocks(await start())).toEqual(made);
  });
});
