/**
 * Opens a devnet, a CosmJS client of it, and a second chain that ibc-go's program simulates: headers of CometBFT, and
 * stores of the SDK's IAVL. Each test file has its own.
 */
import type { EncodeObject } from '@cosmjs/proto-signing';
import { type DeliverTxResponse, GasPrice, SigningStargateClient } from '@cosmjs/stargate';
import { Comet38Client, toRfc3339WithNanoseconds } from '@cosmjs/tendermint-rpc';
import { afterAll, beforeAll, expect } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { fromHex } from '../../src/kernel/hex.js';
import { ethereumSigner } from '../support/ethereum_signer.js';
import { BUILD_MS, base64, fromBase64, goIsAbsent, type IbcGo, startIbcGo } from './peers/ibc_go.js';

const GO = 'go-1';
export const TEXT = new TextEncoder();
export const TENDERMINT = '/ibc.lightclients.tendermint.v1.';

export let go: IbcGo;
export let devnet: Devnet;
export let comet: Comet38Client;
export let client: SigningStargateClient;
export let sender: string;

/** Opens all of it before the tests of the calling file, and closes it after them. */
export function useIbcGo(): void {
  beforeAll(async () => {
    if (goIsAbsent) return;
    go = startIbcGo();
    devnet = await createDevnet({ seed: 'ibc-go', jsonRpc: false, rpc: true });
    const url = `${devnet.urls.cometRpc}/v0.38`;
    comet = await Comet38Client.connect(url);
    const account = devnet.accounts[0];
    const signer = ethereumSigner(
      fromHex(account?.privateKey.slice(2) as string),
      account?.address as string,
      'direct',
    );
    sender = (await signer.getAccounts())[0]?.address as string;
    client = await SigningStargateClient.connectWithSigner(url, signer, {
      gasPrice: GasPrice.fromString('2000000000ahalley'),
      broadcastPollIntervalMs: 10,
    });
  }, BUILD_MS);

  afterAll(async () => {
    go?.stop();
    client?.disconnect();
    comet?.disconnect();
    await devnet?.close();
  });
}

export const FEE = { amount: [{ denom: 'ahalley', amount: '8000000000000000' }], gas: '2000000' };

export async function send(typeUrl: string, value: object): Promise<DeliverTxResponse> {
  const message: EncodeObject = { typeUrl, value: { ...value, signer: sender } };
  return client.signAndBroadcast(sender, [message], FEE);
}

export async function sent(typeUrl: string, value: object): Promise<DeliverTxResponse> {
  const answer = await send(typeUrl, value);
  expect([answer.code, answer.rawLog]).toEqual([0, '']);
  return answer;
}

export const attribute = ({ events }: DeliverTxResponse, type: string, key: string): string =>
  events.find((event) => event.type === type)?.attributes.find((entry) => entry.key === key)?.value as string;

function protoTime(text: string) {
  const [whole = '', rest = 'Z'] = text.split('.');
  const nanos = Number(rest.replace('Z', '').padEnd(9, '0').slice(0, 9));
  return { seconds: BigInt(Date.parse(whole.endsWith('Z') ? whole : `${whole}Z`)) / 1000n, nanos };
}

export const timeOf = (time: Parameters<typeof toRfc3339WithNanoseconds>[0]) =>
  protoTime(toRfc3339WithNanoseconds(time));
export const nanosOf = ({ seconds, nanos }: { seconds: bigint; nanos: number }): bigint =>
  seconds * 1_000_000_000n + BigInt(nanos);

export const goHeader = async (height: number, trusted: number) => {
  const made = await go.ask({ op: 'header', chain_id: GO, height, trusted });
  return {
    header: fromBase64(made['header']),
    clientState: fromBase64(made['client_state']),
    consensusState: fromBase64(made['consensus_state']),
  };
};

export const goProof = async (height: number, key: string): Promise<Uint8Array> =>
  fromBase64((await go.ask({ op: 'prove', chain_id: GO, height, key: base64(TEXT.encode(key)) }))['proof']);

let founded: Promise<Awaited<ReturnType<typeof goHeader>>> | undefined;
let goTime = 0n;
let goHeight = 0;

/** Makes two blocks of the other chain. Returns the client state and the header of the second. */
export function foundGo() {
  founded ??= (async () => {
    await go.ask({ op: 'found', chain_id: GO, validators: 4 });
    const { latestBlockTime } = (await comet.status()).syncInfo;
    goTime = nanosOf(timeOf(latestBlockTime as Parameters<typeof timeOf>[0])) - 1_000_000_000n;
    await grow({ first: TEXT.encode('1') });
    await grow({ second: TEXT.encode('2') });
    return goHeader(2, 1);
  })();
  return founded;
}

export async function grow(set: Readonly<Record<string, Uint8Array>>, powers?: readonly number[]): Promise<void> {
  goTime += 1_000_000n;
  const encoded = Object.fromEntries(Object.entries(set).map(([key, value]) => [key, base64(value)]));
  const grown = await go.ask({
    op: 'grow',
    chain_id: GO,
    now: Number(goTime),
    set: encoded,
    ...(powers && { powers }),
  });
  goHeight = grown['height'] as number;
}

/** Updates the client to the block after the newest writes, and returns its height. */
export async function update(clientId: string, trusted: number): Promise<bigint> {
  await grow({});
  const { header } = await goHeader(goHeight, trusted);
  await sent('/ibc.core.client.v1.MsgUpdateClient', {
    clientId,
    clientMessage: { typeUrl: `${TENDERMINT}Header`, value: header },
  });
  return BigInt(goHeight);
}
