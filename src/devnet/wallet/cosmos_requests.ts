/**
 * Handles the requests of Keplr's API, as methods whose names begin with `keplr_`. Bytes in parameters and results are
 * text, `__uint8array__` and hex, as in the messages of Keplr. All accounts have Ethereum's keys, as the chains do.
 */
import { bech32Address } from '../../app/types/address.js';
import type { WalletCall } from '../../backend/evm/wallet.js';
import { toBase64, tryFromBase64 } from '../../codec/base64.js';
import { directSignBytes } from '../../codec/cosmos/signing.js';
import { decodeEthereumTx } from '../../codec/ethereum/tx.js';
import { goJson } from '../../codec/go_json.js';
import {
  compressPublicKey,
  decompressPublicKey,
  publicKeyOf,
  secp256k1Sign,
  secp256k1Verify,
} from '../../crypto/secp256k1/index.js';
import { type Bytes, bigintToBytes, concatBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex, toHex, tryFromHex } from '../../kernel/hex.js';
import type { Json, JsonObject } from '../../kernel/json.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { quantity } from '../../rpc/evm/quantity.js';
import { personalHash } from '../../rpc/evm/signing/sign.js';
import { keplrDocument } from '../../rpc/registry/documents.js';
import { assetBackend } from '../backends/assets/asset_backend.js';
import { messageBytes, signerOf } from './ethereum_requests.js';
import {
  ask,
  type HandledWallet,
  type Handler,
  invalid,
  listOfParams,
  objectOf,
  type Plan,
  parsed,
  short,
  textOf,
  type WalletChain,
} from './handler.js';

const BYTES = '__uint8array__';
/** Most pairs of an origin and a chain that are kept. */
const MAX_ENABLED = 1000;
/** Longest wait for a block of a transaction that is sent in the mode `block`. */
const BLOCK_WAIT_MS = 60_000;

/** Writes bytes as text. */
const wrapped = (bytes: Bytes): string => `${BYTES}${toHex(bytes)}`;

/** Reads bytes; undefined for another value. */
function unwrapped(value: unknown): Bytes | undefined {
  return typeof value === 'string' && value.startsWith(BYTES) ? tryFromHex(value.slice(BYTES.length)) : undefined;
}

function bytesParam(value: unknown, what: string): Bytes {
  const bytes = unwrapped(value);
  if (bytes === undefined) throw invalid(`${what} is ${short(value)}, expected bytes`);
  return bytes;
}

const idOf = ({ slot }: WalletChain): string => slot.now.chain.genesis.chainId;

function chainNamed(wallet: HandledWallet, chainId: unknown): WalletChain {
  const chain = wallet.chains.find((one) => idOf(one) === chainId);
  if (chain === undefined) throw invalid(`There is no chain info for ${String(chainId)}`);
  return chain;
}

const chainIdsOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : [given]);

/** Makes a plan that also enables the chains for the page, as Keplr does. A user sees it if they were not. */
function enabling(wallet: HandledWallet, { origin }: WalletCall, chains: readonly WalletChain[], plan: Plan): Plan {
  const names = chains.map((chain) => `${origin} ${idOf(chain)}`);
  return {
    asks: plan.asks || wallet.settings.locked || names.some((name) => !wallet.enabled.has(name)),
    run: () => {
      if (wallet.enabled.size > MAX_ENABLED) wallet.enabled.clear();
      for (const name of names) wallet.enabled.add(name);
      return plan.run();
    },
  };
}

const enable: Handler = {
  plan(wallet, call) {
    const chains = chainIdsOf(listOfParams(call)[0]).map((id) => chainNamed(wallet, id));
    return enabling(wallet, call, chains, { asks: false, run: () => null });
  },
};

const disable: Handler = {
  plan: (wallet, call) => ({
    asks: false,
    run: () => {
      const [given] = listOfParams(call);
      const ids = given === undefined || given === null ? wallet.chains.map(idOf) : chainIdsOf(given);
      for (const id of ids) wallet.enabled.delete(`${call.origin} ${String(id)}`);
      return null;
    },
  }),
};

/** Key of the selected account on a chain. */
interface Key {
  readonly secret: Bytes;
  readonly account: string;
  readonly address: Bytes;
  readonly pubKey: Bytes;
  readonly bech32: string;
}

function keyOn(wallet: HandledWallet, { slot }: WalletChain): Key {
  const account = wallet.settings.accounts[0] ?? '';
  const secret = wallet.secretOf(account);
  if (secret === undefined) throw invalid('no account is selected');
  const address = fromHex(account);
  const bech32 = bech32Address(address, slot.now.chain.app.params.bech32Prefix);
  return { secret, account, address, pubKey: compressPublicKey(publicKeyOf(secret)), bech32 };
}

const getKey: Handler = {
  plan(wallet, call) {
    const chain = chainNamed(wallet, listOfParams(call)[0]);
    const run = (): Json => {
      const { address, pubKey, bech32, account } = keyOn(wallet, chain);
      return {
        ...{ name: 'Halley', algo: 'ethsecp256k1', pubKey: wrapped(pubKey), address: wrapped(address) },
        ...{ bech32Address: bech32, ethereumHexAddress: account, isNanoLedger: false, isKeystone: false },
      };
    };
    return enabling(wallet, call, [chain], { asks: false, run });
  },
};

/** Makes a handler that signs with the key of the account that the second parameter names. */
const signing = (
  sign: (wallet: HandledWallet, chain: WalletChain, key: Key, params: readonly unknown[]) => () => Json | Promise<Json>,
): Handler => ({
  plan(wallet, call) {
    const params = listOfParams(call);
    const chain = chainNamed(wallet, params[0]);
    const key = keyOn(wallet, chain);
    if (params[1] !== key.bech32 && String(params[1]).toLowerCase() !== key.account)
      throw invalid(`Signer mismatched: the signer is ${short(params[1])}, and the selected account is ${key.bech32}`);
    return enabling(wallet, call, [chain], { asks: true, run: sign(wallet, chain, key, params) });
  },
});

/** Returns the signature of CosmJS's `StdSignature`. Keplr names every key so, also Ethereum's. */
const stdSignature = ({ secret, pubKey }: Key, signBytes: Bytes): JsonObject => ({
  pub_key: { type: 'tendermint/PubKeySecp256k1', value: toBase64(pubKey) },
  signature: toBase64(secp256k1Sign(keccak256(signBytes), secret).signature),
});

/** Returns what amino's mode signs: JSON with sorted members. */
const aminoBytes = (doc: unknown): Bytes => utf8(goJson(sorted(doc)));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

const signAmino = signing((_, chain, key, [, , given]) => {
  const doc = objectOf(given, 'the sign doc');
  if (doc['chain_id'] !== idOf(chain) && doc['chain_id'] !== '')
    throw invalid('Chain id in the message is not matched with the requested chain id');
  return () => ({ signed: doc as JsonObject, signature: stdSignature(key, aminoBytes(doc)) });
});

const signDirect = signing((_, chain, key, [, , given]) => {
  const doc = objectOf(given, 'the sign doc');
  const [bodyBytes, authInfoBytes] = ['bodyBytes', 'authInfoBytes'].map((name) => bytesParam(doc[name], name)) as [
    Bytes,
    Bytes,
  ];
  const number = doc['accountNumber'] ?? '0';
  const { chainId } = doc;
  if (chainId !== idOf(chain)) throw invalid('Chain id in the message is not matched with the requested chain id');
  if (!/^\d{1,19}$/.test(String(number))) throw invalid(`accountNumber is ${short(number)}, expected a whole number`);
  const accountNumber = BigInt(String(number));
  const signBytes = directSignBytes({ bodyBytes, authInfoBytes, chainId: idOf(chain), accountNumber });
  return () => ({
    signed: { ...(doc as JsonObject), accountNumber: `${accountNumber}` },
    signature: stdSignature(key, signBytes),
  });
});

/** Returns the document that signs no transaction (ADR-36). */
const arbitraryDoc = (signer: string, data: unknown): object => ({
  ...{ chain_id: '', account_number: '0', sequence: '0', fee: { gas: '0', amount: [] }, memo: '' },
  msgs: [
    { type: 'sign/MsgSignData', value: { signer, data: toBase64(unwrapped(data) ?? utf8(textOf(data, 'data'))) } },
  ],
});

const signArbitrary = signing((_, __, key, [, , data]) => {
  const signBytes = aminoBytes(arbitraryDoc(key.bech32, data));
  return () => stdSignature(key, signBytes);
});

const verifyArbitrary: Handler = {
  plan(wallet, call) {
    const [chainId, signer, data, given] = listOfParams(call);
    const { slot } = chainNamed(wallet, chainId);
    const { pub_key: pubKey, signature } = objectOf(given, 'the signature');
    const key = tryFromBase64(String(objectOf(pubKey, 'pub_key')['value']));
    const bytes = tryFromBase64(String(signature));
    const point = key?.length === 33 ? decompressPublicKey(key) : undefined;
    if (key === undefined || point === undefined || bytes?.length !== 64)
      throw invalid(`the signature is ${short(given)}, expected pub_key and signature in base64`);
    const address = bech32Address(keccak256(point).slice(12), slot.now.chain.app.params.bech32Prefix);
    const hash = keccak256(aminoBytes(arbitraryDoc(textOf(signer, 'the signer'), data)));
    return { asks: false, run: () => address === signer && secp256k1Verify(hash, bytes, key) };
  },
};

/** Signs what Ethereum's wallets sign. The result is r, s, and 27 or 28, also for a transaction. */
const signEthereum = signing((wallet, chain, { account }, [, , data, type]) => {
  const text = (): string => fromUtf8(unwrapped(data) ?? utf8(textOf(data, 'data')));
  if (type === 'message')
    return () => wrapped(signerOf(wallet, account).signHash(personalHash(unwrapped(data) ?? messageBytes(data))));
  if (type === 'eip-712')
    return async () => wrapped(fromHex((await ask(chain, 'eth_signTypedData_v4', account, text())) as string));
  if (type !== 'transaction')
    throw invalid(`the type is ${short(type)}, expected "transaction", "message" or "eip-712"`);
  const { gasLimit, ...transaction } = objectOf(
    parsed(text(), `data is ${short(text())}, expected a transaction as JSON`),
    'the transaction',
  );
  return async () => {
    const filled = { gas: gasLimit, ...transaction, from: account };
    const quantities = Object.entries(filled).map(([name, value]) => [name, asQuantity(value)]);
    const { v, r, s } = decodeEthereumTx(
      fromHex((await ask(chain, 'eth_signTransaction', Object.fromEntries(quantities))) as string),
    );
    const bit = v < 27n ? v : (v - (v < 35n ? 27n : 35n)) % 2n;
    return wrapped(concatBytes(bigintToBytes(r, 32), bigintToBytes(s, 32), Uint8Array.of(27 + Number(bit))));
  };
});

/** Writes a number of ethers' transactions as a quantity. */
const asQuantity = (value: unknown): unknown => (Number.isSafeInteger(value) ? quantity(value as number) : value);

const sendTx: Handler = {
  usesChain: true,
  plan(wallet, call) {
    const [chainId, given, mode] = listOfParams(call);
    const chain = chainNamed(wallet, chainId);
    const tx = bytesParam(given, 'the transaction');
    const run = async (): Promise<Json> => {
      const { comet } = chain.slot.now;
      const { outcome } =
        mode === 'block' ? await comet.broadcastCommit(tx, BLOCK_WAIT_MS) : { outcome: await comet.broadcast(tx) };
      if (outcome.type === 'refused') throw invalid(outcome.reason);
      if (outcome.check.code !== 0) throw invalid(outcome.check.log);
      return wrapped(outcome.hash);
    };
    return enabling(wallet, call, [chain], { asks: false, run });
  },
};

const suggestChain: Handler = {
  plan(wallet, call) {
    const { chainId } = objectOf(listOfParams(call)[0], 'the chain');
    if (!wallet.chains.some((one) => idOf(one) === chainId))
      throw invalid(
        `chainId is ${short(chainId)}, expected a chain of this devnet: ${wallet.chains.map(idOf).join(', ')}`,
      );
    return { asks: true, run: () => null };
  },
};

/** Describes a chain as Keplr does, without its servers. */
function infoOf({ slot }: WalletChain): Json {
  const chainId = slot.now.chain.genesis.chainId;
  const assets = assetBackend(() => [slot.now])
    .chains()
    .get(chainId);
  if (assets === undefined) throw invalid(`There is no chain info for ${chainId}`);
  const urls = { cometRpc: '', api: '' };
  const { rpc, rest, evm, ...info } = keplrDocument({ assets, evm: slot.now.evmBackend, urls }) as Record<string, Json>;
  return { ...info, isEthermintLike: true };
}

export const COSMOS_REQUESTS: Readonly<Record<string, Handler>> = {
  keplr_disable: disable,
  keplr_enable: enable,
  keplr_experimentalSuggestChain: suggestChain,
  keplr_getChainInfoWithoutEndpoints: {
    plan(wallet, call) {
      const chain = chainNamed(wallet, listOfParams(call)[0]);
      return enabling(wallet, call, [chain], { asks: false, run: () => infoOf(chain) });
    },
  },
  keplr_getChainInfosWithoutEndpoints: {
    plan: (wallet, call) =>
      enabling(wallet, call, wallet.chains, { asks: false, run: () => wallet.chains.map(infoOf) }),
  },
  keplr_getKey: getKey,
  keplr_sendTx: sendTx,
  keplr_signAmino: signAmino,
  keplr_signArbitrary: signArbitrary,
  keplr_signDirect: signDirect,
  keplr_signEthereum: signEthereum,
  keplr_verifyArbitrary: verifyArbitrary,
};
