/** Tests how two chains connect: clients, connections and channels, each step with proofs, and the refusals. */
import { describe, expect, it } from 'vitest';
import { packed } from '../../../../src/app/modules/ibc/client/any.js';
import { clientStatus } from '../../../../src/app/modules/ibc/client/status.js';
import { consensusHeights, readClientState } from '../../../../src/app/modules/ibc/client/store.js';
import { channelKey } from '../../../../src/app/modules/ibc/keys.js';
import { CHANNEL_STATE, ORDER } from '../../../../src/codec/ibc/channel.js';
import { MsgChannelCloseConfirm, MsgChannelCloseInit } from '../../../../src/codec/ibc/channel_messages.js';
import { MsgSubmitMisbehaviour, MsgUpdateClient } from '../../../../src/codec/ibc/client.js';
import { CONNECTION_STATE } from '../../../../src/codec/ibc/connection.js';
import { ClientHeader, ClientMisbehaviour } from '../../../../src/codec/ibc/tendermint.js';
import { sha256 } from '../../../../src/kernel/hash.js';
import { utf8 } from '../../../../src/kernel/text.js';
import { SIGNER } from '../../support/ibc_chain.js';
import {
  aLink,
  eventsOf,
  good,
  NEVER,
  PORT,
  type Side,
  withChannel,
  withClients,
  withConnection,
} from '../../support/ibc_link.js';

const DAY = 86_400n;
const status = ({ chain, clientId }: Side) => clientStatus(chain.state.latest, clientId, chain.time);

const misbehave = (side: Side, header1: ClientHeader, header2: ClientHeader) =>
  side.chain.run(MsgUpdateClient, {
    clientId: side.clientId,
    clientMessage: packed(ClientMisbehaviour, { clientId: side.clientId, header1, header2 }),
    signer: SIGNER,
  });

describe('a client', () => {
  it('is created, receives headers, and stores their states', async () => {
    const [a, b] = await aLink();
    const created = good(await a.createClient());
    expect(eventsOf(created.events, 'create_client')).toEqual([
      { client_id: '07-tendermint-0', client_type: '07-tendermint', consensus_height: '2-2', msg_index: '0' },
    ]);
    expect(eventsOf(created.events, 'message').map(({ module }) => module)).toEqual(['core', 'ibc_client']);
    await b.chain.block([]);
    await b.chain.block([]);
    const updated = good(await a.update());
    expect(eventsOf(updated.events, 'update_client')).toMatchObject([
      { consensus_height: '2-4', consensus_heights: '2-4' },
    ]);
    expect([...consensusHeights(a.chain.state.latest, a.clientId)].map(({ revisionHeight }) => revisionHeight)).toEqual(
      [2n, 4n],
    );
    good(await a.update({}, 3n, 2n));
    expect([...consensusHeights(a.chain.state.latest, a.clientId)]).toHaveLength(3);
    expect(readClientState(a.chain.state.latest, a.clientId)?.latestHeight.revisionHeight).toBe(4n);
    expect(status(a)).toBe('Active');
  });

  it.each([
    ['a chain id of spaces', { chainId: ' ' }, '07-tendermint', 2],
    ['too low a trust level', { trustLevel: { numerator: 1n, denominator: 4n } }, '07-tendermint', 15],
    ['an endless trusting period', { trustingPeriod: 3n ** 39n }, '07-tendermint', 3],
    ['another revision', { latestHeight: { revisionNumber: 1n, revisionHeight: 2n } }, '07-tendermint', 5],
    ['no proof specs', { proofSpecs: [] }, '07-tendermint', 13],
  ])('is refused with %s', async (_, change, codespace, code) => {
    const [a] = await aLink();
    expect(await a.createClient(change)).toMatchObject({ codespace, code });
    expect(readClientState(a.chain.state.latest, '07-tendermint-0')).toBeUndefined();
  });

  it('refuses a header with a signature of the wrong key', async () => {
    const [a, b] = await withClients();
    await b.chain.block([]);
    const forged = await a.update({ signers: ['mallory', 'right-2 b'] });
    expect(forged).toMatchObject({ code: 1, log: expect.stringContaining('wrong signature (#') });
    const other = await a.update({ header: { chainId: 'right-3' } });
    expect(other).toMatchObject({ codespace: '07-tendermint', code: 5 });
    const late = await a.update({ header: { time: b.chain.time - 1000n * 1_000_000_000n } });
    expect(late).toMatchObject({ log: expect.stringContaining('to be after old header time') });
    good(await a.update());
  });

  it('refuses a header with other validators than the trusted ones', async () => {
    const [a, b] = await withClients();
    await b.chain.block([]);
    const header = b.chain.clientHeader(2n);
    const strangers = a.chain.clientHeader(2n).validatorSet;
    const run = (change: Partial<ClientHeader>) =>
      a.chain.run(MsgUpdateClient, {
        clientId: a.clientId,
        clientMessage: {
          typeUrl: '/ibc.lightclients.tendermint.v1.Header',
          value: ClientHeader.encode({ ...header, ...change }),
        },
        signer: SIGNER,
      });
    expect(await run({ trustedValidators: strangers })).toMatchObject({ codespace: '07-tendermint', code: 14 });
    expect(await run({ validatorSet: strangers })).toMatchObject({ codespace: 'client', code: 12 });
    expect(await run({ trustedHeight: b.chain.heightOf(1n) })).toMatchObject({ codespace: 'client', code: 7 });
    expect(await run({ signedHeader: utf8('no header') })).toMatchObject({ code: 1 });
    expect(good(await run({})).code).toBe(0);
  });

  it('expires when it receives no header for the trusting period', async () => {
    const [a, b] = await withClients();
    await a.chain.block([], 7n * DAY);
    await b.chain.block([], 7n * DAY);
    expect(status(a)).toBe('Expired');
    expect(await a.update()).toMatchObject({
      codespace: 'client',
      code: 29,
      log: 'cannot update client (07-tendermint-0) with status Expired: client state is not active',
    });
    expect(await a.connectionStep('init')).toMatchObject({ codespace: 'client', code: 29 });
  });

  it('deletes expired states', async () => {
    const [a, b] = await withClients();
    for (let day = 0; day < 8; day++) {
      await a.chain.block([], DAY);
      await b.chain.block([], DAY);
      good(await a.update());
    }
    const known = [...consensusHeights(a.chain.state.latest, a.clientId)].map(({ revisionHeight }) => revisionHeight);
    expect(known[0]).toBeGreaterThan(2n);
    expect(status(a)).toBe('Active');
  });

  it('is frozen by two headers of one height', async () => {
    const [a, b] = await withClients();
    await b.chain.block([]);
    const { height } = b.chain;
    const [one, two] = [
      b.chain.clientHeader(2n),
      b.chain.clientHeader(2n, height, { header: { appHash: sha256(utf8('a lie')) } }),
    ];
    expect(good(await misbehave(a, one, one)).events.map(({ type }) => type)).toContain('update_client');
    expect(status(a)).toBe('Active');
    const shown = good(await misbehave(a, one, two));
    expect(eventsOf(shown.events, 'client_misbehaviour')).toHaveLength(1);
    expect(status(a)).toBe('Frozen');
    expect(await a.update()).toMatchObject({ codespace: 'client', code: 29 });
  });

  it('is frozen by a header that contradicts a stored state', async () => {
    const [a, b] = await withClients();
    await b.chain.block([]);
    good(await a.update());
    good(await a.update({ header: { appHash: sha256(utf8('a lie')) } }, b.chain.height, 2n));
    expect(status(a)).toBe('Frozen');
  });

  it('is frozen by a later header with an earlier time', async () => {
    const [a, b] = await withClients();
    await b.chain.block([]);
    await b.chain.block([]);
    const { height } = b.chain;
    const later = b.chain.clientHeader(2n, height, { header: { time: b.chain.time - 5_000_000_000n } });
    const ran = await a.chain.run(MsgSubmitMisbehaviour, {
      clientId: a.clientId,
      misbehaviour: packed(ClientMisbehaviour, {
        clientId: a.clientId,
        header1: later,
        header2: b.chain.clientHeader(2n, height - 1n),
      }),
      signer: SIGNER,
    });
    good(ran);
    expect(status(a)).toBe('Frozen');
  });

  it('is not frozen by headers that its validators did not sign', async () => {
    const [a, b] = await withClients();
    await b.chain.block([]);
    const lie = b.chain.clientHeader(2n, b.chain.height, {
      header: { appHash: sha256(utf8('a lie')) },
      signers: ['mallory', 'trudy'],
    });
    expect(await misbehave(a, b.chain.clientHeader(2n), lie)).toMatchObject({ codespace: 'client', code: 13 });
    expect(status(a)).toBe('Active');
  });
});

describe('a connection', () => {
  it('opens in four steps', async () => {
    const [a, b] = await withConnection();
    expect(a.connection()).toMatchObject({
      state: CONNECTION_STATE.open,
      clientId: '07-tendermint-0',
      counterparty: { connectionId: 'connection-0', clientId: '07-tendermint-0' },
    });
    expect(b.connection()?.state).toBe(CONNECTION_STATE.open);
  });

  it('refuses a repeated step, and a step before that of the other end', async () => {
    const [a, b] = await withClients();
    good(await a.connectionStep('init'));
    b.connectionId = 'connection-9';
    expect(await a.connectionStep('ack')).toMatchObject({ codespace: 'commitment', code: 2 });
    b.connectionId = '';
    good(await b.connectionStep('try'));
    expect(await b.connectionStep('confirm')).toMatchObject({ codespace: 'commitment', code: 2 });
    good(await a.connectionStep('ack'));
    expect(await a.connectionStep('ack')).toMatchObject({ codespace: 'connection', code: 6 });
    good(await b.connectionStep('confirm'));
  });

  it('must use the client that the other end names', async () => {
    const [a, b] = await withClients();
    good(await a.connectionStep('init'));
    good(await b.createClient());
    expect(b.clientId).toBe('07-tendermint-1');
    expect(await b.connectionStep('try')).toMatchObject({
      codespace: 'commitment',
      code: 2,
      log: expect.stringContaining('connection handshake open try failed: failed connection state verification'),
    });
  });

  it('delays packets for its delay period', async () => {
    const [a, b] = await withClients();
    const delay = 60_000_000_000n;
    good(await a.connectionStep('init', delay));
    good(await b.connectionStep('try', delay));
    good(await a.connectionStep('ack'));
    good(await b.connectionStep('confirm'));
    good(await a.channelStep('init'));
    good(await b.channelStep('try'));
    good(await a.channelStep('ack'));
    good(await b.channelStep('confirm'));
    expect(await b.receive(await a.send('hello'))).toMatchObject({ codespace: '07-tendermint', code: 10 });
  });
});

describe('a channel', () => {
  it('opens in four steps, with the version of its applications', async () => {
    const [a, b] = await withChannel();
    expect(a.channel()).toEqual({
      state: CHANNEL_STATE.open,
      ordering: ORDER.unordered,
      counterparty: { portId: PORT, channelId: 'channel-0' },
      connectionHops: ['connection-0'],
      version: 'echo-1',
    });
    expect(b.channel()?.state).toBe(CHANNEL_STATE.open);
  });

  it('does not open when the application refuses, or when the other end differs', async () => {
    const [a, b] = await withConnection();
    good(await a.channelStep('init', ORDER.unordered, 'echo-2'));
    expect(await b.channelStep('try', ORDER.unordered, 'echo-2')).toMatchObject({ codespace: 'sdk', code: 18 });
    expect(await b.channelStep('try')).toMatchObject({ codespace: 'commitment', code: 2 });
    expect(await b.channelStep('try', ORDER.ordered, 'echo-2')).toMatchObject({ codespace: 'commitment', code: 2 });
    expect(b.chain.state.latest.get('ibc', utf8('nextChannelSequence'))).toBeUndefined();
  });

  it('closes on both sides', async () => {
    const [a, b] = await withChannel();
    const closing = { portId: PORT, channelId: a.channelId, signer: SIGNER };
    const confirm = async () => {
      const proofHeight = await b.sync();
      const proofInit = a.chain.proof(channelKey(PORT, a.channelId));
      return b.chain.run(MsgChannelCloseConfirm, {
        portId: PORT,
        channelId: b.channelId,
        proofInit,
        proofHeight,
        signer: SIGNER,
      });
    };
    expect(await confirm()).toMatchObject({ codespace: 'commitment', code: 2 });
    good(await a.chain.run(MsgChannelCloseInit, closing));
    expect(await a.chain.run(MsgChannelCloseInit, closing)).toMatchObject({ codespace: 'channel', code: 5 });
    expect(good(await confirm()).events.map(({ type }) => type)).toContain('channel_close_confirm');
    expect([a.channel()?.state, b.channel()?.state]).toEqual([CHANNEL_STATE.closed, CHANNEL_STATE.closed]);
  });

  it('needs a proof at a height that the client has verified', async () => {
    const [a] = await withConnection();
    expect(
      await a.chain.run(MsgChannelCloseConfirm, {
        portId: PORT,
        channelId: 'channel-0',
        proofInit: utf8('x'),
        proofHeight: NEVER,
        signer: SIGNER,
      }),
    ).toMatchObject({ codespace: 'channel', code: 3 });
  });
});
