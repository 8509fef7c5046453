/** Tests the documents in `genesis/` that describe several chains: the devnet has what they describe. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Channel } from '../../../src/codec/ibc/channel.js';
import { genesisNamed } from '../../../src/config/genesis_names.js';
import { createDevnet, type Devnet, type GenesisName } from '../../../src/devnet/index.js';
import { utf8 } from '../../../src/kernel/text.js';
import cases from '../../vectors/asset-cases.json' with { type: 'json' };
import { balance, voucher } from './relay_kit.js';

const { topology } = cases;

const start = (genesis: GenesisName): Promise<Devnet> => createDevnet({ genesis, clock: 'virtual' });

async function stateOf(devnet: Devnet, chain: string, channel: string): Promise<number | undefined> {
  const key = utf8(`channelEnds/ports/transfer/channels/${channel}`);
  const { value } = await devnet.chains.get(chain).query('/store/ibc/key', key);
  return value.length === 0 ? undefined : Channel.decode(value).state;
}

const STATES: Readonly<Record<string, number>> = { INIT: 1, TRYOPEN: 2, OPEN: 3, CLOSED: 4 };

describe('genesis/ibc.json', () => {
  it('has the chains and channels of the topology, and the packets sent over them', async () => {
    await using devnet = await start('ibc');
    expect(devnet.chains.ids).toEqual(topology.chains.map(({ chain_id }) => chain_id));
    for (const { a, b } of topology.channels)
      for (const end of [a, b]) {
        // Its port belongs to a contract, which this document does not have.
        if (a.channel === 'channel-22') continue;
        expect(await stateOf(devnet, end.chain_id, end.channel), end.channel).toBe(STATES[end.state]);
      }
    for (const { chain_id, path, base, supply } of topology.assets) {
      const isContracts = base.startsWith('erc20:') || base.startsWith('cw20:');
      if (path.length === 0 || isContracts || supply === 0) continue;
      const held = await balance(devnet, chain_id, voucher([...path, base].join('/')));
      expect(held, `${chain_id} ${path.join('/')} ${base}`).toBe(BigInt(supply));
    }
  });
});

describe('genesis/teaching.json', () => {
  it('has two chains with a channel, and a token on the other one', async () => {
    await using devnet = await start('teaching');
    expect(devnet.chains.ids).toEqual(['teaching_9001-1', 'other-1']);
    expect(await balance(devnet, 'other-1', voucher('transfer/channel-0/ateach'))).toBe(1_000_000n);
  });
});

describe('a genesis document by name', () => {
  it.each(['dev', 'ethermint', 'ibc', 'teaching'] as const)('is the file of the package: %s', async (name) => {
    expect(await genesisNamed(name)).toEqual(JSON.parse(readFileSync(`genesis/${name}.json`, 'utf8')));
  });

  it('starts a chain', async () => {
    await using devnet = await start('ethermint');
    const { chain_id } = (await genesisNamed('ethermint')) as { chain_id: string };
    expect(devnet.chainId).toBe(chain_id);
  });

  it('is refused when it is unknown, with the names that exist', async () => {
    await expect(createDevnet({ genesis: 'teachin' })).rejects.toMatchObject({
      code: 'invalid-genesis',
      message:
        'genesis is "teachin": expected dev, ethermint, ibc, teaching, or the path of a genesis document (did you mean "teaching"?)',
    });
  });
});
