/** Tests transactions of multisig keys as CosmJS makes them: verification, gas, the account's key, simulation. */
import {
  createMultisigThresholdPubkey,
  encodeSecp256k1Pubkey,
  type MultisigThresholdPubkey,
  makeSignDoc,
  type Pubkey,
  pubkeyToAddress,
  pubkeyToRawAddress,
  Secp256k1Wallet,
  serializeSignDoc,
} from '@cosmjs/amino';
import { encodePubkey, makeSignDoc as makeDirectDoc, makeSignBytes } from '@cosmjs/proto-signing';
import { type Account, AminoTypes, createDefaultAminoConverters, StargateClient } from '@cosmjs/stargate';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { MultiSignature } from 'cosmjs-types/cosmos/crypto/multisig/v1beta1/multisig';
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import { AuthInfo, type ModeInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { secp256k1Sign } from '../../../src/crypto/secp256k1/index.js';
import { createDevnet, type Devnet, fixedClock } from '../../../src/devnet/index.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';

const START = parseTime('2025-01-01T00:00:00Z') as UnixNanos;
const FEE = { amount: [{ denom: 'ahalley', amount: '600000000000000' }], gas: '300000' };
const CHAIN = 'halley_31337-1';
const DIRECT = 1;
const AMINO = 127;

type Signed = ReadonlyMap<string, Uint8Array>;
interface Member {
  readonly address: string;
  readonly pubkey: Pubkey;
  readonly privateKey: Uint8Array;
}

let devnet: Devnet;
let client: StargateClient;
let members: readonly Member[];

beforeAll(async () => {
  await installFastCrypto();
  devnet = await createDevnet({ rpc: true, clock: fixedClock(START) });
  client = await StargateClient.connect(devnet.urls.cometRpc as string, { broadcastPollIntervalMs: 10 } as never);
  members = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(memberOf));
});

afterAll(async () => {
  client?.disconnect();
  await devnet?.close();
});

/** Returns a key that this chain does not know, from the key bytes of one repeated number. */
async function memberOf(index: number): Promise<Member> {
  const privateKey = new Uint8Array(32).fill(index);
  const wallet = await Secp256k1Wallet.fromKey(privateKey, 'halley');
  const [account] = await wallet.getAccounts();
  return {
    address: account?.address as string,
    pubkey: encodeSecp256k1Pubkey(account?.pubkey as Uint8Array),
    privateKey,
  };
}

/** Sends a transaction, and asks often for its result: the client would ask every three seconds. */
const broadcast = (tx: Uint8Array) => client.broadcastTx(tx, 60_000, 10);

const to = () => encodeBech32('halley', fromHex(`${devnet.accounts[1]?.address}`.slice(2)));

/** Funds the address of a key. */
async function fund(key: Pubkey): Promise<string> {
  const address = pubkeyToAddress(key, 'halley');
  const hex = `0x${toHex(pubkeyToRawAddress(key))}`;
  await devnet.provider.request({ method: 'hardhat_setBalance', params: [hex, '0xde0b6b3a7640000'] });
  return address;
}

const sendOf = (from: string, amount = '7') => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: { fromAddress: from, toAddress: to(), amount: [{ denom: 'ahalley', amount }] },
});

const bodyOf = (from: string): Uint8Array =>
  TxBody.encode(
    TxBody.fromPartial({
      messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: MsgSend.encode(sendOf(from).value).finish() }],
      memo: 'together',
    }),
  ).finish();

/**
 * Joins the members' signatures in the way of CosmJS's `makeMultisignedTxBytes`. The two outputs were not compared,
 * because CosmJS 0.39 cannot decode addresses beside @scure/base 2.4.
 */
function makeMultisignedTxBytes(
  key: MultisigThresholdPubkey,
  sequence: number,
  fee: typeof FEE,
  bodyBytes: Uint8Array,
  signatures: Signed,
): Uint8Array {
  const inOrder = key.value.pubkeys.map((one) => signatures.get(pubkeyToAddress(one, 'halley')));
  const elems = new Uint8Array(Math.ceil(inOrder.length / 8));
  inOrder.forEach((signature, i) => {
    if (signature !== undefined) elems[i >> 3] = (elems[i >> 3] as number) | (0x80 >> (i % 8));
  });
  const list = inOrder.filter((signature) => signature !== undefined);
  const modeInfos = list.map(() => ({ single: { mode: AMINO } }));
  const modeInfo = { multi: { bitarray: { extraBitsStored: inOrder.length % 8, elems }, modeInfos } };
  const info = {
    signerInfos: [{ publicKey: encodePubkey(key), modeInfo, sequence: BigInt(sequence) }],
    fee: { amount: fee.amount, gasLimit: BigInt(fee.gas) },
  };
  return TxRaw.encode({
    bodyBytes,
    authInfoBytes: AuthInfo.encode(AuthInfo.fromPartial(info)).finish(),
    signatures: [MultiSignature.encode({ signatures: list }).finish()],
  }).finish();
}

const types = new AminoTypes(createDefaultAminoConverters());

/** Signs in amino's mode, as each member does apart. */
async function aminoSigned(from: string, by: readonly Member[], sequence: number): Promise<Signed> {
  const account = await client.getAccount(from);
  const doc = makeSignDoc([types.toAmino(sendOf(from))], FEE, CHAIN, 'together', account?.accountNumber ?? 0, sequence);
  return new Map(
    by.map(({ address, privateKey }) => [address, secp256k1Sign(sha256(serializeSignDoc(doc)), privateKey).signature]),
  );
}

/** Alters the signer's info or the signatures of a multisigned transaction. */
function altered(
  tx: Uint8Array,
  change: (modeInfo: ModeInfo, signatures: Uint8Array[], info: AuthInfo) => void,
): Uint8Array {
  const raw = TxRaw.decode(tx);
  const info = AuthInfo.decode(raw.authInfoBytes);
  const { signatures } = MultiSignature.decode(raw.signatures[0] as Uint8Array);
  change(info.signerInfos[0]?.modeInfo as ModeInfo, signatures, info);
  return TxRaw.encode({
    ...raw,
    authInfoBytes: AuthInfo.encode(info).finish(),
    signatures: [MultiSignature.encode({ signatures }).finish()],
  }).finish();
}

const logOf = async (tx: Uint8Array): Promise<unknown> =>
  client.broadcastTxSync(tx).then(
    () => 'accepted',
    ({ code, log }) => [code, log],
  );

describe('a multisig account of 2 of 3 keys', () => {
  const sortedThree = () =>
    createMultisigThresholdPubkey(
      members.slice(0, 3).map(({ pubkey }) => pubkey),
      2,
    );

  it('sends coins with two amino signatures, and its key is on record', async () => {
    const key = sortedThree();
    const from = await fund(key);
    const before = await client.getBalance(to(), 'ahalley');
    const signatures = await aminoSigned(from, [members[0] as Member, members[2] as Member], 0);
    const tx = makeMultisignedTxBytes(key, 0, FEE, bodyOf(from), signatures);
    const result = await broadcast(tx);
    expect([result.code, result.rawLog]).toEqual([0, '']);
    expect(BigInt((await client.getBalance(to(), 'ahalley')).amount) - BigInt(before.amount)).toBe(7n);
    const account = await client.getAccount(from);
    expect(account).toMatchObject({ sequence: 1, pubkey: key });
    const shown = result.events.flatMap(({ type, attributes }) =>
      type === 'tx' ? attributes.flatMap(({ key: name, value }) => (name === 'signature' ? [value] : [])) : [],
    );
    const whole = TxRaw.decode(tx).signatures[0] as Uint8Array;
    const { signatures: single } = MultiSignature.decode(whole);
    expect(shown.map((text) => Buffer.from(text, 'base64').toString('hex'))).toEqual([...single, whole].map(toHex));
  });

  it('pays for each signature', async () => {
    const key = sortedThree();
    const from = pubkeyToAddress(key, 'halley');
    const used = [];
    for (const by of [members.slice(0, 2), members.slice(0, 3)]) {
      const { sequence } = (await client.getAccount(from)) as { sequence: number };
      const signed = await aminoSigned(from, by, sequence);
      const tx = makeMultisignedTxBytes(key, sequence, FEE, bodyOf(from), signed);
      const result = await broadcast(tx);
      expect(result.code).toBe(0);
      used.push(result.gasUsed - 10n * BigInt(tx.length));
    }
    expect((used[1] as bigint) - (used[0] as bigint)).toBe(1_000n);
  });

  it('is refused with wrong bits or signatures, in the SDK’s words', async () => {
    const key = sortedThree();
    const from = pubkeyToAddress(key, 'halley');
    const { sequence, accountNumber } = (await client.getAccount(from)) as Account;
    const all = await aminoSigned(from, members.slice(0, 3), sequence);
    const two = new Map([...all].slice(0, 2));
    const good = makeMultisignedTxBytes(key, sequence, FEE, bodyOf(from), two);
    const verification = `signature verification failed; please verify account number (${accountNumber}), sequence (${sequence}) and chain-id (${CHAIN}): unauthorized`;
    const one = makeMultisignedTxBytes(key, sequence, FEE, bodyOf(from), new Map([...all].slice(0, 1)));
    expect(await logOf(one)).toEqual([4, verification]);
    const bitsOf = ({ multi }: ModeInfo) => multi?.bitarray as { extraBitsStored: number; elems: Uint8Array };
    // The order of the keys is that of their addresses, so any two of the three bits are the wrong ones for `two`.
    const moved = altered(good, (modeInfo) => {
      const { elems } = bitsOf(modeInfo);
      elems[0] = [0b11000000, 0b01100000, 0b10100000].find((bits) => bits !== elems[0]) as number;
    });
    expect(await logOf(moved)).toEqual([4, verification]);
    const longer = altered(good, (modeInfo) => {
      bitsOf(modeInfo).extraBitsStored = 4;
    });
    expect(await logOf(longer)).toEqual([4, verification]);
    const overfull = altered(good, (modeInfo) => {
      bitsOf(modeInfo).elems[0] = 0b11100000;
    });
    expect(await logOf(overfull)).toEqual([
      4,
      expect.stringMatching(/^3 bits of a multisig are set, and it has 2 sign/),
    ]);
    const outside = altered(good, (modeInfo) => {
      bitsOf(modeInfo).extraBitsStored = 7;
      bitsOf(modeInfo).elems[0] = 0b10000010;
    });
    expect(await logOf(outside)).toEqual([4, expect.stringMatching(/^the bit 6 of a multisig of 3 keys is set/)]);
    const many = altered(good, (modeInfo) => {
      Object.assign(bitsOf(modeInfo), { extraBitsStored: 0, elems: new Uint8Array(1_000).fill(255) });
    });
    expect(await logOf(many)).toEqual([4, expect.stringMatching(/^the bit 3 of a multisig of 3 keys is set/)]);
    const missing = altered(good, (_, signatures) => signatures.pop());
    expect(await logOf(missing)).toEqual([4, expect.stringMatching(/^a multisig has 2 mode infos and 1 signatures/)]);
    const single = altered(good, (_, __, info) => {
      (info.signerInfos[0] as { modeInfo: ModeInfo }).modeInfo = { single: { mode: AMINO } };
    });
    expect(await logOf(single)).toEqual([1, expect.stringMatching(/^expected \*signing.MultiSignatureData/)]);
    expect((await client.getAccount(from))?.sequence).toBe(sequence);
    expect((await broadcast(good)).code).toBe(0);
  });

  it('sends coins with signatures in mode Direct, which sign the bits too', async () => {
    const key = sortedThree();
    const from = pubkeyToAddress(key, 'halley');
    const account = (await client.getAccount(from)) as Account;
    const by = members.slice(1, 3);
    const draft = altered(
      makeMultisignedTxBytes(
        key,
        account.sequence,
        FEE,
        bodyOf(from),
        new Map(by.map(({ address }) => [address, new Uint8Array(64)])),
      ),
      ({ multi }) => {
        for (const info of multi?.modeInfos ?? []) (info.single as { mode: number }).mode = DIRECT;
      },
    );
    const { bodyBytes, authInfoBytes } = TxRaw.decode(draft);
    const digest = sha256(makeSignBytes(makeDirectDoc(bodyBytes, authInfoBytes, CHAIN, account.accountNumber)));
    const byAddress = new Map(by.map((member) => [member.address, member]));
    const inOrder = key.value.pubkeys.flatMap((one) => byAddress.get(pubkeyToAddress(one, 'halley')) ?? []);
    const signed = altered(draft, (_, signatures) => {
      inOrder.forEach(({ privateKey }, i) => {
        signatures[i] = secp256k1Sign(digest, privateKey).signature;
      });
    });
    const swapped = altered(signed, (_, signatures) => signatures.reverse());
    expect(await logOf(swapped)).toEqual([4, expect.stringContaining('(unable to verify signature at index')]);
    expect((await broadcast(signed)).code).toBe(0);
  });

  it('is simulated with empty signatures, for the greatest number of signers', async () => {
    const key = sortedThree();
    const from = pubkeyToAddress(key, 'halley');
    const { sequence } = (await client.getAccount(from)) as { sequence: number };
    const empty = new Map(members.slice(0, 2).map(({ address }) => [address, new Uint8Array()]));
    const draft = makeMultisignedTxBytes(key, sequence, FEE, bodyOf(from), empty);
    const query = client as unknown as {
      forceGetQueryClient(): { queryAbci(path: string, data: Uint8Array): Promise<{ value: Uint8Array }> };
    };
    const request = SimulateRequest.encode(SimulateRequest.fromPartial({ txBytes: draft })).finish();
    const { value } = await query.forceGetQueryClient().queryAbci('/cosmos.tx.v1beta1.Service/Simulate', request);
    const { gasInfo } = SimulateResponse.decode(value);
    expect(gasInfo?.gasWanted).toBe(18_446_744_073_709_551_615n);
    const signed = await aminoSigned(from, members.slice(0, 2), sequence);
    const result = await broadcast(makeMultisignedTxBytes(key, sequence, FEE, bodyOf(from), signed));
    expect(result.gasWanted).toBe(300_000n);
    const estimate = gasInfo?.gasUsed ?? 0n;
    expect(estimate).toBeGreaterThan(result.gasUsed);
    // Seven signatures of 66 bytes, of which the transaction has two.
    expect(estimate - result.gasUsed).toBeLessThan(10n * 66n * 7n);
  });
});

describe('other multisig keys', () => {
  it('may contain multisig keys', async () => {
    const inner = createMultisigThresholdPubkey(
      [members[3], members[4]].map((member) => (member as Member).pubkey),
      1,
    );
    const key = createMultisigThresholdPubkey([(members[5] as Member).pubkey, inner as never], 2, true);
    const from = await fund(key);
    const { accountNumber = 0 } = (await client.getAccount(from)) ?? {};
    const doc = makeSignDoc([types.toAmino(sendOf(from))], FEE, CHAIN, 'together', accountNumber, 0);
    const sign = (index: number) =>
      secp256k1Sign(sha256(serializeSignDoc(doc)), members[index]?.privateKey as Uint8Array).signature;
    const at = inner.value.pubkeys.findIndex(({ value }) => value === members[4]?.pubkey.value);
    const single: ModeInfo = { single: { mode: AMINO } };
    const modeInfo: ModeInfo = {
      multi: {
        bitarray: { extraBitsStored: 2, elems: Uint8Array.of(0b11000000) },
        modeInfos: [
          single,
          { multi: { bitarray: { extraBitsStored: 2, elems: Uint8Array.of(0x80 >> at) }, modeInfos: [single] } },
        ],
      },
    };
    const txWith = (last: Uint8Array) =>
      TxRaw.encode({
        bodyBytes: bodyOf(from),
        authInfoBytes: AuthInfo.encode(
          AuthInfo.fromPartial({
            signerInfos: [{ publicKey: encodePubkey(key), modeInfo, sequence: 0n }],
            fee: { amount: FEE.amount, gasLimit: BigInt(FEE.gas) },
          }),
        ).finish(),
        signatures: [
          MultiSignature.encode({
            signatures: [sign(5), MultiSignature.encode({ signatures: [last] }).finish()],
          }).finish(),
        ],
      }).finish();
    expect(await logOf(txWith(sign(3)))).toEqual([4, expect.stringContaining('signature verification failed')]);
    expect((await broadcast(txWith(sign(4)))).code).toBe(0);
  });

  it('are refused beyond the limit of signatures, with a wrong threshold, and with Ethereum keys', async () => {
    const eight = createMultisigThresholdPubkey(
      members.slice(0, 8).map(({ pubkey }) => pubkey),
      1,
    );
    const from = await fund(eight);
    const signed = await aminoSigned(from, members.slice(0, 1), 0);
    const tx = makeMultisignedTxBytes(eight, 0, FEE, bodyOf(from), signed);
    expect(await logOf(tx)).toEqual([14, 'signatures: 8, limit: 7: maximum number of signatures exceeded']);
    const withKey = (change: (key: typeof eight) => object) =>
      altered(tx, (_, __, info) => {
        (info.signerInfos[0] as { publicKey: object }).publicKey = encodePubkey(change(eight) as typeof eight);
      });
    const none = withKey(({ value, ...key }) => ({ ...key, value: { ...value, threshold: '0' } }));
    expect(await logOf(none)).toEqual([
      2,
      'the threshold of a multisig key is 0: expected 1 to 8, the number of its keys: tx parse error',
    ]);
    const ethereum = withKey(({ value, ...key }) => ({
      ...key,
      value: { ...value, pubkeys: [{ type: 'os/PubKeyEthSecp256k1', value: value.pubkeys[0]?.value }] },
    }));
    expect(await logOf(ethereum)).toEqual([2, expect.stringContaining('contains an eth_secp256k1 key')]);
    let deep: Pubkey = (members[0] as Member).pubkey;
    for (let depth = 0; depth < 11; depth++) deep = createMultisigThresholdPubkey([deep as never], 1);
    const nested = withKey(() => deep);
    expect(await logOf(nested)).toEqual([2, 'max depth exceeded: 10 multisig keys: tx parse error']);
  });
});
