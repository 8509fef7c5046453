/** Tests `exportHome` of a home with several chains: one document starts the whole network again, with its channels. */
import { rmSync } from 'node:fs';
import { QueryClientStatusRequest, QueryClientStatusResponse } from 'cosmjs-types/ibc/core/client/v1/query';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createDevnet,
  type Devnet,
  type DevnetOptions,
  exportHome,
  fixedClock,
  verifyHome,
} from '../../../src/devnet/index.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { temporaryHome } from '../node_kit.js';
import { balance, HUB, OWN, startNetwork, TWO_CHAINS, transfer, voucher } from './relay_kit.js';

/** Time at which chains of a seed begin. */
const START = 1_735_689_600n;
const THERE = { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley' };
const VOUCHER = voucher('transfer/channel-10/ahalley');
const BACK = { from: HUB, to: OWN, channel: 'channel-10', denom: VOUCHER };

// biome-ignore lint/suspicious/noExplicitAny: a document is read field by field
const documentOf = async (home: string): Promise<any> => JSON.parse(JSON.stringify(await exportHome(home)));

async function again(home: string, options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: '7', genesis: await documentOf(home), ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

const facts = (devnet: Devnet) =>
  [...devnet.chains].map(({ chainId, evmChainId, denom, channels }) => ({ chainId, evmChainId, denom, channels }));

describe('the document of a home with several chains', () => {
  it('starts all chains at their next heights, with channels that carry tokens both ways', async () => {
    const home = await temporaryHome();
    const first = await startNetwork(TWO_CHAINS, { home, chains: [{ id: 'dex-1', prettyName: 'The Dex' }] });
    await transfer(first, { ...THERE, amount: 100n });
    await first.relayer.settled();
    const before = facts(first);
    const heights = [...first.chains].map(({ height }) => height);
    await first.close();

    const retained = await temporaryHome();
    const second = await again(home, { home: retained });
    expect(facts(second)).toEqual(before);
    expect([...second.chains].map(({ height }) => height)).toEqual(heights.map((height) => height + 1n));
    expect(await balance(second, HUB, VOUCHER)).toBe(100n);
    const own = await balance(second, OWN, 'ahalley');
    await transfer(second, { ...THERE, amount: 7n });
    await second.relayer.settled();
    expect(await balance(second, HUB, VOUCHER)).toBe(107n);
    await transfer(second, { ...BACK, amount: 107n });
    await second.relayer.settled();
    expect(await balance(second, HUB, VOUCHER)).toBe(0n);
    expect(await balance(second, OWN, 'ahalley')).toBeGreaterThan(own - 10n ** 18n);
    expect(second.relayer.pending()).toEqual([]);
    await second.close();
    expect((await verifyHome(retained)).problems).toEqual([]);

    const third = await again(retained);
    await transfer(third, { ...THERE, amount: 5n });
    await third.relayer.settled();
    expect(await balance(third, HUB, VOUCHER)).toBe(5n);
    const opened = await third.openChannel({ a: { chain: OWN }, b: { chain: 'dex-1' } });
    expect(opened.a).toMatchObject({ channel: 'channel-4', connection: 'connection-2' });
  });

  it('has packets in flight, which the relayer delivers, acknowledges and times out', async () => {
    const home = await temporaryHome();
    const first = await startNetwork(TWO_CHAINS, { home });
    await transfer(first, { ...THERE, amount: 100n });
    await first.relayer.settled();
    await first.relayer.stop();
    await first.relayer.drop({ kind: 'acknowledgement', count: 1 });
    await transfer(first, { ...THERE, amount: 20n });
    await first.mine();
    await first.relayer.step();
    await first.relayer.step();
    await transfer(first, { ...BACK, amount: 3n });
    await transfer(first, { ...THERE, amount: 50n, timeout: 5n, sender: 1 });
    await first.time.increase(60);
    await first.mine();
    const pending = first.relayer.pending().map(({ kind }) => kind);
    expect(pending).toEqual(['acknowledgement', 'timeout', 'packet']);
    await first.close();

    const retained = await temporaryHome();
    // The second export finds the packets in flight in the document, not in blocks.
    const chains = [{ id: HUB, miningMode: 'manual' }];
    const between = await again(home, { home: retained, miningMode: 'manual', chains });
    expect(between.relayer.pending().map(({ kind }) => kind)).toEqual(pending);
    await between.close();
    const second = await again(retained);
    await second.relayer.settled();
    expect(second.relayer.pending()).toEqual([]);
    expect(await balance(second, HUB, VOUCHER)).toBe(117n);
    expect(await balance(second, HUB, VOUCHER, 1)).toBe(0n);
  });

  it('has unfinished handshakes, closed channels and expired clients of the plan unchanged', async () => {
    const [open] = TWO_CHAINS.channels;
    const ends = (state: object, number: number) => ({
      ...state,
      a: { chain_id: OWN, channel: `channel-${number}` },
      b: { chain_id: HUB, channel: `channel-${number + 10}` },
    });
    const expired = {
      a: { ...ends({}, 8).a, connection_id: 'connection-5', client_id: '07-tendermint-5' },
      b: { ...ends({}, 8).b, connection_id: 'connection-6', client_id: '07-tendermint-6' },
      expired: 'b',
    };
    const home = await temporaryHome();
    const network = {
      ...TWO_CHAINS,
      channels: [open, ends({ goal: 'tryopen' }, 7), ends({ goal: 'closed' }, 5), expired],
      transfers: [{ chain_id: OWN, channel: 'channel-3', denom: 'ahalley', amount: '9' }],
    };
    const first = await startNetwork(network, { home });
    const statusesOf = (devnet: Devnet) =>
      Promise.all(
        ['07-tendermint-6', '07-tendermint-12'].map(async (clientId) => {
          const { value } = await devnet.chains
            .get(HUB)
            .query('/ibc.core.client.v1.Query/ClientStatus', QueryClientStatusRequest.encode({ clientId }).finish());
          return QueryClientStatusResponse.decode(value).status;
        }),
      );
    for (const chain of first.chains) await chain.mine();
    const [before, statuses] = [facts(first), await statusesOf(first)];
    expect(statuses).toEqual(['Expired', 'Active']);
    await first.close();
    for (const days of [0n, 300n]) {
      const clock = fixedClock((START + days * 86_400n) * NANOS_PER_SECOND);
      const second = await again(home, { clock });
      for (const chain of second.chains) await chain.mine({ blocks: 3 });
      await second.relayer.settled();
      expect([facts(second), await statusesOf(second)]).toEqual([before, statuses]);
      expect(await balance(second, HUB, VOUCHER)).toBe(9n);
    }
  });

  it('continues after the validators that light clients trust have changed', async () => {
    const home = await temporaryHome();
    const first = await startNetwork({ ...TWO_CHAINS, chains: [{ chain_id: HUB, validators: 3 }] }, { home });
    const hub = first.chains.get(HUB);
    await hub.provider.request({ method: 'halley_setValidatorPower', params: [0, 25] });
    await first.setValidatorPower(1, 14n);
    await first.mine({ blocks: 4 });
    await hub.mine({ blocks: 4 });
    await first.close();
    const second = await again(home);
    await transfer(second, { ...THERE, amount: 8n });
    await transfer(second, { from: HUB, to: OWN, channel: 'channel-10', denom: 'uhub', amount: 4n });
    await second.relayer.settled();
    expect(second.relayer.pending()).toEqual([]);
    expect(await balance(second, HUB, VOUCHER)).toBe(8n);
    expect(await balance(second, OWN, voucher('transfer/channel-3/uhub'))).toBe(4n);
  });

  it('starts again months later, when its clients would have expired', async () => {
    const home = await temporaryHome();
    await (await startNetwork(TWO_CHAINS, { home })).close();
    const later = (START + 200n * 86_400n) * NANOS_PER_SECOND;
    const retained = await temporaryHome();
    const second = await again(home, { home: retained, clock: fixedClock(later) });
    await transfer(second, { ...THERE, amount: 8n });
    await second.relayer.settled();
    expect(await balance(second, HUB, VOUCHER)).toBe(8n);
    await second.close();
    const reopened = await createDevnet({ home: retained, clock: fixedClock(later) });
    onTestFinished(() => reopened.close());
    await transfer(reopened, { ...THERE, amount: 8n });
    await reopened.relayer.settled();
    expect(await balance(reopened, HUB, VOUCHER)).toBe(16n);
  });

  it('is not made from a home that has lost a chain', async () => {
    const home = await temporaryHome();
    await (await startNetwork(TWO_CHAINS, { home })).close();
    rmSync(`${home}/chains/hub-1`, { recursive: true });
    await expect(exportHome(home)).rejects.toMatchObject({
      code: 'corrupt-store',
      message: expect.stringContaining('the chain "hub-1" of the home folder'),
    });
  });

  it('is not made from a home whose channels could not be opened', async () => {
    const home = await temporaryHome();
    const [channel] = TWO_CHAINS.channels;
    const network = { ...TWO_CHAINS, channels: [{ ...channel, version: 'ics20-9' }] };
    await expect(startNetwork(network, { home })).rejects.toMatchObject({ code: 'invalid-genesis' });
    await expect(exportHome(home)).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'the network lacks the channel transfer/channel-3 on "halley_31337-1" of its plan: start the network until its channels are open, then export it',
    });
  });

  it.each([
    [
      { packets: [{ chain_id: OWN, packet: 'AQ==' }] },
      'relayer.packets[0].packet is "AQ==": expected base64 of a packet',
    ],
    [
      { validator_sets: [{ chain_id: HUB, validator_set: 7 }] },
      'validator_sets[0].validator_set is 7: expected base64',
    ],
    [
      {
        acknowledgements: [{ chain_id: OWN, channel_id: '07-tendermint-3', sequence: '5', acknowledgement: 'AQ==' }],
      },
      'acknowledgements[0].acknowledgement is "AQ==": expected base64 of an acknowledgement',
    ],
  ])('names the invalid member of the relayer’s data', async (relayer, message) => {
    await expect(startNetwork({ ...TWO_CHAINS, relayer })).rejects.toMatchObject({
      code: 'invalid-genesis',
      message: expect.stringContaining(message),
    });
  });
});
