/** Adds what the recording leaves out: requests between its exchanges, and bodies that are too long to record. */
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import type { Conversation } from './conversation.js';
import { recorded, TRANSACTIONS } from './recording.js';

const GWEI = 10n ** 9n;
const NOBODY = '0x1111111111111111111111111111111111111111';
const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
/** Encodes the transfer of 20 of the first account's tokens to the second account, which has the allowance. */
const TRANSFER_FROM = encodeFunctionData({
  abi: parseAbi(['function transferFrom(address, address, uint256)']),
  args: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 20n],
});

const account = (index: number) => privateKeyToAccount(DEVELOPMENT_ACCOUNTS[index]?.privateKey as Hex);

type Direction = (talk: Conversation) => Promise<unknown>;

const sendRaw = async (talk: Conversation, raw: string): Promise<void> =>
  void (await talk.call('eth_sendRawTransaction', raw));

async function sendRecorded(talk: Conversation, kind: string): Promise<void> {
  const sent = TRANSACTIONS.find((one) => one.kind === kind);
  if (sent === undefined) throw new Error(`no transaction "${kind}"`);
  await talk.mineTo(sent.height);
  await sendRaw(talk, sent.raw);
}

const CALL = { type: 'eip1559', chainId: 262144, gas: 21_000n, to: NOBODY, value: 1n } as const;
const FEES = { maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI };

const sendSigned = async (talk: Conversation, from: number, nonce: number, fields: object = {}): Promise<void> =>
  sendRaw(talk, await account(from).signTransaction({ ...CALL, ...FEES, nonce, ...fields }));

/** Requests to send first, by the name of the exchange that follows them. */
export const BETWEEN: Readonly<Record<string, Direction | undefined>> = {
  'eth_sendRawTransaction: type 4': (talk) => sendRecorded(talk, 'type 2'),
  'eth_sendRawTransaction: reverts on chain': (talk) => sendRecorded(talk, 'three logs'),
  'eth_sendRawTransaction: call within a call, with value': async (talk) => {
    // The recording has no transaction with nonce 8.
    await sendSigned(talk, 0, 8);
    await sendRecorded(talk, 'failed creation');
  },
  'eth_sendRawTransaction: a gas limit far too wide': async (talk) => {
    await talk.mineTo(0x19);
    await sendSigned(talk, 1, 1, { to: TOKEN, data: TRANSFER_FROM, gas: 100_000n, value: 0n });
    await talk.mineTo(0x1a);
  },
  'eth_sendRawTransaction: replacement too cheap': (talk) =>
    sendSigned(talk, 3, 2, { maxPriorityFeePerGas: 4n * GWEI, maxFeePerGas: 150n * GWEI, value: 2n }),
  'txpool_status: empty': (talk) => sendSigned(talk, 3, 1),
  'eth_getFilterChanges: nothing yet': async (talk) => {
    const theirs = recorded('eth_getFilterLogs: a past range').params[0];
    talk.name(theirs, await talk.call('eth_newFilter', { fromBlock: '0xa', toBlock: '0x19' }));
  },
  'eth_getFilterChanges: pending transactions': (talk) => sendSigned(talk, 0, 15),
  personal_listAccounts: (talk) => talk.call('personal_importRawKey', '8'.repeat(64), 'pass'),
  'eth_sendRawTransaction: seen by subscriptions': async (talk) => {
    const { subscription } = recorded('ws notification newHeads, no jsonrpc').answer.body.params;
    const { result } = await talk.wire.ask({ id: 12, method: 'eth_subscribe', params: ['newHeads'] });
    talk.name(subscription, result);
  },
  'ws unsubscribe again': async (talk) => {
    const { ws } = recorded('ws unsubscribe again');
    await talk.wire.ask(talk.translate({ ...ws, id: 21 }));
  },
};

const call = (id: number, method = 'net_version', params = '[]'): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
const batch = (length: number): string => `[${Array.from({ length }, (_, id) => call(id)).join()}]`;

/** Full parameters of calls whose parameters were shortened in the recording. */
export const PARAMS: Readonly<Record<string, (() => Promise<readonly unknown[]>) | undefined>> = {
  'eth_sendRawTransaction: too much initcode': async () => [
    await account(0).signTransaction({
      ...{ type: 'eip1559', chainId: 262144, nonce: 15, gas: 9_000_000n, data: `0x${'00'.repeat(49_153)}`, ...FEES },
    }),
  ],
};

/** Full bodies of exchanges whose body or message was recorded as `(N bytes)`. */
export const BODIES: Readonly<Record<string, string | undefined>> = {
  'http params nested deep': call(1, 'net_version', '['.repeat(3000) + ']'.repeat(3000)),
  'http body of 4 MB': call(1) + ' '.repeat(4_000_066 - call(1).length),
  'http batch of 1000': batch(1000),
  'http batch of 1001': batch(1001),
  'ws message of 2 MB': call(1, 'web3_sha3', `["${'x'.repeat(2_000_061 - call(1, 'web3_sha3', '[""]').length)}"]`),
};
