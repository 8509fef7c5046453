/** Tests the recovery of clients that expired or are frozen, and what it refuses. */
import { expect, it } from 'vitest';
import { clientStatus } from '../../../../src/app/modules/ibc/client/status.js';
import {
  readClientState,
  readConsensusState,
  readProcessed,
  writeClientState,
} from '../../../../src/app/modules/ibc/client/store.js';
import { MsgRecoverClient } from '../../../../src/app/modules/ibc/messages/recover_client.js';
import { authorityText } from '../../../../src/app/sdk/module/authority.js';
import type { ClientState } from '../../../../src/codec/ibc/tendermint.js';
import { SIGNER } from '../../support/ibc_chain.js';
import { aLink, eventsOf, good, type Side } from '../../support/ibc_link.js';

const DAY = 86_400n;
const [SUBJECT, SUBSTITUTE] = ['07-tendermint-0', '07-tendermint-1'];

const recover = ({ chain }: Side, given: Partial<Record<'subject' | 'substitute' | 'signer', string>> = {}) =>
  chain.run(MsgRecoverClient.message, {
    subjectClientId: given.subject ?? SUBJECT,
    substituteClientId: given.substitute ?? SUBSTITUTE,
    signer: given.signer ?? authorityText(chain.params),
  });

/** Returns a side with an expired client and a newer one. */
async function withSubstitute(change: Partial<ClientState> = {}): Promise<readonly [Side, Side]> {
  const [a, b] = await aLink();
  good(await a.createClient());
  for (const { chain } of [a, b]) await chain.block([], 8n * DAY);
  good(await a.createClient(change));
  return [a, b];
}

const status = ({ chain }: Side, clientId: string) => clientStatus(chain.state.latest, clientId, chain.time);
const client = ({ chain }: Side, clientId: string) => readClientState(chain.state.latest, clientId);

it('gives an expired client the newest state of its substitute, and headers again', async () => {
  const [a, b] = await withSubstitute({ trustingPeriod: 5n * DAY * 1_000_000_000n });
  expect([status(a, SUBJECT), status(a, SUBSTITUTE)]).toEqual(['Expired', 'Active']);
  const { events } = good(await recover(a));
  expect(eventsOf(events, 'recover_client')).toEqual([
    { subject_client_id: SUBJECT, client_type: '07-tendermint', msg_index: '0' },
  ]);
  expect(status(a, SUBJECT)).toBe('Active');
  expect(client(a, SUBJECT)).toEqual(client(a, SUBSTITUTE));
  const height = client(a, SUBSTITUTE)?.latestHeight ?? b.chain.heightOf(0n);
  const { latest } = a.chain.state;
  expect(readConsensusState(latest, SUBJECT, height)).toEqual(readConsensusState(latest, SUBSTITUTE, height));
  expect(readProcessed(latest, SUBJECT, height)).toEqual(readProcessed(latest, SUBSTITUTE, height));
  await b.chain.block([]);
  a.clientId = SUBJECT;
  good(await a.update());
});

it('recovers a frozen client', async () => {
  const [a, b] = await withSubstitute();
  a.clientId = SUBJECT;
  await a.chain.block([({ state }) => writeClientState(state, SUBJECT, frozen(client(a, SUBJECT)))]);
  expect(status(a, SUBJECT)).toBe('Frozen');
  good(await recover(a));
  await b.chain.block([]);
  good(await a.update());
});

it.each([
  ['a signer other than gov', { signer: SIGNER }, 'ibc', 2, /^expected test1\w+, got test1\w+: unauthorized$/],
  ['an invalid id', { subject: 'no' }, 'host', 2, /invalid length: 2/],
  ['the client itself', { substitute: SUBJECT }, 'client', 27, /^subject and substitute clients must be different/],
  ['an active client', { subject: SUBSTITUTE, substitute: SUBJECT }, 'client', 24, /-1\) with status Active: invalid/],
  [
    'an unknown type',
    { subject: '06-solomachine-3' },
    'client',
    32,
    /^client recovery failed: 06-solomachine-3: light/,
  ],
  ['an unknown client', { subject: '07-tendermint-9' }, 'client', 4, /^client recovery failed: 07-tendermint-9: light/],
  [
    'an unknown substitute',
    { substitute: '07-tendermint-9' },
    'client',
    29,
    /\(07-tendermint-9\) with status Unknown: /,
  ],
])('refuses %s', async (_, given, codespace, code, log) => {
  const [a] = await withSubstitute();
  expect(await recover(a, given)).toMatchObject({ codespace, code, log: expect.stringMatching(log) });
  expect(status(a, SUBJECT)).toBe('Expired');
});

it.each([
  ['another clock drift', { maxClockDrift: 7n }, 27, /^client recovery failed: subject client state does not match/],
  [
    'no newer height',
    { latestHeight: { revisionNumber: 2n, revisionHeight: 1n } },
    26,
    /\(2-2 >= 2-1\): invalid height$/,
  ],
])('refuses a substitute with %s', async (_, change, code, log) => {
  const [a] = await withSubstitute(change);
  expect(await recover(a)).toMatchObject({ codespace: 'client', code, log: expect.stringMatching(log) });
  expect(status(a, SUBJECT)).toBe('Expired');
});

function frozen(state: ClientState | undefined): ClientState {
  if (state === undefined) throw new Error('the client exists');
  return { ...state, frozenHeight: { revisionNumber: 0n, revisionHeight: 1n } };
}
