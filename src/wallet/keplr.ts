/**
 * Keplr's API for a page. Pages find it as `window.keplr`, or by the messages with which `@keplr-wallet/provider-extension`
 * asks the extension. The node signs; what is here only converts values.
 */
import type { EthereumProvider, EthereumRequest } from './ethereum.js';
import type { Page, ProviderError } from './page.js';

const BYTES = '__uint8array__';
const BIGINT = '__bigint__';

/** Converts bytes and bigints to text, so that JSON can have them. */
const toJson = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, member: unknown) => {
      if (typeof member === 'bigint') return `${BIGINT}${member}`;
      if (!(member instanceof Uint8Array)) return member;
      return BYTES + Array.from(member, (byte) => byte.toString(16).padStart(2, '0')).join('');
    }),
  );

const fromJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (name, member: unknown) => {
    if (name === '__proto__') return undefined;
    if (typeof member !== 'string') return member;
    if (member.startsWith(BIGINT)) return BigInt(member.slice(BIGINT.length));
    if (!member.startsWith(BYTES)) return member;
    return Uint8Array.from(member.slice(BYTES.length).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  });

/** Functions that the node answers as they are. */
const OF_NODE = [
  'experimentalSuggestChain',
  'enable',
  'disable',
  'getKey',
  'signAmino',
  'signArbitrary',
  'verifyArbitrary',
  'signEthereum',
  'sendTx',
  'getChainInfosWithoutEndpoints',
  'getChainInfoWithoutEndpoints',
] as const;

export interface KeplrKey {
  readonly name: string;
  readonly algo: string;
  readonly pubKey: Uint8Array;
  readonly address: Uint8Array;
  readonly bech32Address: string;
  readonly ethereumHexAddress: string;
  readonly isNanoLedger: boolean;
  readonly isKeystone: boolean;
}

interface SignDoc {
  readonly bodyBytes?: Uint8Array | null;
  readonly authInfoBytes?: Uint8Array | null;
  readonly chainId?: string | null;
  /** Anything whose `toString` writes a decimal number. */
  readonly accountNumber?: unknown;
}

type OfNode = { readonly [Name in (typeof OF_NODE)[number]]: (...args: readonly unknown[]) => Promise<unknown> };

/** Members that pages use of Keplr's API (`Keplr` of `@keplr-wallet/types`). */
export interface KeplrApi extends Omit<OfNode, 'getKey'> {
  readonly version: string;
  readonly mode: 'extension';
  defaultOptions: object;
  readonly ethereum: EthereumProvider;
  ping(): Promise<void>;
  getKey(chainId: string): Promise<KeplrKey>;
  getKeysSettled(chainIds: readonly string[]): Promise<readonly PromiseSettledResult<KeplrKey>[]>;
  signDirect(chainId: string, signer: string, doc: SignDoc, options?: object): Promise<{ readonly signed: SignDoc }>;
  getOfflineSigner(chainId: string, options?: object): object;
  getOfflineSignerOnlyAmino(chainId: string, options?: object): object;
  getOfflineSignerAuto(chainId: string, options?: object): Promise<object>;
}

/** Makes Keplr's API over the connection of the provider. */
export function keplrApi(ethereum: EthereumProvider): KeplrApi {
  const call = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    try {
      return fromJson(await ethereum.walletRequest(`keplr_${name}`, toJson(args)));
    } catch (error) {
      // Keplr's errors have no codes, and pages know a rejection by this text.
      const { code, message } = error as ProviderError;
      throw new Error(code === 4001 ? 'Request rejected' : message);
    }
  };
  const ofNode = Object.fromEntries(
    OF_NODE.map((name) => [name, async (...args: readonly unknown[]) => (await call(name, args)) ?? undefined]),
  ) as unknown as OfNode;
  const getKey = ofNode.getKey as KeplrApi['getKey'];
  const signDirect: KeplrApi['signDirect'] = async (chainId, signer, doc, options) => {
    const { bodyBytes = null, authInfoBytes = null, accountNumber } = doc;
    const given = { bodyBytes, authInfoBytes, chainId: doc.chainId, accountNumber: String(accountNumber ?? 0) };
    const result = (await call('signDirect', [chainId, signer, given, options])) as { readonly signed: SignDoc };
    return { ...result, signed: { ...result.signed, accountNumber: BigInt(String(result.signed.accountNumber)) } };
  };
  const accountsOn = (chainId: string) => async () => {
    const { bech32Address: address, pubKey: pubkey } = await getKey(chainId);
    return [{ address, algo: 'secp256k1', pubkey }];
  };
  const onlyAmino = (chainId: string, options?: object) => ({
    getAccounts: accountsOn(chainId),
    signAmino: (signer: string, doc: unknown) => ofNode.signAmino(chainId, signer, doc, options),
  });
  const both = (chainId: string, options?: object) => ({
    ...onlyAmino(chainId, options),
    signDirect: (signer: string, doc: SignDoc) => signDirect(chainId, signer, doc, options),
  });
  return {
    ...ofNode,
    ...{ version: '0.12.0', mode: 'extension', defaultOptions: {}, ethereum, getKey, signDirect },
    ping: async () => undefined,
    getKeysSettled: (chainIds) => Promise.allSettled(chainIds.map(getKey)),
    getOfflineSigner: both,
    getOfflineSignerOnlyAmino: onlyAmino,
    getOfflineSignerAuto: async (chainId, options) => both(chainId, options),
  };
}

interface ProxyRequest {
  readonly type?: string;
  readonly id?: string;
  readonly method?: string;
  readonly args?: unknown;
  readonly ethereumProviderMethod?: string;
}

/** Answers the messages by which packages of Keplr ask its extension. */
export function answerMessages(page: Page, api: KeplrApi): void {
  page.addEventListener('message', (({ data, source }: { readonly data?: ProxyRequest; readonly source?: unknown }) => {
    if (source !== page || !/^proxy-request(-(?!response$)|$)/.test(String(data?.type))) return;
    const { id, method = '' } = data as ProxyRequest;
    perform(api, data as ProxyRequest).then(
      (result) => reply({ return: toJson(result) }),
      ({ code, message, data: more }: ProviderError) =>
        reply({ error: typeof code === 'number' && method === 'ethereum' ? { code, message, data: more } : message }),
    );
    const reply = (result: object): void =>
      page.postMessage({ type: 'proxy-request-response', id, result }, page.location?.origin ?? '*');
  }) as never);
}

async function perform(api: KeplrApi, { method = '', args, ethereumProviderMethod }: ProxyRequest): Promise<unknown> {
  const given = fromJson(args);
  if (method === 'ethereum' && ethereumProviderMethod === 'request')
    return requestOf(api.ethereum, (typeof given === 'string' ? JSON.parse(given) : given) as EthereumRequest);
  const run = Object.hasOwn(api, method) ? api[method as keyof KeplrApi] : undefined;
  if (typeof run !== 'function' || method.startsWith('getOfflineSigner')) throw new Error(`Invalid method: ${method}`);
  const result = await (run as (...args: readonly unknown[]) => unknown)(...(given as readonly unknown[]));
  if (method !== 'signDirect') return result;
  const { signed } = result as { readonly signed: SignDoc };
  return { ...(result as object), signed: { ...signed, accountNumber: String(signed.accountNumber) } };
}

function requestOf(ethereum: EthereumProvider, request: EthereumRequest): Promise<unknown> {
  const { chainId, selectedAddress } = ethereum;
  return request.method === 'keplr_initProviderState'
    ? Promise.resolve({
        ...{ currentEvmChainId: Number(chainId), currentChainId: `eip155:${Number(chainId)}` },
        selectedAddress,
      })
    : ethereum.request(request);
}
